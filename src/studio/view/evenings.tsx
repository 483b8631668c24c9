import { useState } from "preact/hooks";
import type { ListedSheet, ShownEvening } from "../engine/evenings.ts";
import type { PageProblem } from "../engine/page-language.ts";
import { useAddress, useReturn } from "./address.tsx";
import { Field } from "./game-fields.tsx";
import { Button, importWithUndo, Problems, type PageProps } from "./notices.tsx";
import { download, shareLink, drawLines } from "./saved-file.ts";

/** The page of all evenings: rankings and payouts, to name, correct, share and print. */
export function EveningsPage({ engine, words, offerUndo }: PageProps) {
  const { say } = words;
  const [evenings, show] = useState<readonly ShownEvening[] | null>(null);
  const look = async () => show(await engine.evenings.all());
  // Another page may have saved something in the meantime.
  useAddress(look, [words.code]);
  useReturn(look, []);
  return (
    <section class="kept evenings" aria-labelledby="evenings-title">
      <h1 id="evenings-title">{say("check.evenings")}</h1>
      <SharedEvening {...{ engine, words, offerUndo, look }} page="evenings" />
      {evenings?.length === 0 && <p class="lead">{say("evenings.none")}</p>}
      {evenings !== null && evenings.length > 0 && (
        <p class="answer">
          <a class="button" href="#season">
            {say("evenings.season")}
          </a>
        </p>
      )}
      {evenings?.map((evening, at) => (
        <OneEvening
          key={evening.evening}
          {...{ evening, engine, words, offerUndo, look }}
          isFirst={at === 0}
        />
      ))}
    </section>
  );
}

interface EveningProps extends PageProps {
  /** Loads all evenings again. */
  readonly look: () => Promise<void>;
}

interface SharedProps extends EveningProps {
  readonly page: "evenings" | "season";
}

/** Evenings that a link to a page brings, once a person takes them. */
export function SharedEvening({ engine, words: { say }, offerUndo, look, page }: SharedProps) {
  const [brought, setBrought] = useState<{ text: string; title: string } | null>(null);
  const [problems, setProblems] = useState<readonly PageProblem[]>([]);
  useAddress(async () => {
    const packed = new RegExp(`^#${page}=(.+)$`).exec(location.hash)?.[1];
    if (packed === undefined) return;
    history.replaceState(null, "", `#${page}`);
    const { made, problems } = await engine.evenings.unpack(packed);
    setBrought(made);
    setProblems(problems);
  });
  const take = async () => {
    if (brought === null) return;
    setBrought(null);
    setProblems(await importWithUndo(brought.text, { engine, offerUndo, look }));
  };
  return (
    <>
      <Problems problems={problems} />
      {brought !== null && (
        <section class="linked" role="alert">
          <p>
            <strong>{say(`${page}.brings`, { title: brought.title })}</strong>
          </p>
          <div class="answer">
            <Button isMain onTap={take} label={say("evenings.take")} />
            <Button onTap={() => setBrought(null)} label={say("linked.leave")} />
          </div>
        </section>
      )}
    </>
  );
}

/** Buttons that hand a heading and lines on: as a link, as a picture, and on paper. */
export function ShareButtons({
  words: { say },
  offerUndo,
  page,
  title,
  subtitle,
  lines,
  pack,
  pictureName,
  onProblems,
}: Pick<PageProps, "words" | "offerUndo"> & {
  /** The page that a link opens. */
  readonly page: "evenings" | "season";
  readonly title: string;
  readonly subtitle?: string;
  readonly lines: readonly string[];
  /** What a link holds. */
  readonly pack: () => ReturnType<PageProps["engine"]["evenings"]["pack"]>;
  readonly pictureName: string;
  readonly onProblems: (problems: readonly PageProblem[]) => void;
}) {
  const under = subtitle === undefined ? [] : [subtitle];
  const share = async () => {
    const { made, problems } = await pack();
    onProblems(problems);
    if (made === null) return;
    const { url, message } = await shareLink(
      `${page}=${made}`,
      title,
      [title, ...under, ...lines].join("\n"),
    );
    const link = { address: url, key: "sharing.link" };
    offerUndo({ message: (say) => message(say, "evenings"), undo: null, link });
  };
  const shown = [...under.flatMap((line) => [line, ""]), ...lines];
  const picture = async () =>
    download({ name: pictureName, type: "image/png", content: await drawLines(title, shown) });
  return (
    <>
      <Button onTap={share} label={say("evenings.share")} />
      <Button onTap={picture} label={say("evenings.picture")} />
      <Button onTap={() => print()} label={say("evenings.print")} />
    </>
  );
}

function OneEvening(props: EveningProps & { readonly evening: ShownEvening; readonly isFirst: boolean }) {
  const { engine, words, offerUndo, look, evening: shown, isFirst } = props;
  const { say } = words;
  const { evenings } = engine;
  const { evening, title, sheets, html, list, lines } = shown;
  const [problems, setProblems] = useState<readonly PageProblem[]>([]);
  const save = async () => download(await evenings.csv(evening));
  const forget = async () => {
    const forgotten = await evenings.forget(evening);
    await look();
    const undo = async () => {
      await evenings.restore(forgotten);
      await look();
    };
    offerUndo({ message: (say) => say("undo.evening", { evening: title }), undo });
  };
  return (
    <details class="one-evening" open={isFirst}>
      <summary>
        {title} ({say("check.sheets", { n: sheets })})
      </summary>
      <div dangerouslySetInnerHTML={{ __html: html }} />
      <div class="answer">
        <ShareButtons
          {...{ words, offerUndo, title, lines }}
          page="evenings"
          pack={() => evenings.pack(evening)}
          pictureName={`${evening}.png`}
          onProblems={setProblems}
        />
        <Button onTap={save} label={say("check.save-csv")} />
        <Button onTap={forget} label={say("check.forget")} />
      </div>
      <Problems problems={problems} />
      <details class="about">
        <summary>{say("evenings.about")}</summary>
        <About {...props} />
        <ul class="sheets">
          {list.map((sheet) => (
            <Listed key={sheet.key} {...{ sheet, engine, words, look, offerUndo }} />
          ))}
        </ul>
      </details>
    </details>
  );
}

/** Name, place and day of an evening. What is typed stays while other fields are saved. */
function About(props: EveningProps & { readonly evening: ShownEvening }) {
  const { look, evening } = props;
  const { evenings } = props.engine;
  const { say } = props.words;
  const describe = async (part: Parameters<typeof evenings.describe>[1]) => {
    await evenings.describe(evening.evening, part);
    await look();
  };
  const field = (name: "name" | "place") => (
    <Field label={say(`evenings.${name}`)}>
      <input
        autocomplete="off"
        defaultValue={evening[name]}
        onChange={({ currentTarget: { value } }) => describe({ [name]: value })}
      />
    </Field>
  );
  return (
    <div class="wishes">
      {field("name")}
      {field("place")}
      <Field label={say("evenings.date")}>
        <input
          type="date"
          value={evening.date}
          onChange={({ currentTarget: { value } }) => describe({ date: value })}
        />
      </Field>
    </div>
  );
}

/** A kept sheet: its players to rename, and a way to correct it. */
function Listed(props: EveningProps & { readonly sheet: ListedSheet }) {
  const { sheet, engine, look, offerUndo } = props;
  const { say } = props.words;
  const { key, title, players, verdict } = sheet;
  const [fault, setFault] = useState("");
  const rename = async (player: number, typed: string) => {
    setFault((await engine.evenings.rename(key, player, typed)) ?? "");
    await look();
  };
  const correct = async () => {
    const opened = await engine.filler.correct(key);
    if (opened === null) return setFault(say("evenings.game-gone"));
    location.hash = "fill";
    const { before } = opened;
    if (before === null) return;
    const undo = async () => {
      await engine.filler.putBack(before);
      dispatchEvent(new HashChangeEvent("hashchange"));
    };
    offerUndo({ message: (say) => say("undo.exchanged"), undo });
  };
  return (
    <li>
      <p>
        <strong>{title}</strong> · {verdict}
      </p>
      <div class="wishes">
        {players.map(({ name, score, isNamed }, at) => (
          <Field key={at} label={`${say("fill.player", { n: at + 1 })}: ${score}`}>
            <input
              autocomplete="off"
              defaultValue={isNamed ? name : ""}
              placeholder={name}
              onChange={({ currentTarget: { value } }) => rename(at + 1, value)}
            />
          </Field>
        ))}
      </div>
      <p class="fault" role="status">
        {fault}
      </p>
      <Button onTap={correct} label={say("evenings.correct")} />
    </li>
  );
}
