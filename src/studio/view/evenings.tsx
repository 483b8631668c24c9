import { useEffect, useId, useState } from "preact/hooks";
import type { ShownEvening } from "../engine/evenings.ts";
import { download } from "./saved-file.ts";
import type { RemoteEngine } from "./engine.ts";
import type { OfferUndo } from "./notices.tsx";
import type { Words } from "./words.ts";

interface EveningsProps {
  readonly engine: RemoteEngine;
  readonly words: Words;
  /** Changes when a sheet was saved. */
  readonly kept: number;
  readonly offerUndo: OfferUndo;
}

/** The saved evenings: rankings and payouts, each with a table to download. */
export function EveningsPage({ engine: { evenings }, words, kept, offerUndo }: EveningsProps) {
  const { say } = words;
  const [all, show] = useState<readonly ShownEvening[]>([]);
  const title = useId();
  useEffect(() => {
    const look = () => void evenings.all().then(show);
    look();
    // Another page may have saved something in the meantime.
    addEventListener("hashchange", look);
    return () => removeEventListener("hashchange", look);
  }, [kept, words.code]);
  if (all.length === 0) return null;
  const save = async (evening: string) => {
    const { name, type, content } = await evenings.csv(evening);
    download(name, type, content);
  };
  const forget = async (evening: string, title: string) => {
    const sheets = await evenings.forget(evening);
    show(await evenings.all());
    const undo = async () => {
      await evenings.restore(sheets);
      show(await evenings.all());
      return null;
    };
    offerUndo({ message: say("undo.evening", { evening: title }), undo });
  };
  return (
    <section class="kept" aria-labelledby={title}>
      <h2 id={title}>{say("check.evenings")}</h2>
      {all.map(({ evening, title, sheets, html }, at) => (
        <details key={evening} open={at === 0}>
          <summary>
            {title} ({say("check.sheets", { n: sheets })})
          </summary>
          <div dangerouslySetInnerHTML={{ __html: html }} />
          <div class="answer">
            <button type="button" onClick={() => save(evening)}>
              {say("check.save-csv")}
            </button>
            <button type="button" onClick={() => forget(evening, title)}>
              {say("check.forget")}
            </button>
          </div>
        </details>
      ))}
    </section>
  );
}
