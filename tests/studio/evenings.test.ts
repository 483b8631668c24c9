import { afterEach, describe, expect, it, vi } from "vitest";
import { need } from "../../src/rules/problem/problem.ts";
import { importAll } from "../../src/studio/engine/backup.ts";
import { LANGUAGES } from "../support/languages.ts";
import { openEngine } from "../support/studio.ts";

type Engine = ReturnType<typeof openEngine>;

/** Keeps a sheet of Yatzy on which two players have some threes. @param at when it is begun */
async function keepSheet({ filler }: Engine, at: string, scores: readonly [string, string]): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(at) });
  await filler.begin({ variant: "yatzy", choices: {}, names: ["Anna", "Ben"] });
  for (const [player, score] of scores.entries()) await filler.answer(15 * player + 2, score);
  await filler.keep();
}

afterEach(() => void vi.useRealTimers());

describe("the evenings that are kept", () => {
  it("lists them with the latest first; one lasts until the early morning", async () => {
    const engine = openEngine("en");
    await keepSheet(engine, "2026-11-20T20:00:00", ["9", "12"]);
    await keepSheet(engine, "2026-11-21T02:00:00", ["3", "6"]);
    await keepSheet(engine, "2026-11-27T20:00:00", ["9", "9"]);
    const { evenings: all } = await engine.evenings.all();
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
    const [evening, ...others] = (await engine.evenings.all()).evenings;
    expect(others).toEqual([]);
    expect(evening?.sheets).toBe(1);
    const { content } = await engine.evenings.csv("2026-11-20");
    expect(String(content)).toMatch(/Anna.*15/);
    expect(String(content)).not.toMatch(/Anna.*\b9\b/);
  });

  it.each(LANGUAGES)("speaks the language of the page, in lists and tables (%s)", async (code) => {
    const engine = openEngine(code);
    await keepSheet(engine, "2026-11-20T20:00:00", ["9", "12"]);
    const [evening] = (await engine.evenings.all()).evenings;
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
    expect((await engine.evenings.all()).evenings.map(({ evening }) => evening)).toEqual(["2026-11-20"]);
    // The sheet is corrected and kept once more before the way back is taken.
    await engine.filler.answer(2, "15");
    await engine.filler.keep();
    const [corrected] = (await engine.evenings.all()).evenings;
    await engine.evenings.restore(forgotten);
    expect((await engine.evenings.all()).evenings[0]).toEqual(corrected);
    expect((await engine.evenings.all()).evenings[1]).toEqual(before.evenings[1]);
    await engine.evenings.forget("2026-11-27");
    await engine.evenings.restore(forgotten);
    expect(await engine.evenings.all()).toEqual(before);
  });

  it("leaves out a sheet of a game that is no longer there, and keeps it", async () => {
    const engine = openEngine("en");
    await keepSheet(engine, "2026-11-20T20:00:00", ["9", "12"]);
    const [sheet] = await engine.kept.sheets.all();
    if (sheet === undefined) throw new Error("nothing was kept");
    await engine.kept.sheets.keep({ ...sheet, key: "1", yaml: sheet.yaml.replace("yatzy", "gone") });
    expect((await engine.evenings.all()).evenings.map(({ sheets }) => sheets)).toEqual([1]);
    expect(await engine.kept.sheets.all()).toHaveLength(2);
  });

  it("has the name, place and day that a person gives, in its title and its table", async () => {
    const engine = openEngine("en");
    await keepSheet(engine, "2026-11-20T20:00:00", ["9", "12"]);
    await keepSheet(engine, "2026-11-27T20:00:00", ["9", "9"]);
    await engine.evenings.describe("2026-11-27", {
      name: " Cup  night ",
      place: "The Lion",
      date: "2026-10-01",
    });
    const { evenings } = await engine.evenings.all();
    // Listed by the day that it has now.
    expect(evenings.map(({ evening, title }) => [evening, title])).toEqual([
      ["2026-11-20", "Friday, November 20, 2026"],
      ["2026-11-27", "Cup night · Thursday, October 1, 2026 · The Lion"],
    ]);
    expect(evenings[1]?.html).toContain("Cup night · The Lion");
    // What is no day changes nothing.
    await engine.evenings.describe("2026-11-27", { name: "", place: "", date: "soon" });
    expect((await engine.evenings.all()).evenings[0]?.title).toBe("Friday, November 27, 2026");
  });

  it("renames the players of a sheet, who count as themselves from then on", async () => {
    const engine = openEngine("en");
    await keepSheet(engine, "2026-11-20T20:00:00", ["9", "12"]);
    const listed = async () => (await engine.evenings.all()).evenings.flatMap(({ list }) => list);
    const [sheet] = await listed();
    if (sheet === undefined) throw new Error("nothing is listed");
    expect(sheet.players.map(({ name }) => name)).toEqual(["Anna", "Ben"]);
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
    const [sheet] = (await engine.evenings.all()).evenings.flatMap(({ list }) => list);
    await engine.filler.begin({ variant: "yazzo", choices: {}, names: ["Dora"] });
    const onTable = await engine.filler.resume();
    const opened = await engine.filler.correct(sheet?.key ?? "");
    expect(opened?.shown.players).toEqual(["Anna", "Ben"]);
    await engine.filler.answer(2, "6");
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2027-01-01T20:00:00") });
    await engine.filler.keep();
    const { evenings } = await engine.evenings.all();
    expect(evenings.map(({ evening, sheets }) => [evening, sheets])).toEqual([["2026-11-20", 1]]);
    expect(evenings[0]?.lines).toContain("1.  Ben  12\u00a0points");
    expect(evenings[0]?.lines).toContain("2.  Anna  6\u00a0points");
    if (!opened?.before) throw new Error("nothing was on the table");
    expect((await engine.filler.putBack(opened.before)).shown).toEqual(onTable);
    expect(await engine.filler.correct("gone")).toBeNull();
  });

  it("is sent whole in a link, with its name and the games that it needs", async () => {
    const engine = openEngine("en");
    // The sheets say which game they are of by its id.
    const text = "id: yatzy\nname: { de: L, en: Lion, sv: L }\n";
    await engine.writer.receive({ text, name: "Lion" });
    await engine.writer.receive({ text: text.replace("yatzy", "other"), name: "Other" });
    await keepSheet(engine, "2026-11-20T20:00:00", ["9", "12"]);
    await keepSheet(engine, "2026-11-27T20:00:00", ["9", "9"]);
    const [own] = (await engine.evenings.all()).evenings;
    if (own === undefined) throw new Error("nothing was kept");
    await engine.evenings.describe(own.evening, { name: "Cup", place: "", date: own.evening });
    const { made } = await engine.evenings.pack(own.evening);
    const other = openEngine("en");
    const { made: unpacked } = await other.evenings.unpack(made ?? "");
    need(await importAll(other.kept, unpacked ?? ""));
    const [first] = (await engine.evenings.all()).evenings;
    expect((await other.evenings.all()).evenings).toEqual([first]);
    expect((await other.writer.listGames()).map(({ name }) => name)).toEqual(["Lion"]);
    expect((await other.evenings.unpack("%")).made).toBeNull();
  });

  it("adds up all evenings by game, with the best sheet", async () => {
    const engine = openEngine("en");
    await keepSheet(engine, "2026-11-20T20:00:00", ["9", "12"]);
    expect((await engine.evenings.all()).season).toBe("");
    await keepSheet(engine, "2026-11-27T20:00:00", ["15", "6"]);
    const { season } = await engine.evenings.all();
    expect(season).toContain("Yatzy: 2 evenings");
    expect(season.replace(/<[^>]*>/g, "|")).toMatch(/1\.\|+Anna\|+24\spoints[|\s]+2\.\|+Ben\|+18\spoints/);
    expect(season).toContain("Best sheet: Anna, 15");
  });
});
