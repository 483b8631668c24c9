import { useRef, useState } from "preact/hooks";
import type { SeasonWish, ShownSeason } from "../engine/evenings.ts";
import type { PageProblem } from "../engine/page-language.ts";
import { useAddress, useReturn } from "./address.tsx";
import { SharedEvening, ShareButtons } from "./evenings.tsx";
import { Field, FileButton, SelectField } from "./game-fields.tsx";
import { Button, askForPersistence, type PageProps, Problems } from "./notices.tsx";
import { download } from "./saved-file.ts";
import type { Words } from "./words.ts";
import { splitList, Typed } from "./write/write-form.tsx";

type League = ShownSeason["league"];

/** The page of a season: standings and records of kept evenings, by rules as in a league file. */
export function SeasonPage({ engine, words, offerUndo }: PageProps) {
  const { say } = words;
  const { evenings } = engine;
  const [season, show] = useState<ShownSeason | null>(null);
  const [problems, setProblems] = useState<readonly PageProblem[]>([]);
  const asked = useRef(0);
  const look = async (key = season?.key ?? null) => {
    const turn = ++asked.current;
    const found = await evenings.season(key);
    // Something may have been changed since.
    if (turn === asked.current) show(found);
  };
  useAddress(() => look(), [words.code]);
  useReturn(() => look(), [season?.key]);
  const take = async (kept: ReturnType<typeof evenings.keepSeason>) => {
    const { made, problems } = await kept;
    setProblems(problems);
    if (made === null) return;
    askForPersistence();
    await look(made);
  };
  const shared = <SharedEvening {...{ engine, words, offerUndo }} look={() => look(null)} page="season" />;
  if (season === null)
    return (
      <section class="season">
        <h1>{say("home.tasks.season")}</h1>
        {shared}
      </section>
    );
  const { key, title, subtitle, html, lines, waiting, seasons, league, from, to } = season;
  const change = (part: Partial<SeasonWish>) => {
    asked.current++;
    show({ ...season, ...part });
    return take(evenings.keepSeason({ key, from, to, league, ...part }));
  };
  const forget = async () => {
    const forgotten = await evenings.forgetSeason(key);
    await look(null);
    const undo = async () => {
      await evenings.restoreSeason(forgotten);
      await look(forgotten.key);
    };
    offerUndo({ message: (say) => say("undo.season", { season: title }), undo });
  };
  return (
    <section class="kept season" aria-labelledby="season-title">
      <h1 id="season-title">{title}</h1>
      {shared}
      <p>{subtitle}</p>
      {waiting > 0 && (
        <p class="hint">
          {say("season.waiting")} <a href="#evenings">{say("check.evenings")}</a>
        </p>
      )}
      <div dangerouslySetInnerHTML={{ __html: html }} />
      {lines.length > 0 && (
        <div class="answer">
          <ShareButtons
            {...{ words, offerUndo, title, subtitle, lines }}
            page="season"
            pack={() => evenings.packSeason(key)}
            pictureName="season.png"
            onProblems={setProblems}
          />
        </div>
      )}
      <Problems problems={problems} />
      <div class="choices">
        <div class="wishes">
          {seasons.length > 1 && (
            <SelectField
              label={say("season.which")}
              value={key}
              choices={seasons.map((one) => ({ id: one.key, label: one.title }))}
              onChoose={look}
            />
          )}
          {(["from", "to"] as const).map((end) => (
            <Field key={end} label={say(`season.${end}`)}>
              <input
                type="date"
                value={season[end]}
                onChange={({ currentTarget: { value } }) => change({ [end]: value })}
              />
            </Field>
          ))}
        </div>
        <details class="more-wishes">
          <summary>{say("season.rules")}</summary>
          <Rules {...{ words, season }} onChange={(part) => change({ league: { ...league, ...part } })} />
          <div class="answer">
            <FileButton
              label={say("season.open-file")}
              accept=".yaml,.yml"
              onFile={async (file) =>
                take(evenings.openLeague(key, { name: file.name, text: await file.text() }))
              }
            />
            <Button
              label={say("season.save-file")}
              onTap={async () => download(await evenings.leagueFile(key))}
            />
          </div>
        </details>
        {seasons.length > 0 && (
          <div class="answer">
            <Button onTap={async () => look(await evenings.beginSeason(key))} label={say("season.begin")} />
            <Button onTap={forget} label={say("season.forget")} />
          </div>
        )}
      </div>
    </section>
  );
}

interface RulesProps {
  readonly words: Words;
  readonly season: ShownSeason;
  readonly onChange: (part: Partial<League>) => void;
}

const WORTHS = ["win", "played", "beaten", "total"] as const;
const TIES = ["wins", "mean", "best", "total", "games", "evenings"] as const;

/** What the keys of a league file say, as a form. */
function Rules({ words: { say }, season: { league, games }, onChange }: RulesProps) {
  const { points, payout } = league;
  const number = (key: string, value: number | null, isGood: (typed: string) => boolean, set: Setter) => (
    <Typed
      key={key}
      isNumber
      label={say(`season.keys.${key}`)}
      value={value === null ? "" : String(value)}
      fault={say(
        isGood("") ? "season.wrong.count-or-all" : `season.wrong.${isGood("0.5") ? "number" : "count"}`,
      )}
      isGood={isGood}
      onType={(typed) => set(typed === "" ? null : Number(typed))}
    />
  );
  const list = (
    key: string,
    value: readonly number[],
    isGood: (all: readonly number[]) => boolean,
    set: (all: number[]) => void,
  ) => (
    <Typed
      key={key}
      label={say(`season.keys.${key}`)}
      value={value.join(", ")}
      fault={say(`season.wrong.${key}`)}
      isGood={(typed) => isGood(parseList(typed))}
      onType={(typed) => set(parseList(typed))}
    />
  );
  const choice = <T extends string>(key: string, value: T, choices: readonly T[], set: (one: T) => void) => (
    <SelectField
      key={key}
      label={say(`season.keys.${key}`)}
      value={value}
      choices={choices.map((id) => ({ id, label: say(`season.${key}.${id}`) }))}
      onChoose={set}
    />
  );
  const setTie = (at: number, tie: League["ties"][number] | "none") =>
    onChange({ ties: tie === "none" ? league.ties.slice(0, at) : league.ties.with(at, tie) });
  return (
    <div class="wishes">
      <Typed
        label={say("season.keys.league")}
        value={league.name ?? ""}
        isGood={(typed) => typed.length <= 120}
        onType={(typed) => onChange({ name: typed.trim() || null })}
      />
      {games.length > 1 && <GamesChoice {...{ say, games, league, onChange }} />}
      <fieldset>
        <legend>{say("season.keys.points")}</legend>
        <div class="wishes">
          {WORTHS.map((key) =>
            number(key, points[key], isWorth, (worth) =>
              onChange({ points: { ...points, [key]: worth ?? 0 } }),
            ),
          )}
          {list(
            "ranks",
            points.ranks,
            (all) => all.every((one) => isWorth(String(one))),
            (ranks) => onChange({ points: { ...points, ranks } }),
          )}
        </div>
      </fieldset>
      {choice("of", league.of, ["games", "evenings"], (of) => onChange({ of }))}
      {number(
        "best",
        league.best,
        (typed) => typed === "" || isCount(typed),
        (best) => onChange({ best }),
      )}
      {choice("score", league.score ?? "usual", ["usual", "sum", "mean"], (score) =>
        onChange({ score: score === "usual" ? null : score }),
      )}
      {number("least", league.least, isCount, (least) => onChange({ least: least ?? 1 }))}
      <fieldset>
        <legend>{say("season.keys.ties")}</legend>
        <div class="wishes">
          {[...league.ties, "none" as const].map((tie, at) => (
            <SelectField
              key={at}
              label={say("season.tie", { n: at + 1 })}
              value={tie}
              choices={(["none", ...TIES] as const)
                .filter((id) => id === "none" || id === tie || !league.ties.includes(id))
                .map((id) => ({ id, label: say(`season.ties.${id}`) }))}
              onChoose={(one) => setTie(at, one)}
            />
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend>{say("season.keys.payout")}</legend>
        <div class="wishes">
          {number(
            "stake",
            payout?.stake ?? null,
            (typed) => typed === "" || (isWorth(typed) && Number(typed) >= 0),
            (stake) => onChange({ payout: stake === null ? null : { ...(payout ?? NO_PAYOUT), stake } }),
          )}
          {payout !== null &&
            list(
              "shares",
              payout.shares,
              (all) => all.length > 0 && all.every((one) => one >= 0) && all.reduce((a, b) => a + b) <= 100.5,
              (shares) => onChange({ payout: { ...payout, shares } }),
            )}
          {payout !== null && (
            <Typed
              label={say("season.keys.currency")}
              value={payout.currency}
              isGood={(typed) => typed.length <= 120}
              onType={(typed) => onChange({ payout: { ...payout, currency: typed.trim() } })}
            />
          )}
        </div>
      </fieldset>
    </div>
  );
}

type Setter = (value: number | null) => void;

const NO_PAYOUT = { stake: 0, shares: [50, 30, 20], currency: "" };

type GamesProps = Pick<Words, "say"> & Pick<ShownSeason, "games" | "league"> & Pick<RulesProps, "onChange">;

/** Which of the games that were played count. */
function GamesChoice({ say, games, league, onChange }: GamesProps) {
  const all = games.map(({ id }) => id);
  const chosen = league.games ?? all;
  const choose = (id: string, counts: boolean) => {
    const now = all.filter((one) => (one === id ? counts : chosen.includes(one)));
    // Without any, all count.
    onChange({ games: now.length === 0 || now.length === all.length ? null : now });
  };
  return (
    <fieldset>
      <legend>{say("season.keys.games")}</legend>
      {games.map(({ id, name }) => (
        <label key={id} class="tick">
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={({ currentTarget: { checked } }) => choose(id, checked)}
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The numbers of a text such as `10, 6, 4`; NaN for what is none. */
function parseList(typed: string): number[] {
  return splitList(typed).map(Number);
}

function isWorth(typed: string): boolean {
  return typed.trim() !== "" && Math.abs(Number(typed)) <= 1_000_000;
}

function isCount(typed: string): boolean {
  return /^[1-9]\d{0,3}$/.test(typed) && Number(typed) <= 1000;
}
