import { useState } from "preact/hooks";
import type { KeptCounts } from "../engine/kept.ts";
import type { PageProblem } from "../engine/page-language.ts";
import type { ShownGame } from "../engine/printer.ts";
import { GAMES, gameAddress, gameInAddress, LinkedGameNotice, useAddress } from "./address.tsx";
import { SAMPLE } from "./check/check.tsx";
import { FileButton } from "./game-fields.tsx";
import { Button, importWithUndo, Problems, type PageProps } from "./notices.tsx";
import { download } from "./saved-file.ts";

/** What one can do, in the order in which guests ask for it. */
const TASKS = ["check", "fill", "print", "write", "evenings", "season"] as const;

/** The first page: what one can do here, and where the data is. */
export function Home(props: PageProps) {
  const { say } = props.words;
  return (
    <section class="home" aria-labelledby="home-title">
      <h1 id="home-title">{say("home.heading")}</h1>
      <ul class="tasks">
        {TASKS.map((task) => (
          <li key={task}>
            <a href={`#${task}`} class={task === "check" ? "task main" : "task"}>
              <strong>{say(`home.tasks.${task}`)}</strong>
              <span>{say(`home.what.${task}`)}</span>
            </a>
          </li>
        ))}
      </ul>
      <p class="take">
        <a class="button" href={SAMPLE}>
          {say("home.sample")}
        </a>
        <a class="button" href={GAMES}>
          {say("games.heading")}
        </a>
      </p>
      <p>{say("home.pads")}</p>
      <KeptData {...props} />
    </section>
  );
}

/** What one can do with each game, by the page for it. */
const USES = ["print", "fill", "write"] as const;

/** All games: that of a link, those written here, then the shipped ones; on a site, also the way to its gallery. */
export function GamesPage({ engine, words }: PageProps) {
  const { say, code, games } = words;
  const [own, setOwn] = useState<readonly ShownGame[]>([]);
  const [linked, setLinked] = useState<string | null>(null);
  useAddress(async () => {
    setOwn(await engine.printer.ownGames());
    setLinked(gameInAddress("games"));
  });
  const listed = [...own, ...games].sort((a, b) => Number(b.id === linked) - Number(a.id === linked));
  // Sites say where their gallery is; `*` is the language.
  const { gallery } = document.getElementById("studio")?.dataset ?? {};
  const findPicture = (id: string) => gallery?.replace(/\*.*/, `games/${id}/pad-${code}.png`);
  return (
    <section class="games" aria-labelledby="games-title">
      <h1 id="games-title">{say("games.heading")}</h1>
      <LinkedGameNotice page="games" opens {...{ engine, words }} />
      {gallery !== undefined && (
        <p>
          {/* In another tab, so that photos that were taken are still here. */}
          <a class="button main" href={gallery.replace("*", code)} target="_blank" rel="noopener">
            {say("games.gallery")}
          </a>
        </p>
      )}
      <ul>
        {listed.map(({ id, name }) => (
          <li key={id} aria-current={id === linked}>
            {gallery !== undefined && !id.endsWith(".yaml") && (
              <img
                class="picture"
                src={findPicture(id)}
                alt=""
                {...{ width: 148, height: 210, loading: "lazy" }}
                onError={({ currentTarget }) => {
                  currentTarget.hidden = true;
                }}
              />
            )}
            <strong>{name}</strong>
            {USES.map((use) => (
              <a
                key={use}
                class="button"
                href={gameAddress(use, id)}
                aria-label={`${name}: ${say(`games.${use}`)}`}
              >
                {say(`games.${use}`)}
              </a>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Where the data is, and all of it as one file. */
function KeptData({ engine, words: { say }, offerUndo }: PageProps) {
  const [counts, setCounts] = useState<KeptCounts | null>(null);
  const [problems, setProblems] = useState<readonly PageProblem[]>([]);
  const [isSafe, setSafe] = useState(true);
  const count = async () => {
    const counts = await engine.countKept();
    setCounts(counts);
    setSafe(counts.games + counts.sheets === 0 || (await navigator.storage?.persisted?.()) === true);
  };
  useAddress(count);
  const save = async () => download(await engine.exportAll());
  const open = async (file: File) =>
    setProblems(await importWithUndo(await file.text(), { engine, offerUndo, look: count }));
  return (
    <section class="data" aria-labelledby="data-title">
      <h2 id="data-title">{say("home.data")}</h2>
      <p>{say("home.where")}</p>
      {counts !== null && <p>{say("home.counts", { ...counts })}</p>}
      {!isSafe && <p class="hint">{say("keeping.may-go")}</p>}
      <div class="take">
        <Button onTap={save} label={say("home.save")} />
        <FileButton label={say("home.open")} accept=".json" onFile={open} />
      </div>
      <Problems problems={problems} />
    </section>
  );
}
