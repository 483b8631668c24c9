import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ShownFilling } from "../../src/studio/engine/filler.ts";
import { language, LANGUAGES } from "../support/languages.ts";
import { openEngine } from "../support/studio.ts";
import { rareTest } from "../support/cases.ts";

type Filler = ReturnType<typeof openEngine>["filler"];

/** Begins a sheet of Yatzy. */
async function begin(filler: Filler, ...names: string[]): Promise<ShownFilling> {
  const { made, problems } = await filler.begin({ variant: "yatzy", choices: {}, names });
  expect(problems).toEqual([]);
  if (made === null) throw new Error("nothing was begun");
  return made.shown;
}

/** The indices of a player's boxes begin at this multiple. */
const BOXES = 15;
const THREES = 2;
const RUNS = 6;

async function enter(filler: Filler, at: number, typed: string): Promise<ShownFilling> {
  const { fault, shown } = given(await filler.answer(at, typed));
  expect(fault).toBeNull();
  return given(shown);
}

/** What must be there. */
function given<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error("there is nothing");
  return value;
}

describe("a sheet on the table", () => {
  it.each(LANGUAGES)("is in the language of the page (%s)", async (code) => {
    const { filler } = openEngine(code);
    const shown = await begin(filler, "", "Ben", "Ben");
    const word = (key: string, args = {}) => language(code).translate(key, args);
    expect(shown.players).toEqual([word("sheet.made-up-name", { n: "1" }), "Ben", "Ben (2)"]);
    expect(await filler.answer(THREES, "a lot")).toEqual({ fault: word("photo.page.fault") });
    const { html } = await enter(filler, THREES, "9");
    expect(html.table + html.findings + html.ranking).not.toMatch(/\[\w+[.-][\w.-]+\]/);
    expect(filler.editor(THREES)).toContain('data-value="9"');
  });

  it("says everything anew after a change of language, and loses nothing", async () => {
    const { filler, speak } = openEngine("de");
    await begin(filler, "Anna", "Ben");
    const german = await enter(filler, THREES, "9");
    speak("sv");
    const swedish = await filler.resume();
    expect(swedish?.html.table).not.toBe(german.html.table);
    speak("de");
    expect(await filler.resume()).toEqual(german);
  });

  it("tells what breaks a rule, and not before it does", async () => {
    const { filler } = openEngine("en");
    await begin(filler, "Anna", "Ben");
    expect((await enter(filler, THREES, "9")).html.findings).not.toContain("wrong");
    expect((await enter(filler, THREES, "10")).html.findings).toContain("10");
  });

  rareTest("is given back by `undo`, step by step, whatever was entered", async () => {
    const steps = fc.array(fc.tuple(fc.nat(2 * BOXES - 1), fc.constantFrom("/", "5", "12", "0")), {
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(steps, async (entered) => {
        const { filler } = openEngine("en");
        const states = [await begin(filler, "Anna", "Ben")];
        for (const [at, typed] of entered) states.push(await enter(filler, at, typed));
        for (const state of states.toReversed().slice(1)) expect(await filler.undo()).toEqual(state);
        expect(states[0]?.canUndo).toBe(false);
        expect(await filler.undo()).toEqual(states[0]);
      }),
      { numRuns: RUNS, seed: 7 },
    );
  });

  it("keeps what the others have when a player leaves, and all of it when that is taken back", async () => {
    const { filler } = openEngine("en");
    await begin(filler, "Anna", "Ben", "Cleo");
    await enter(filler, THREES, "3");
    await enter(filler, BOXES + THREES, "6");
    const whole = await enter(filler, 2 * BOXES + THREES, "9");
    const { shown, before } = given(await filler.leave(2));
    expect(shown.players).toEqual(["Anna", "Cleo"]);
    expect(shown.html.table).not.toContain("Ben");
    expect(filler.editor(BOXES + THREES)).toContain("Cleo");
    const fresh = openEngine("en");
    await begin(fresh.filler, "Anna", "Cleo");
    await enter(fresh.filler, THREES, "3");
    expect((await enter(fresh.filler, BOXES + THREES, "9")).html).toEqual(shown.html);
    if (before === null) throw new Error("nothing to put back");
    expect((await filler.putBack(before)).shown).toEqual(whole);
  });

  it("outlives the page, also where it was cleared away and put back", async () => {
    const first = openEngine("en");
    await begin(first.filler, "Anna", "Ben");
    const shown = await enter(first.filler, THREES, "9");
    const second = openEngine("en", first.browser);
    expect(await second.filler.resume()).toEqual(shown);
    const cleared = given(await second.filler.clear());
    expect(await openEngine("en", first.browser).filler.resume()).toBeNull();
    const other = await begin(second.filler, "Dora");
    const { before } = await second.filler.putBack(cleared);
    expect(await openEngine("en", first.browser).filler.resume()).toEqual(shown);
    expect(before && (await second.filler.putBack(before)).shown).toEqual(other);
  });

  it("goes on with what another window entered", async () => {
    const first = openEngine("en");
    await begin(first.filler, "Anna", "Ben");
    const second = openEngine("en", first.browser);
    await second.filler.resume();
    const shown = await enter(first.filler, THREES, "9");
    expect(await second.filler.resume()).toEqual(shown);
    const both = await enter(second.filler, BOXES + THREES, "6");
    expect(await first.filler.resume()).toEqual(both);
    expect(await openEngine("en", first.browser).filler.resume()).toEqual(both);
    // What the browser has thrown away is still here.
    first.browser.stored.clear();
    expect(await first.filler.resume()).toEqual(both);
  });

  /** Everything that changes the sheet; the other window has filled in Ben’s fours. */
  const CHANGES: Record<string, (filler: Filler, id?: string) => Promise<unknown>> = {
    answer: (filler, id) => filler.answer(THREES, "9", id),
    empty: (filler, id) => filler.empty(THREES, id),
    undo: (filler, id) => filler.undo(id),
    leave: (filler, id) => filler.leave(3, id),
    keep: (filler, id) => filler.keep(id),
    beginAgain: (filler, id) => filler.beginAgain(id),
    clear: (filler, id) => filler.clear(id),
  };
  const BENS_FOURS = BOXES + THREES + 1;
  const twoWindows = async () => {
    const first = openEngine("en");
    const { id } = await begin(first.filler, "Anna", "Ben", "Cleo");
    const second = openEngine("en", first.browser);
    await second.filler.resume();
    return { first, second, id };
  };
  /** Every sheet that is still somewhere: on the table, among the kept ones, and what was handed out to be put back. */
  const leftSheets = async ({ kept }: ReturnType<typeof openEngine>, handedOut: unknown) =>
    JSON.stringify([handedOut, await kept.fillings.all(), await kept.sheets.all()]);

  it.each(Object.keys(CHANGES))("keeps what another window entered: %s", async (name) => {
    const { first, second, id } = await twoWindows();
    await enter(second.filler, BENS_FOURS, "16");
    await enter(second.filler, BENS_FOURS + 1, "20");
    const done = await CHANGES[name]?.(first.filler, id);
    expect(done).not.toBeNull();
    expect(await leftSheets(first, done)).toContain("16");
    const table = (await openEngine("en", first.browser).filler.resume())?.html.table ?? "";
    const isNew = ["beginAgain", "clear"].includes(name);
    expect([/>16</.test(table), isNew]).toEqual([!isNew, isNew]);
  });

  it.each(Object.keys(CHANGES))("leaves a sheet alone that another window has begun: %s", async (name) => {
    for (const replace of [
      (filler: Filler) => begin(filler, "Dora", "Emil", "Finn"),
      (filler: Filler) => filler.beginAgain(),
      (filler: Filler) => filler.leave(1),
    ]) {
      const { first, second, id } = await twoWindows();
      await replace(second.filler);
      const shown = await enter(second.filler, 0, "3");
      expect(await CHANGES[name]?.(first.filler, id)).toBeNull();
      expect(first.filler.editor(BENS_FOURS, id)).toBe("");
      expect(await first.filler.resume()).toEqual(shown);
      expect(await first.kept.sheets.all()).toEqual([]);
    }
  });

  it("hands out the sheet of another window for what takes its place", async () => {
    const replacing: readonly ((filler: Filler) => Promise<unknown>)[] = [
      (filler) => filler.begin({ variant: "yazzo", choices: {}, names: ["Dora"] }),
      async (filler) => filler.putBack(given(await openedElsewhere())),
    ];
    const openedElsewhere = async () => {
      const { filler } = openEngine("en");
      await begin(filler, "Finn");
      return filler.clear();
    };
    for (const replace of replacing) {
      const { first, second } = await twoWindows();
      await begin(second.filler, "Emil");
      await enter(second.filler, THREES, "12");
      expect(await leftSheets(first, await replace(first.filler))).toContain("12");
    }
  });

  it("takes quick taps one after the other", async () => {
    const { filler } = openEngine("en");
    await begin(filler, "Anna", "Ben");
    const taps = [0, 1, 2, 3].map((at) => filler.answer(at, String(3 * (at + 1))));
    await Promise.all([...taps, filler.resume()]);
    const table = given(await filler.resume()).html.table;
    for (const score of ["3", "6", "9", "12"]) expect(table).toContain(`>${score}<`);
  });

  it("refuses a game that is not there, and leaves the one on the table", async () => {
    const { filler } = openEngine("sv");
    const shown = await begin(filler, "Anna");
    const { made, problems } = await filler.begin({ variant: "yatzi", choices: {}, names: ["Ben"] });
    expect(made).toBeNull();
    expect(problems).toHaveLength(1);
    expect(await filler.resume()).toEqual(shown);
  });

  it("says whose turn it is, and who has won in the end; then the same players begin again", async () => {
    const { filler } = openEngine("en");
    let shown = await begin(filler, "Anna", "Ben");
    expect(shown.turn).toEqual({ words: "Anna’s turn", isOver: false });
    shown = await enter(filler, THREES, "9");
    expect(shown.turn.words).toBe("Ben’s turn");
    for (let at = 0; at < 2 * BOXES; at++) if (at !== THREES) shown = await enter(filler, at, "/");
    expect(shown.turn).toEqual({ words: "Anna wins with 9\u00a0points!", isOver: true });
    const { shown: again, before } = given(await filler.beginAgain());
    expect(again.players).toEqual(["Anna", "Ben"]);
    expect(again.turn.words).toBe("Anna’s turn");
    if (before === null) throw new Error("nothing to put back");
    expect((await filler.putBack(before)).shown).toEqual(shown);
  });

  it("tells what a roll is worth in each open box, the most first, and nothing that breaks a rule", async () => {
    const { filler } = openEngine("en");
    await filler.begin({ variant: "yazzo", choices: {}, names: ["Anna"] });
    const found = filler.suggest([3, 3, 3, 3, 3]);
    expect(found.length).toBeGreaterThan(3);
    const values = found.map(({ typed }) => Number(typed));
    expect(values).toEqual(values.toSorted((a, b) => b - a));
    for (const { at, typed } of found) {
      const one = openEngine("en").filler;
      await one.begin({ variant: "yazzo", choices: {}, names: ["Anna"] });
      expect(given(await one.answer(at, typed)).shown?.html.findings).not.toContain("wrong");
    }
    // No box that is filled, and no roll of other dice.
    await enter(filler, found[0]?.at ?? 0, found[0]?.typed ?? "");
    expect(filler.suggest([3, 3, 3, 3, 3]).map(({ at }) => at)).not.toContain(found[0]?.at);
    for (const roll of [[], [3], [3, 3, 3, 3, 7], [3, 3, 3, 3, 3, 3]])
      expect(filler.suggest(roll)).toEqual([]);
  });
});
