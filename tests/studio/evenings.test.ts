import { afterEach, describe, expect, it, vi } from "vitest";
import { parse } from "yaml";
import { readGame } from "../../src/files/package/read-game.ts";
import { rulesDigest } from "../../src/print/form/form-script.ts";
import { packText } from "../../src/print/publish/publication.ts";
import { need } from "../../src/rules/problem/problem.ts";
import { readLeague } from "../../src/season/league/league-file.ts";
import { importAll } from "../../src/studio/engine/backup.ts";
import type { KeptSheet } from "../../src/studio/engine/kept.ts";
import { LANGUAGES, language } from "../support/languages.ts";
import { openEngine, openWithGames } from "../support/studio.ts";

type Engine = ReturnType<typeof openEngine>;

/** Keeps a sheet of Yatzy on which two players have some threes. @param at when it is begun */
async function keepSheet({ filler }: Engine, at: string, scores: readonly [string, string]): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(at) });
  await filler.begin({ variant: "yatzy", choices: {}, names: ["Anna", "Ben"] });
  for (const [player, score] of scores.entries()) await filler.answer(15 * player + 2, score);
  await filler.keep();
}

afterEach(() => void vi.useRealTimers());

/** Keeps a finished sheet of Yatzy whose players have some threes and nothing else. */
async function keepWhole({ kept }: Engine, evening: string, threes: Readonly<Record<string, number>>) {
  const players = Object.entries(threes).map(([name, score]) => {
    const boxes = [...need(readGame("yatzy")).sections.flatMap(({ categories }) => categories)].map(
      ({ id }) => id,
    );
    return {
      name,
      columns: { main: Object.fromEntries(boxes.map((id) => [id, id === "threes" ? score : "/"])) },
    };
  });
  await kept.sheets.keep({
    ...{ key: evening, evening, yaml: JSON.stringify({ variant: "yatzy", complete: true, players }) },
    checked: { file: "Yatzy.yaml", number: 0, verdict: "correct", doubtful: [], unnamed: [] },
  });
}

describe("the evenings that are kept", () => {
  it("lists them with the latest first; one lasts until the early morning", async () => {
    const engine = openEngine("en");
    await keepSheet(engine, "2026-11-20T20:00:00", ["9", "12"]);
    await keepSheet(engine, "2026-11-21T02:00:00", ["3", "6"]);
    await keepSheet(engine, "2026-11-27T20:00:00", ["9", "9"]);
    const all = await engine.evenings.all();
    expect(all.map(({ evening, sheets }) => [evening, sheets])).toEqual([
      ["2026-11-27", 1],
      ["2026-11-20", 2],
    ]);
  });

  it("has a sheet once, as it was kept last", async () => {
    const engine = openEngine("en");
    await keepSheet(engine, "2026-11-20T20:00:00", ["9", "12"]);
    await engine.filler.answer(2, "15");
    await engine.filler.keep();
    const [evening, ...others] = await engine.evenings.all();
    expect(others).toEqual([]);
    expect(evening?.sheets).toBe(1);
    const { content } = await engine.evenings.csv("2026-11-20");
    expect(String(content)).toMatch(/Anna.*15/);
    expect(String(content)).not.toMatch(/Anna.*\b9\b/);
  });

  it("counts copies of a sheet once, as `check` does, and says so", async () => {
    const engine = openEngine("en");
    const threes = { Anna: 9, Ben: 12 };
    await keepWhole(engine, "2026-11-20", threes);
    const [sheet] = await engine.kept.sheets.all();
    if (sheet === undefined) throw new Error("nothing was kept");
    const yaml = sheet.yaml.replace("Anna", "ANNA ");
    await engine.kept.sheets.keep(
      { ...sheet, key: "3", yaml },
      { ...sheet, key: "4", evening: "2026-11-27" },
    );
    const [later, first] = await engine.evenings.all();
    expect([later?.sheets, first?.sheets, first?.list.length]).toEqual([1, 1, 2]);
    expect(first?.lines).toEqual(later?.lines);
    expect(first?.html).toContain("One sheet is a copy of another");
    expect(first?.list.map(({ verdict }) => verdict).sort()).toEqual([
      "a copy that does not count",
      "correct",
    ]);
    expect((await engine.evenings.csv("2026-11-20")).content).toEqual(
      (await engine.evenings.csv("2026-11-27")).content,
    );
    expect((await engine.evenings.season(null)).lines.join("\n")).toContain("2 games");
  });

  it.each(LANGUAGES)("speaks the language of the page, in lists and tables (%s)", async (code) => {
    const engine = openEngine(code);
    await keepSheet(engine, "2026-11-20T20:00:00", ["9", "12"]);
    const [evening] = await engine.evenings.all();
    const day = new Intl.DateTimeFormat(code, { dateStyle: "full", timeZone: "UTC" });
    expect(evening?.title).toBe(day.format(new Date("2026-11-20T00:00:00Z")));
    const { name, content } = await engine.evenings.csv("2026-11-20");
    expect(name).toBe("2026-11-20.csv");
    expect(evening?.html + String(content)).not.toMatch(/\[\w+[.-][\w.-]+\]/);
  });

  it("forgets an evening and takes it back, without touching what was kept in the meantime", async () => {
    const engine = openEngine("en");
    await keepSheet(engine, "2026-11-20T20:00:00", ["9", "12"]);
    await keepSheet(engine, "2026-11-27T20:00:00", ["9", "9"]);
    const before = await engine.evenings.all();
    const forgotten = await engine.evenings.forget("2026-11-27");
    expect((await engine.evenings.all()).map(({ evening }) => evening)).toEqual(["2026-11-20"]);
    // The sheet is corrected and kept once more before the way back is taken.
    await engine.filler.answer(2, "15");
    await engine.filler.keep();
    const [corrected] = await engine.evenings.all();
    await engine.evenings.restore(forgotten);
    expect((await engine.evenings.all())[0]).toEqual(corrected);
    expect((await engine.evenings.all())[1]).toEqual(before[1]);
    await engine.evenings.forget("2026-11-27");
    await engine.evenings.restore(forgotten);
    expect(await engine.evenings.all()).toEqual(before);
  });

  it.each(LANGUAGES)(
    "says that sheets of games that are no longer there don't count, and keeps them (%s)",
    async (code) => {
      const engine = openEngine(code);
      await keepSheet(engine, "2026-11-20T20:00:00", ["9", "12"]);
      const pages = async () => [
        (await engine.evenings.all())[0]?.html,
        (await engine.evenings.season(null)).html,
      ];
      const sentence = (n: number) => language(code).translate("studio.evenings.unread", { n });
      for (const html of await pages()) expect(html).not.toContain(sentence(1));
      const [sheet] = await engine.kept.sheets.all();
      if (sheet === undefined) throw new Error("nothing was kept");
      const yaml = sheet.yaml.replace("yatzy", "gone");
      for (const n of [1, 2]) {
        await engine.kept.sheets.keep({ ...sheet, key: `${n}`, yaml });
        expect((await engine.evenings.all())[0]?.sheets).toBe(1);
        for (const html of await pages()) expect(html).toContain(sentence(n));
      }
      await engine.kept.sheets.forget(sheet.key);
      expect((await engine.evenings.all())[0]?.sheets).toBe(0);
      for (const html of await pages()) expect(html).toContain(sentence(2));
      expect(await engine.kept.sheets.all()).toHaveLength(2);
    },
  );

  it("has the name, place and day that a person gives, in its title and its table", async () => {
    const engine = openEngine("en");
    await keepSheet(engine, "2026-11-20T20:00:00", ["9", "12"]);
    await keepSheet(engine, "2026-11-27T20:00:00", ["9", "9"]);
    // Whoever types fast is not waited for.
    const parts = [{ name: " Cup  night " }, { place: "The Lion" }, { date: "2026-10-01" }];
    await Promise.all(parts.map((part) => engine.evenings.describe("2026-11-27", part)));
    const evenings = await engine.evenings.all();
    // Listed by the day that it has now.
    expect(evenings.map(({ evening, title }) => [evening, title])).toEqual([
      ["2026-11-20", "Friday, November 20, 2026"],
      ["2026-11-27", "Cup night · Thursday, October 1, 2026 · The Lion"],
    ]);
    // The page says them once, above the ranking, which nobody takes for final where it is shared.
    expect(evenings[1]?.html).toContain("<h2>Yatzy</h2>");
    expect(evenings[1]?.lines.at(-1)).toBe("Provisional, as a sheet is not finished.");
    // What is no day changes nothing.
    await engine.evenings.describe("2026-11-27", { name: "", place: "", date: "soon" });
    expect((await engine.evenings.all())[0]?.title).toBe("Friday, November 27, 2026");
  });

  it("renames the players of a sheet, who count as themselves from then on", async () => {
    const engine = openEngine("en");
    await keepSheet(engine, "2026-11-20T20:00:00", ["9", "12"]);
    const listed = async () => (await engine.evenings.all()).flatMap(({ list }) => list);
    const [sheet] = await listed();
    if (sheet === undefined) throw new Error("nothing is listed");
    expect(sheet.players.map(({ name }) => name)).toEqual(["Anna", "Ben"]);
    const quick = ["Ann", "Bo"].map((name, at) => engine.evenings.rename(sheet.key, at + 1, name));
    expect(await Promise.all(quick)).toEqual([null, null]);
    expect((await listed())[0]?.players.map(({ name }) => name)).toEqual(["Ann", "Bo"]);
    for (const [at, name] of ["Anna", "Ben"].entries()) await engine.evenings.rename(sheet.key, at + 1, name);
    expect(await engine.evenings.rename(sheet.key, 2, "anna")).toBe(
      "Somebody on this sheet is called anna already.",
    );
    expect(await engine.evenings.rename(sheet.key, 2, "Cleo")).toBeNull();
    expect(await engine.evenings.rename(sheet.key, 2, "  ")).toBeNull();
    expect((await listed())[0]?.players.map(({ name, score }) => `${name} ${score}`)).toEqual([
      "Anna 9\u00a0points",
      "Cleo 12\u00a0points",
    ]);
  });

  it("lets a kept sheet be corrected, which replaces it, and gives back what was on the table", async () => {
    const engine = openEngine("en");
    await keepSheet(engine, "2026-11-20T20:00:00", ["9", "12"]);
    const [sheet] = (await engine.evenings.all()).flatMap(({ list }) => list);
    await engine.filler.begin({ variant: "yazzo", choices: {}, names: ["Dora"] });
    const onTable = await engine.filler.resume();
    const opened = await engine.filler.correct(sheet?.key ?? "");
    expect(opened?.shown.players).toEqual(["Anna", "Ben"]);
    await engine.filler.answer(2, "6");
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2027-01-01T20:00:00") });
    await engine.filler.keep();
    const evenings = await engine.evenings.all();
    expect(evenings.map(({ evening, sheets }) => [evening, sheets])).toEqual([["2026-11-20", 1]]);
    expect(evenings[0]?.lines).toContain("1.  Ben  12\u00a0points");
    expect(evenings[0]?.lines).toContain("2.  Anna  6\u00a0points");
    if (!opened?.before) throw new Error("nothing was on the table");
    expect((await engine.filler.putBack(opened.before)).shown).toEqual(onTable);
    expect(await engine.filler.correct("gone")).toBeNull();
  });

  it.each([false, true])(
    "keeps the names of the night when its sheet is kept again (corrected: %s)",
    async (isCorrected) => {
      const engine = openEngine("en");
      await keepSheet(engine, "2026-11-20T20:00:00", ["9", "12"]);
      const [sheet] = (await engine.evenings.all()).flatMap(({ list }) => list);
      if (isCorrected) await engine.filler.correct(sheet?.key ?? "");
      const names = async () => (await engine.evenings.all())[0]?.list[0]?.players.map(({ name }) => name);
      expect(await engine.evenings.rename(sheet?.key ?? "", 2, "Cleo")).toBeNull();
      expect((await engine.filler.resume())?.players).toEqual(["Anna", "Cleo"]);
      await engine.filler.answer(3, "4");
      await engine.filler.keep();
      expect(await names()).toEqual(["Anna", "Cleo"]);
      // Nor is a sheet renamed that is another one.
      vi.setSystemTime(new Date("2026-11-20T21:00:00"));
      await engine.filler.begin({ variant: "yatzy", choices: {}, names: ["Anna", "Dora"] });
      await engine.evenings.rename(sheet?.key ?? "", 2, "Ben");
      expect((await engine.filler.resume())?.players).toEqual(["Anna", "Dora"]);
    },
  );

  it("renames the player on the table who is meant, where another one has left", async () => {
    const engine = openEngine("en");
    await engine.filler.begin({ variant: "yatzy", choices: {}, names: ["Anna", "Ben", "Cleo"] });
    await engine.filler.keep();
    const [sheet] = (await engine.evenings.all()).flatMap(({ list }) => list);
    await engine.filler.leave(1);
    await engine.evenings.rename(sheet?.key ?? "", 3, "Dora");
    expect((await engine.filler.resume())?.players).toEqual(["Ben", "Dora"]);
  });

  it("leaves a player without a name without one when its sheet is corrected", async () => {
    const engine = openEngine("en");
    await engine.filler.begin({ variant: "yatzy", choices: {}, names: ["Anna", ""] });
    await engine.filler.answer(2, "9");
    await engine.filler.keep();
    const listNamed = async () =>
      (await engine.kept.sheets.all()).flatMap(({ named }) => named?.map(({ name }) => name));
    expect(await listNamed()).toEqual(["Anna"]);
    const [sheet] = await engine.kept.sheets.all();
    const opened = await engine.filler.correct(sheet?.key ?? "");
    expect(opened?.shown.players).toEqual(["Anna", "Player 2"]);
    await engine.filler.answer(2, "6");
    await engine.filler.keep();
    expect(await listNamed()).toEqual(["Anna"]);
  });

  /** A kept sheet as photos leave them: each part has a value that no sheet from the table has. */
  function photographed(isOfGames: boolean): KeptSheet {
    const boxes = (score: number) => ({ columns: { main: { threes: score } } });
    const ink = (digit: string) => ({ grid: digit.repeat(480), aspect: 3 });
    const text = {
      ...{ variant: "yatzy", complete: false, date: "2026-11-20", place: "The Lion", evening: "Cup" },
      photo: `${"ab".repeat(32)}-1`,
      ...(isOfGames && { games_of: ["Anna", "Ben", "Anna"] }),
      players: [
        { name: isOfGames ? "Game 1" : "Anna", ...boxes(9) },
        { name: isOfGames ? "Game 2" : "Spieler 2", left: true, ...boxes(12) },
        { name: isOfGames ? "Game 3" : "Cleo", ...boxes(6) },
      ],
    };
    const named = { player: 1, name: isOfGames ? "Anna, Ben" : "Anna", isGiven: true, ink: ink("4") };
    const cleo = { player: 4, name: "Cleo", isGiven: true, ink: ink("7") };
    return {
      ...{ key: "1 1", evening: "2026-11-20", yaml: JSON.stringify(text) },
      checked: {
        ...{ file: "IMG_1.jpg", number: 17, verdict: "unsure", doubtful: ["Anna"] },
        unnamed: isOfGames ? [] : ["Spieler 2"],
        onPhoto: { along: "across", at: 2, of: 2 },
      },
      rules: rulesDigest(need(readGame("yatzy"))),
      named: isOfGames ? [named] : [named, cleo],
    };
  }
  /** All of a kept sheet, and of what its text says. */
  const spread = ({ yaml, ...others }: KeptSheet) => ({ ...others, text: parse(yaml) as KeptText });
  type KeptText = { players: { name: string; columns: { main: Record<string, unknown> } }[] };

  it.each([false, true])("keeps all that a correction doesn't touch (games of a person: %s)", async (is) => {
    const engine = openEngine("en");
    const before = photographed(is);
    await engine.kept.sheets.keep(before);
    await engine.filler.correct(before.key);
    await engine.filler.answer(2, "12");
    await engine.filler.keep();
    const [after] = await engine.kept.sheets.all();
    if (after === undefined) throw new Error("nothing was kept");
    const { checked, text, ...others } = spread(after);
    const { checked: checkedBefore, text: textBefore, game: _, ...othersBefore } = spread(before);
    expect(others).toEqual({ ...othersBefore, game: undefined });
    expect(checked).toEqual({ ...checkedBefore, verdict: "correct", doubtful: [] });
    const scores = ({ players }: KeptText) =>
      players.map(({ columns: { main }, ...player }) => ({ ...player, threes: main.threes }));
    const [first, ...rest] = scores(textBefore);
    const heads = [text, textBefore].map(({ players: _, ...head }) => head);
    expect(heads[0]).toEqual(heads[1]);
    const noTotals = scores(text).map(({ name, threes, ...one }) => ({
      ...{ name, threes },
      ...("left" in one && { left: one.left }),
    }));
    expect(noTotals).toEqual([{ ...first, threes: 12 }, ...rest]);
  });

  it("keeps the writing of the others when a player is taken off a photographed sheet", async () => {
    const engine = openEngine("en");
    const before = photographed(false);
    await engine.kept.sheets.keep(before);
    await engine.filler.correct(before.key);
    await engine.filler.leave(2);
    await engine.filler.keep();
    const [after] = await engine.kept.sheets.all();
    expect(after?.named).toEqual(before.named);
    expect(after?.checked).toMatchObject({ number: 17, unnamed: [] });
  });

  it.each([false, true])("keeps the writing of a player who is renamed (games: %s)", async (is) => {
    const engine = openEngine("en");
    const before = photographed(is);
    await engine.kept.sheets.keep(before);
    await engine.filler.correct(before.key);
    const names = (await engine.filler.resume())?.players;
    expect(await engine.evenings.rename(before.key, is ? 1 : 3, "Dora")).toBeNull();
    const [after] = await engine.kept.sheets.all();
    const ink = ({ ink }: NonNullable<KeptSheet["named"]>[number]) => ink;
    expect(after?.named?.map(ink)).toEqual(before.named?.map(ink));
    expect(after?.named?.at(-1)).toMatchObject({ ...before.named?.at(-1), name: "Dora" });
    // Games on the table keep their names: it is the person who got another one.
    expect((await engine.filler.resume())?.players).toEqual(is ? names : names?.with(2, "Dora"));
  });

  it("is sent whole in a link, with its name and the games that it needs", async () => {
    const engine = openEngine("en");
    // The sheets say which game they are of by its id.
    const text = "id: yatzy\nname: { de: L, en: Lion, sv: L }\n";
    await engine.writer.receive({ text, name: "Lion" });
    await engine.writer.receive({ text: text.replace("yatzy", "other"), name: "Other" });
    await keepSheet(engine, "2026-11-20T20:00:00", ["9", "12"]);
    await keepSheet(engine, "2026-11-27T20:00:00", ["9", "9"]);
    const [own] = await engine.evenings.all();
    if (own === undefined) throw new Error("nothing was kept");
    await engine.evenings.describe(own.evening, { name: "Cup", place: "", date: own.evening });
    const { made } = await engine.evenings.pack(own.evening);
    const other = openEngine("en");
    const { made: unpacked } = await other.evenings.unpack(made ?? "");
    need(await importAll(other.kept, unpacked?.text ?? ""));
    const [first] = await engine.evenings.all();
    expect(await other.evenings.all()).toEqual([first]);
    expect(unpacked?.title).toBe(first?.title);
    expect((await other.writer.listGames()).map(({ name }) => name)).toEqual(["Lion"]);
    for (const other of ["%", need(packText("{}")), need(packText("id: ours\n"))]) {
      const { made, problems } = await openEngine("en").evenings.unpack(other);
      expect([made, problems.map(({ message }) => message)]).toEqual([
        null,
        ["this link contains no game nights"],
      ]);
    }
  });

  it("makes standings and records of its evenings, by rules and days that are kept", async () => {
    const engine = openEngine("en");
    const { evenings } = engine;
    await keepWhole(engine, "2026-11-20", { Anna: 9, Ben: 12 });
    await keepWhole(engine, "2026-11-27", { Anna: 18, Cleo: 6 });
    await keepSheet(engine, "2026-11-28T20:00:00", ["9", "12"]);
    const usual = await evenings.season(null);
    expect(usual).toMatchObject({ key: "1", seasons: [], title: "All game nights", waiting: 1 });
    expect(usual.lines).toEqual([
      "1.  Anna  1 point, 2 games",
      "2.  Ben  1 point, 1 game",
      "3.  Cleo  0 points, 1 game",
    ]);
    expect(usual.html).toContain("Highest total: Anna, 18");
    const league = { ...usual.league, name: "Autumn", points: { ...usual.league.points, win: 0, total: 1 } };
    const { made } = await evenings.keepSeason({ key: "1", from: "2026-11-01", to: "2026-11-26", league });
    const again = await openEngine("en", engine.browser).evenings.season(made);
    expect(again.lines).toEqual(["1.  Ben  12 points, 1 game", "2.  Anna  9 points, 1 game"]);
    expect(again.seasons).toEqual([{ key: made, title: "Autumn" }]);
    // A file of the command line says the same.
    const { content } = await evenings.leagueFile(made ?? "");
    expect(need(readLeague("league.yaml", String(content)))).toEqual(league);
    const other = await evenings.beginSeason(made ?? "");
    const file = { name: "low.yaml", text: "league: Winter\nbest: 0\n" };
    expect((await evenings.openLeague(other, file)).problems[0]?.message).toContain("best");
    await evenings.openLeague(other, { ...file, text: "league: Winter\n" });
    expect((await evenings.season(null)).title).toBe("Winter");
    const forgotten = await evenings.forgetSeason(other);
    expect((await evenings.season(null)).title).toBe("Autumn");
    await evenings.restoreSeason(forgotten);
    expect((await evenings.season(null)).seasons.map(({ title }) => title)).toEqual(["Winter", "Autumn"]);
  });

  it("sends a season with its evenings and rules in a link", async () => {
    const engine = openEngine("en");
    await keepWhole(engine, "2026-11-20", { Anna: 9, Ben: 12 });
    await keepWhole(engine, "2026-11-27", { Anna: 18, Cleo: 6 });
    const { league } = await engine.evenings.season(null);
    const wish = { key: "1", from: "2026-11-21", to: "", league: { ...league, name: "Cup" } };
    const { made } = await engine.evenings.keepSeason(wish);
    const { made: packed } = await engine.evenings.packSeason(made ?? "");
    const other = openEngine("en");
    const { made: unpacked } = await other.evenings.unpack(packed ?? "");
    need(await importAll(other.kept, unpacked?.text ?? ""));
    const { title, lines } = await other.evenings.season(null);
    expect(unpacked?.title).toBe(title);
    expect([title, lines]).toEqual(["Cup", ["1.  Anna  1 point, 1 game", "2.  Cleo  0 points, 1 game"]]);
    expect(await other.evenings.all()).toHaveLength(1);
  });
});

const NAMES = "name: { de: Löwe, en: Lion, sv: Lejon }\n";
const LION = `id: lion\nextends: yatzy\n${NAMES}`;
const CUB = `id: cub\nextends: lion\n${NAMES}`;
const EASY = "sections: { upper: { tiers: [{ from: 6, add: 500 }] } }\n";
/** The games of one's own by their keys, the first of which is played, and what becomes of them; null if they are deleted. */
type Texts = Readonly<Record<number, string | null>>;
const CHANGES: Readonly<Record<string, readonly [before: Texts, after: Texts]>> = {
  "its bonus is changed": [{ 10: LION }, { 10: LION + EASY }],
  "its ranking is changed": [{ 10: LION }, { 10: `${LION}ranking: { order: lowest }\n` }],
  "its id is changed": [{ 10: LION }, { 10: LION.replace("lion", "tiger") }],
  "its house rules are changed": [{ 10: LION }, { 10: `${LION}options: { striking: null }\n` }],
  "it is another game": [{ 10: LION }, { 10: LION.replace("yatzy", "crag") }],
  "it is broken": [{ 10: LION }, { 10: `${LION}dice: 77\n` }],
  "it is deleted": [{ 10: LION }, { 10: null }],
  "it is deleted, and has the id of a shipped one": [
    { 10: `id: crag\nextends: yatzy\n${NAMES}${EASY}` },
    { 10: null },
  ],
  "its base is changed": [{ 10: CUB, 20: LION }, { 20: LION + EASY }],
  "its base is deleted": [{ 10: CUB, 20: LION }, { 20: null }],
};

describe("evenings of games that were written here", () => {
  const opened: ReturnType<typeof openWithGames>[] = [];
  afterEach(() => {
    for (const studio of opened.splice(0).reverse()) studio.leave();
  });

  function open() {
    const studio = openWithGames();
    opened.push(studio);
    return studio;
  }

  /** Plays and keeps a sheet of the first game. */
  async function play(texts: Texts) {
    const studio = open();
    await studio.write(texts);
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T20:00:00") });
    const wish = { variant: "own/10.yaml", choices: { striking: "needed" }, names: ["Anna", "Ben"] };
    expect((await studio.filler.begin(wish)).problems).toEqual([]);
    for (const [player, score] of ["9", "12"].entries()) await studio.filler.answer(15 * player + 2, score);
    await studio.filler.keep();
    return studio;
  }

  it.each(Object.entries(CHANGES))("stay as they were when %s", async (_, [before, after]) => {
    const { browser, evenings, filler, write } = await play(before);
    const look = async () => [await evenings.all(), await evenings.season(null)];
    const [first, sheet] = [await look(), await filler.resume()];
    expect(first[0]).toMatchObject([{ sheets: 1, lines: { 1: expect.stringContaining("Ben") } }]);
    await write(after);
    expect(await look()).toEqual(first);
    expect(await filler.resume()).toEqual(sheet);
    // So they are for another page, and for a correction.
    const other = openEngine("en", browser);
    expect(await other.filler.resume()).toEqual(sheet);
    const [kept] = await other.kept.sheets.all();
    expect((await other.filler.correct(kept?.key ?? ""))?.shown.html).toEqual(sheet?.html);
    await other.filler.keep();
    expect(await look()).toEqual(first);
    // The players can play on, by the rules of today if there are any.
    const again = await other.filler.beginAgain();
    expect(again?.shown.players).toEqual(["Anna", "Ben"]);
  });

  it("have the words of today while the rules are the same", async () => {
    const { browser, evenings, filler, write } = await play({ 10: LION });
    await write({ 10: LION.replace("en: Lion", "en: Big lion") });
    expect((await evenings.all())[0]?.lines[0]).toBe("Big lion");
    expect((await openEngine("en", browser).filler.resume())?.title).toBe("Big lion");
    expect((await filler.beginAgain())?.shown.title).toBe("Big lion");
  });

  it.each([true, false])("are sent whole with a base of one's own (text kept: %s)", async (isKept) => {
    const { kept, evenings } = await play({ 10: `# ours\n${CUB}`, 20: LION + EASY });
    const [first] = await evenings.all();
    const [sheet] = await kept.sheets.all();
    if (sheet !== undefined && !isKept) await kept.sheets.keep({ ...sheet, game: undefined });
    const { made } = await evenings.pack(first?.evening ?? "");
    const other = open();
    const { made: brought } = await other.evenings.unpack(made ?? "");
    need(await importAll(other.kept, brought?.text ?? ""));
    await other.write({});
    expect(await other.evenings.all()).toEqual([first]);
    // The game is there as well, for another evening.
    const [game, ...others] = await other.writer.listGames();
    expect(others).toEqual([]);
    const wish = { variant: `received/${game?.key}.yaml`, choices: {}, names: ["Cleo"] };
    expect((await other.filler.begin(wish)).problems).toEqual([]);
  });

  it("are those of an older studio, which kept no text of the game", async () => {
    const { kept, browser, evenings } = await play({ 10: LION });
    const before = await evenings.all();
    for (const shelf of ["sheets", "fillings"] as const)
      for (const one of browser.stored.get(shelf)?.values() ?? [])
        Reflect.deleteProperty(one as object, "game");
    expect((await kept.sheets.all()).map(({ game }) => game)).toEqual([undefined]);
    expect(await evenings.all()).toEqual(before);
    const other = openEngine("en", browser);
    expect((await other.filler.resume())?.players).toEqual(["Anna", "Ben"]);
  });
});
