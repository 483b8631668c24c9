import { afterEach, describe, expect, it, vi } from "vitest";
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

  it("leaves out a sheet of a game that is no longer there, and keeps it", async () => {
    const engine = openEngine("en");
    await keepSheet(engine, "2026-11-20T20:00:00", ["9", "12"]);
    const [sheet] = await engine.kept.sheets.all();
    if (sheet === undefined) throw new Error("nothing was kept");
    await engine.kept.sheets.keep({ ...sheet, key: "1", yaml: sheet.yaml.replace("yatzy", "gone") });
    expect((await engine.evenings.all()).map(({ sheets }) => sheets)).toEqual([1]);
    expect(await engine.kept.sheets.all()).toHaveLength(2);
  });
});
