import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { PixelArea } from "../../../scan/image/picture.ts";
import { drawCut, drawNames, applyRename, tappedBox } from "../../../scan/report/photo-boxes.ts";
import type { CheckedPhotos, ShownQuestion, ShownSheet } from "../../engine/checker.ts";
import { BoxEditor } from "../game-fields.tsx";
import { download } from "../saved-file.ts";
import type { RemoteEngine } from "../engine.ts";
import type { Words } from "../words.ts";
import { Button } from "../notices.tsx";

interface SheetProps {
  readonly sheet: ShownSheet;
  /** Whether it is the only one, which is open. */
  readonly isAlone: boolean;
  readonly engine: RemoteEngine;
  readonly words: Words;
  readonly show: (shown: CheckedPhotos) => void;
}

/** A checked sheet: verdict, findings, the straightened photo, names and files. */
export function CheckedSheetView({ sheet, isAlone, engine, words, show }: SheetProps) {
  const { say } = words;
  const { checker } = engine;
  const { at } = sheet;
  const [open, setOpen] = useState<number | null>(null);
  const [fault, setFault] = useState("");
  const image = usePicture(sheet);

  const draw = useCallback(
    (canvas: HTMLCanvasElement) => {
      if (open !== null) drawCut(canvas, image, sheet.areas[open]);
    },
    [image, open, sheet],
  );

  const answer = async (box: number, typed: string) => {
    const answered = await checker.answer(at, box, typed);
    setFault(answered.fault ?? "");
    if (answered.fault !== null) return;
    show(answered.shown);
    setOpen(null);
  };
  const rename = async (field: HTMLInputElement | HTMLButtonElement, name: string) => {
    await applyRename(field, name, async (player, typed) => {
      const taken = await checker.name(at, player, typed);
      if (taken.fault === null) show(taken.shown);
      return taken.fault;
    });
  };
  const onClick = (event: MouseEvent) => {
    const button = (event.target as Element).closest("button");
    if (button?.dataset.at !== undefined) setOpen(Number(button.dataset.at));
    else if (button?.dataset.name !== undefined) void rename(button, button.dataset.name);
  };
  const onChange = ({ target }: Event) => {
    if (target instanceof HTMLInputElement && target.matches("[data-player]"))
      void rename(target, target.value);
  };
  const save = async (kind: "yaml" | "png" | "csv") => download(await checker.save(kind, at));

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: what is tapped are the buttons inside.
    <article class={`sheet ${sheet.verdict}`} onClick={onClick} onChange={onChange}>
      <details open={isAlone}>
        <summary>
          <h2>{sheet.title}</h2>
          <div class="outcome" dangerouslySetInnerHTML={{ __html: sheet.html.verdict }} />
        </summary>
        <div dangerouslySetInnerHTML={{ __html: sheet.html.findings }} />
        {sheet.notes.map((note) => (
          <p class="small" key={note}>
            {note}
          </p>
        ))}
        {open !== null && (
          <BoxEditor
            box={open}
            fault={fault}
            load={() => checker.editor(at, open)}
            changes={[sheet, words.code]}
            draw={draw}
            onAnswer={(typed) => answer(open, typed)}
            onUndo={async () => show(await checker.takeBack(at, open))}
            onClose={() => setOpen(null)}
          />
        )}
        <div class="halves">
          <div>
            <Photo sheet={sheet} image={image} label={say("check.picture")} onBox={setOpen} open={open} />
            <p class="small">{say("check.tap")}</p>
          </div>
          <div>
            <div dangerouslySetInnerHTML={{ __html: sheet.html.table }} />
            <Names sheet={sheet} image={image} />
            <div class="save">
              <h3>{say("check.changes")}</h3>
              <ul class="changes" dangerouslySetInnerHTML={{ __html: sheet.html.changes }} />
              <h3>{say("check.save")}</h3>
              <div class="answer">
                {(["yaml", "csv", "png"] as const).map((kind) => (
                  <Button key={kind} onTap={() => save(kind)} label={say(`check.save-${kind}`)} />
                ))}
              </div>
            </div>
          </div>
        </div>
      </details>
    </article>
  );
}

interface PhotoProps {
  readonly sheet: ShownSheet;
  readonly image: HTMLImageElement | null;
  readonly label: string;
  /** The box that is being corrected. */
  readonly open: number | null;
  readonly onBox: (box: number) => void;
}

/** The straightened photo with frames around entries; a tap opens the box under it. */
function Photo({ sheet, image, label, open, onBox }: PhotoProps) {
  if (sheet.picture === null || image === null) return null;
  const { widthPx, heightPx } = sheet.picture;
  const tap = (event: MouseEvent) => {
    const shown = (event.currentTarget as Element).getBoundingClientRect();
    const at = tappedBox(event, shown, widthPx, sheet.areas);
    if (at >= 0) onBox(at);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the table next to it has a button for every box.
    <figure class="photo" onClick={tap}>
      <img src={image.src} width={widthPx} height={heightPx} alt={label} />
      <svg viewBox={`0 0 ${widthPx} ${heightPx}`} aria-hidden="true">
        {sheet.marks.map(({ at, kind }) => (
          <Frame key={at} area={sheet.areas[at]} kind={kind} />
        ))}
        {open !== null && <Frame area={sheet.areas[open]} kind="open" />}
      </svg>
    </figure>
  );
}

function Frame({ area, kind }: { readonly area: PixelArea | undefined; readonly kind: string }) {
  if (area === undefined) return null;
  return <rect x={area.xPx} y={area.yPx} width={area.widthPx} height={area.heightPx} class={kind} />;
}

/** The fields for the players' names, each next to its handwriting. */
function Names({ sheet, image }: Pick<PhotoProps, "sheet" | "image">) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    drawNames(place.current?.querySelectorAll("canvas") ?? [], image, sheet.nameCells);
  }, [sheet.names, image]);
  return <div class="names" ref={place} dangerouslySetInnerHTML={{ __html: sheet.names }} />;
}

/** The straightened photo of a sheet, decoded; null until then, and where there is none. */
function usePicture(sheet: Pick<ShownSheet, "id" | "picture"> | null): HTMLImageElement | null {
  const [image, setImage] = useState<HTMLImageElement | null>(null);
  const picture = sheet?.picture ?? null;
  useEffect(() => {
    setImage(null);
    if (picture === null) return;
    const decoded = new Image();
    const url = URL.createObjectURL(new Blob([new Uint8Array(picture.jpeg)], { type: "image/jpeg" }));
    decoded.src = url;
    let isLate = false;
    // Without it, boxes can still be corrected in the table.
    decoded.decode().then(
      () => !isLate && setImage(decoded),
      () => undefined,
    );
    return () => {
      isLate = true;
      URL.revokeObjectURL(url);
    };
    // The picture of a sheet never changes.
  }, [sheet?.id]);
  return image;
}

interface QuestionsProps {
  readonly engine: RemoteEngine;
  readonly words: Words;
  readonly shown: CheckedPhotos;
  readonly show: (shown: CheckedPhotos) => void;
}

/** The questions about all sheets, one at a time; then how many were skipped. */
export function Questions({ engine: { checker }, words, shown, show }: QuestionsProps) {
  const { say } = words;
  const { question, skipped, canUndo } = shown;
  const undo = async () => show(await checker.step("undo"));
  if (question === null && !canUndo) return null;
  return (
    <section class="ask" aria-label={say("ask.label")}>
      {question !== null && <Question {...{ checker, words, shown, show, question, undo }} />}
      {question === null && (
        <p role="status">{skipped === 0 ? say("ask.done") : say("ask.skipped", { n: skipped })}</p>
      )}
      <div class="answer">
        {question !== null && (
          <Button onTap={async () => show(await checker.step("skip"))} label={say("ask.skip")} />
        )}
        {question === null && skipped > 0 && (
          <Button isMain onTap={async () => show(await checker.step("askAgain"))} label={say("ask.again")} />
        )}
        {canUndo && <Button onTap={undo} label={say("ask.undo")} />}
      </div>
      {question !== null && (
        <p class="small keys">{say(question.kind === "pad" ? "ask.keys-pad" : "ask.keys")}</p>
      )}
    </section>
  );
}

interface QuestionProps extends Omit<QuestionsProps, "engine"> {
  readonly checker: RemoteEngine["checker"];
  readonly question: ShownQuestion;
  readonly undo: () => Promise<void>;
}

/** What a cut shows around a box, as a share of its height. */
const AROUND = 0.7;

/** One question: the cut-out, the likely answers to tap, and a field for all others. */
function Question({ checker, words: { say }, shown, show, question, undo }: QuestionProps) {
  const { kind, sheet, at, area, likely, possible } = question;
  const key = `${kind} ${sheet} ${at} ${question.n}`;
  const [fault, setFault] = useState("");
  const place = useRef<HTMLDivElement>(null);
  const image = usePicture(shown.sheets.find((one) => one.at === sheet) ?? null);
  useEffect(() => {
    const canvas = place.current?.querySelector("canvas");
    if (canvas) drawCut(canvas, image, area ?? undefined, kind === "box" ? AROUND : 0);
  }, [key, image]);
  useEffect(() => {
    setFault("");
    const input = place.current?.querySelector("input");
    if (input) input.value = "";
    // Keyboard users continue here, but nobody who types elsewhere is interrupted.
    const isFree =
      document.activeElement === document.body || place.current?.contains(document.activeElement);
    if (isFree) place.current?.focus({ preventScroll: true });
  }, [key]);
  const reply = async (typed: string) => {
    const replied = await checker.reply(typed);
    if (replied.fault === null) show(replied.shown);
    else setFault(replied.fault);
  };
  const skip = useCallback(async () => show(await checker.step("skip")), [show]);
  const press = (event: KeyboardEvent) => {
    const input = place.current?.querySelector("input");
    const [first] = likely;
    const begun = likely.find(({ words }) => words.toLowerCase().startsWith(event.key.toLowerCase()));
    if (event.key === "Escape") void skip();
    else if (event.target === input) return;
    else if (event.key === "Enter" && event.target === place.current && first) void reply(first.typed);
    else if (event.key === "Backspace") void undo();
    else if (event.key.length !== 1 || event.key === " " || event.ctrlKey || event.metaKey) return;
    // What is typed goes into the field, or begins an answer.
    else if (kind !== "pad") return input?.focus();
    else if (begun) void reply(begun.typed);
    event.preventDefault();
  };
  const button = ({ words, typed }: (typeof likely)[number], isMain = false) => (
    <Button key={typed} isMain={isMain} label={words} onTap={() => reply(typed)} />
  );
  const label = say(kind === "name" ? "ask.name" : "ask.other");
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is pressed are the buttons inside.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard answers here.
    <div ref={place} tabIndex={0} class="question" onKeyDown={press}>
      <p class="step">
        {say("ask.step", { n: question.n, of: question.of })} · {question.title}
      </p>
      {kind === "pad" && image !== null && <img class="cut" src={image.src} alt={say("check.picture")} />}
      {area !== null && <canvas class="cut" role="img" aria-label={say("ask.crop")} />}
      <p class="asked" role="status">
        {question.sentence}
      </p>
      <div class="answer likely">{likely.map((one, at) => button(one, at === 0))}</div>
      <form
        class="answer"
        hidden={kind === "pad"}
        onSubmit={(event) => {
          event.preventDefault();
          void reply(event.currentTarget.querySelector("input")?.value ?? "");
        }}
      >
        <label>
          <span class="spoken">{label}</span>
          <input
            type="text"
            autocomplete="off"
            spellcheck={false}
            placeholder={label}
            inputMode={kind === "box" ? "numeric" : "text"}
          />
        </label>
        <button type="submit">{say("ask.take")}</button>
        <p class="fault" role="status">
          {fault}
        </p>
      </form>
      {possible.length > 0 && <div class="answer possible">{possible.map((one) => button(one))}</div>}
    </div>
  );
}
