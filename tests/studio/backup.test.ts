import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { need } from "../../src/rules/problem/problem.ts";
import { exportAll, importAll, removeAdded } from "../../src/studio/engine/backup.ts";
import { openEngine } from "../support/studio.ts";

type Engine = ReturnType<typeof openEngine>;

const DAY = "2026-11-27";
const GAME = "id: lion-yatzy\nextends: yatzy\nname: { de: Löwe, en: Lion, sv: Lejon }\n";

/** A browser with a game, a game from a link, a kept sheet and a sheet on the table. */
async function usedStudio(): Promise<Engine> {
  const engine = openEngine("en");
  await engine.kept.variants.keep({ key: "10", text: GAME, name: "Lion", changed: 10 });
  await engine.writer.receive({ text: `${GAME}# from a link\n`, name: "Lion" });
  await engine.filler.begin({ variant: "yatzy", choices: {}, names: ["Anna", "Ben"] });
  await engine.filler.answer(2, "9");
  await engine.filler.keep();
  return engine;
}

/** All that is stored, without the order. */
const stored = ({ browser }: Engine) =>
  Object.fromEntries([...browser.stored].map(([name, items]) => [name, new Map([...items].sort())]));

async function contentOf(engine: Engine): Promise<string> {
  const { name, content } = await exportAll(engine.kept, DAY);
  expect(name).toBe(`augenblock-${DAY}.json`);
  return String(content);
}

describe("everything in one file", () => {
  it("brings games, evenings and the sheet on the table to another browser, where all goes on", async () => {
    const used = await usedStudio();
    const file = await contentOf(used);
    const other = openEngine("de");
    need(await importAll(other.kept, file));
    expect(stored(other)).toEqual(stored(used));
    expect(await other.kept.count()).toMatchObject({ games: 2, evenings: 1, sheets: 1 });
    expect((await other.filler.resume())?.html.table).toContain("9");
    const [evening] = await other.evenings.all();
    expect(evening?.html).toContain("Anna");
  });

  it("adds nothing twice, changes nothing that is there, and is taken back whole", async () => {
    const used = await usedStudio();
    const file = await contentOf(used);
    const before = stored(used);
    const again = need(await importAll(used.kept, file));
    expect(Object.values(again).flat()).toEqual([]);
    expect(stored(used)).toEqual(before);
    const other = openEngine("en");
    // Another game and another sheet with the same keys.
    await other.kept.variants.keep({ key: "10", text: `${GAME}# other\n`, name: "Other", changed: 3 });
    const [sheet] = await used.kept.sheets.all();
    if (sheet === undefined) throw new Error("nothing was kept");
    await other.kept.sheets.keep({ ...sheet, evening: "2026-01-01" });
    const own = stored(other);
    const added = need(await importAll(other.kept, file));
    expect((await other.kept.variants.all()).map(({ text }) => text).sort()).toEqual(
      [GAME, `${GAME}# other\n`].sort(),
    );
    expect((await other.kept.sheets.all()).map(({ evening }) => evening).sort()).toHaveLength(2);
    await removeAdded(other.kept, added);
    for (const [name, items] of Object.entries(own)) expect(stored(other)[name]).toEqual(items);
    expect(await other.kept.count()).toMatchObject({ games: 1, evenings: 1, sheets: 1 });
  });

  it("has each sheet of a night once, as it is here, and says which ones the file has otherwise", async () => {
    const used = await usedStudio();
    const older = await contentOf(used);
    await used.filler.answer(2, "12");
    await used.filler.keep();
    const newer = stored(used);
    const keys = (await used.kept.sheets.all()).map(({ key }) => key);
    const { differing, ...added } = need(await importAll(used.kept, older));
    expect(keys).toHaveLength(1);
    expect(differing).toEqual(keys);
    expect(Object.values(added).flat()).toEqual([]);
    expect(stored(used)).toEqual(newer);
    await removeAdded(used.kept, { differing, ...added });
    expect(stored(used)).toEqual(newer);
  });

  it("is refused as a whole, whatever is damaged in it", async () => {
    const file = JSON.parse(await contentOf(await usedStudio())) as Record<string, unknown>;
    const places: (string | number)[][] = [];
    const visit = (one: unknown, path: (string | number)[]): void => {
      if (typeof one !== "object" || one === null) return;
      for (const [key, inner] of Object.entries(one)) {
        const place = [...path, Array.isArray(one) ? Number(key) : key];
        places.push(place);
        visit(inner, place);
      }
    };
    visit(file, []);
    const checked = places.filter((path) => !path.includes("named"));
    expect(checked.length).toBeGreaterThan(30);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...checked), async (path) => {
        const damaged = structuredClone(file);
        const last = path.at(-1) as string;
        const around = path.slice(0, -1).reduce<unknown>((one, key) => (one as never)[key], damaged);
        (around as Record<string, unknown>)[last] = { x: [] };
        const fresh = openEngine("en");
        const imported = await importAll(fresh.kept, JSON.stringify(damaged));
        expect([path, imported.ok]).toEqual([path, false]);
        expect([...fresh.browser.stored.values()].flatMap((items) => [...items])).toEqual([]);
      }),
      { numRuns: 60, seed: 5 },
    );
    // A sheet that nobody plays on could not be opened, nor replaced.
    const unplayed = structuredClone(file) as { fillings: { wish: { names: string[] } }[] };
    expect(unplayed.fillings).toHaveLength(1);
    for (const { wish } of unplayed.fillings) wish.names = [];
    expect((await importAll(openEngine("en").kept, JSON.stringify(unplayed))).ok).toBe(false);
    type Filling = Record<string, unknown> & { entered: Record<string, unknown>[] };
    const breaks: Readonly<Record<string, (filling: Filling) => unknown>> = {
      key: (one) => (one.key = "10"),
      begun: (one) => (one.begun = 1e20),
      kind: ({ entered: [first] }) => Object.assign(first ?? {}, { written: { kind: "points", value: 9 } }),
      value: ({ entered: [first] }) => Object.assign(first ?? {}, { written: { kind: "score" } }),
      "text value": ({ entered: [first] }) =>
        Object.assign(first ?? {}, { written: { kind: "score", value: "9" } }),
      column: ({ entered: [first] }) => Object.assign(first ?? {}, { column: 1 }),
      correcting: (one) => (one.correcting = { key: "1" }),
      game: (one) => (one.game = 1),
    };
    for (const [what, damage] of Object.entries(breaks)) {
      const broken = structuredClone(file) as { fillings: Filling[] };
      for (const one of broken.fillings) damage(one);
      const fresh = openEngine("en");
      const imported = await importAll(fresh.kept, JSON.stringify(broken));
      expect([what, imported.ok ? [] : imported.problems.map(({ code }) => code)]).toEqual([
        what,
        ["no-backup"],
      ]);
      expect([...fresh.browser.stored.values()].flatMap((items) => [...items])).toEqual([]);
    }
    const twice = structuredClone(file) as { fillings: Filling[] };
    twice.fillings.push(...twice.fillings);
    expect((await importAll(openEngine("en").kept, JSON.stringify(twice))).ok).toBe(false);
    for (const text of ["", "{", "[]", "null", '{"augenblock":2}'])
      expect((await importAll(openEngine("en").kept, text)).ok).toBe(false);
  });
});
