import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { drawCut } from "../../../scan/report/photo-boxes.ts";
import type { CheckedPhotos, ShownQuestion } from "../../engine/checker.ts";
import type { RemoteEngine } from "../engine.ts";
import type { Words } from "../words.ts";
import { usePicture } from "./checked-sheet.tsx";

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
  const undo = async () => show(await checker.undo());
  if (question === null && !canUndo) return null;
  return (
    <section class="ask" aria-label={say("ask.label")}>
      {question !== null && <Question {...{ checker, words, shown, show, question, undo }} />}
      {question === null && (
        <p role="status">{skipped === 0 ? say("ask.done") : say("ask.skipped", { n: skipped })}</p>
      )}
      <div class="answer">
        {question !== null && (
          <button type="button" onClick={async () => show(await checker.skip())}>
            {say("ask.skip")}
          </button>
        )}
        {question === null && skipped > 0 && (
          <button type="button" class="main" onClick={async () => show(await checker.askAgain())}>
            {say("ask.again")}
          </button>
        )}
        {canUndo && (
          <button type="button" onClick={undo}>
            {say("ask.undo")}
          </button>
        )}
      </div>
      {question !== null && <p class="small keys">{say("ask.keys")}</p>}
    </section>
  );
}

interface QuestionProps extends Omit<QuestionsProps, "engine"> {
  readonly checker: RemoteEngine["checker"];
  readonly question: ShownQuestion;
  readonly undo: () => Promise<void>;
}

/** What a cut shows around a box and around a name, as a share of its height. */
const AROUND = { box: 0.7, name: 0 } as const;

/** One question: the cut-out, the likely answers to tap, and a field for all others. */
function Question({ checker, words: { say }, shown, show, question, undo }: QuestionProps) {
  const { kind, sheet, at, area, likely, possible } = question;
  const key = `${kind} ${sheet} ${at} ${question.n}`;
  const [fault, setFault] = useState("");
  const place = useRef<HTMLDivElement>(null);
  const image = usePicture(shown.sheets[sheet] ?? null);
  useEffect(() => {
    const canvas = place.current?.querySelector("canvas");
    if (canvas) drawCut(canvas, image, area ?? undefined, AROUND[kind]);
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
  const skip = useCallback(async () => show(await checker.skip()), [show]);
  const press = (event: KeyboardEvent) => {
    const input = place.current?.querySelector("input");
    const [first] = likely;
    if (event.key === "Escape") void skip();
    else if (event.target === input) return;
    else if (event.key === "Enter" && event.target === place.current && first) void reply(first.typed);
    else if (event.key === "Backspace") void undo();
    // What is typed goes into the field.
    else if (event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey)
      return input?.focus();
    else return;
    event.preventDefault();
  };
  const button = ({ words, typed }: (typeof likely)[number], kind: string) => (
    <button type="button" key={typed} class={kind} onClick={() => reply(typed)}>
      {words}
    </button>
  );
  const label = say(kind === "name" ? "ask.name" : "ask.other");
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is pressed are the buttons inside.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard answers here.
    <div ref={place} tabIndex={0} class="question" onKeyDown={press}>
      <p class="step">
        {say("ask.step", { n: question.n, of: question.of })} · {question.title}
      </p>
      {area !== null && <canvas class="cut" role="img" aria-label={say("ask.crop")} />}
      <p class="asked" role="status">
        {question.sentence}
      </p>
      <div class="answer likely">{likely.map((one, at) => button(one, at === 0 ? "main" : ""))}</div>
      <form
        class="answer"
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
      {possible.length > 0 && <div class="answer possible">{possible.map((one) => button(one, ""))}</div>}
    </div>
  );
}
