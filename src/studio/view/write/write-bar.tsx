import { useEffect, useState } from "preact/hooks";
import type { ShownGame } from "../../engine/printer.ts";
import { download } from "../download.ts";
import type { RemoteEngine } from "../engine.ts";
import type { OfferUndo } from "../undo.tsx";
import type { Words } from "../words.ts";
import { addressWith, type useDraft } from "./draft.ts";

interface BarProps {
  readonly engine: RemoteEngine;
  readonly words: Words;
  readonly drafts: ReturnType<typeof useDraft>;
  /** Of the draft, as far as they are known. */
  readonly id: string;
  readonly name: string;
  readonly offerUndo: OfferUndo;
}

/** Files that are larger hold no game. */
const MAX_BYTES = 1_000_000;

/** Ways to another draft, and of this one to others. */
export function WriteBar({ engine, words, drafts, id, name, offerUndo }: BarProps) {
  const { say } = words;
  const { draft, kept } = drafts;
  const [games, setGames] = useState<readonly ShownGame[]>([]);
  const [told, tell] = useState("");
  const [link, setLink] = useState("");
  const [own, setOwn] = useState<readonly ShownGame[]>([]);
  useEffect(() => void engine.printer.games().then(setGames), [words.code]);
  useEffect(() => void engine.writer.bases().then(setOwn), [kept]);
  useEffect(() => {
    tell("");
    setLink("");
  }, [draft.text]);

  const openFile = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    input.value = "";
    if (file === undefined) return;
    if (file.size > MAX_BYTES) tell(say("write.no-file", { file: file.name }));
    else drafts.begin(await file.text(), true);
  };
  const share = async () => {
    const { made, problems } = await engine.writer.pack(draft.text);
    if (made === null) return tell(problems.map(({ message, hint }) => `${message} – ${hint}`).join(" "));
    const url = addressWith(made);
    setLink(url);
    try {
      if (navigator.share === undefined) await navigator.clipboard.writeText(url);
      else await navigator.share({ title: name, url });
      tell(say(navigator.share === undefined ? "write.copied" : "write.shared"));
    } catch {
      // Whoever shares it with nobody, and browsers that copy nothing, still have the link.
      tell(say("write.shared"));
    }
  };
  /** Keeps the draft first: what is printed is what was kept. */
  const print = async () => {
    await drafts.keep(draft, name);
    location.hash = `print=${draft.isReceived ? "received" : "own"}/${draft.key}`;
  };
  const forget = async () => {
    const told = say("undo.game", { game: name === "" ? say("write.unnamed") : name });
    offerUndo({ told, undo: await drafts.forget(draft, name) });
  };
  const isKept = draft.isOwn || draft.isReceived;
  return (
    <>
      <div class="bar">
        <label class="field">
          <span>{say("write.start")}</span>
          <select value="" onChange={({ currentTarget }) => void drafts.beginWith(currentTarget.value)}>
            <option value="" disabled>
              {say("write.choose")}
            </option>
            {[...own, ...games].map((game) => (
              <option key={game.id} value={game.id}>
                {game.name}
              </option>
            ))}
          </select>
        </label>
        {kept.length > 0 && (
          <label class="field">
            <span>{say("write.kept")}</span>
            <select
              value={draft.key}
              onChange={({ currentTarget }) => {
                const chosen = kept.find(({ key }) => key === currentTarget.value);
                if (chosen !== undefined) drafts.resume(chosen);
              }}
            >
              {!kept.some(({ key }) => key === draft.key) && <option value={draft.key}>{name}</option>}
              {kept.map((one) => (
                <option key={one.key} value={one.key}>
                  {one.name === "" ? say("write.unnamed") : one.name}
                </option>
              ))}
            </select>
          </label>
        )}
        <label class="button">
          {say("write.open")}
          <input type="file" accept=".yaml,.yml" onChange={({ currentTarget }) => openFile(currentTarget)} />
        </label>
        <button
          type="button"
          onClick={() => download(`${id === "" ? "game" : id}.yaml`, "application/yaml", draft.text)}
        >
          {say("write.save")}
        </button>
        <button type="button" onClick={share}>
          {say("write.share")}
        </button>
        {isKept && (
          <button type="button" onClick={print}>
            {say("write.print")}
          </button>
        )}
        {isKept && (
          <button type="button" onClick={forget}>
            {say("write.forget")}
          </button>
        )}
      </div>
      <p class="told" role="status">
        {link === "" ? told : <a href={link}>{told}</a>}
      </p>
    </>
  );
}
