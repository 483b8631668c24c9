import { describe, expect, it, vi } from "vitest";
import { playableIds } from "../../src/files/package/variants.ts";
import type { PageEdit } from "../../src/studio/engine/writer.ts";
import { someOf, TRIES_ALL } from "../support/cases.ts";
import { LANGUAGES } from "../support/languages.ts";
import { openEngine } from "../support/studio.ts";

/** The text of a new game. */
async function begin(writer: ReturnType<typeof openEngine>["writer"], base: string): Promise<string> {
  const { made, problems } = await writer.begin(base);
  expect(problems).toEqual([]);
  return made ?? "";
}

describe("the page for writing games", () => {
  it.each(LANGUAGES)("begins with a game that can be played, and has no problem (%s)", async (code) => {
    const { writer } = openEngine(code);
    const text = await begin(writer, "yatzy");
    const looked = await writer.look(text);
    expect(looked).toMatchObject({ id: "our-yatzy", isPlayable: true, problems: [] });
    expect(looked.name).toContain("Yatzy");
    expect(await writer.lint(text)).toEqual([]);
    expect((await writer.differences(text)).made).toEqual({ hasBase: true, groups: expect.any(Array) });
  });

  it("tells problems in the language of the page, each at the same place", async () => {
    const broken = "id: x\nextends: yatzy\nname: { en: X, de: X, sv: X }\ndice: 77\n";
    const told = await Promise.all(
      LANGUAGES.map(async (code) => (await openEngine(code).writer.look(broken)).problems),
    );
    const [first = []] = told;
    expect(LANGUAGES.length).toBeGreaterThan(2);
    expect(first.map(({ place }) => place?.line)).toEqual([4]);
    for (const problems of told)
      expect(problems.map(({ place }) => place)).toEqual(first.map(({ place }) => place));
    expect(new Set(told.map(([problem]) => problem?.message)).size).toBe(LANGUAGES.length);
  });

  it("keeps all games that come within a millisecond", async () => {
    const clock = vi.spyOn(Date, "now").mockReturnValue(1_790_000_000_000);
    try {
      const { writer } = openEngine("en");
      const texts = ["one", "two", "three"].map((id) => `id: ${id}\nextends: yatzy\n`);
      for (const text of texts) await writer.receive({ text, name: "" });
      const games = await writer.listGames();
      expect(games.map(({ text }) => text).toSorted()).toEqual(texts.toSorted());
      expect(new Set(games.map(({ key }) => key)).size).toBe(texts.length);
    } finally {
      clock.mockRestore();
    }
  });

  it("keeps comments and everything else when something is changed in the form", async () => {
    const { writer } = openEngine("en");
    const text = `# ours\n${await begin(writer, "yatzy")}`;
    const place = { section: "upper", at: 0, shown: { from: 63, add: 50 } };
    const changed = await writer.change(text, { ...place, kind: "tier", part: "add", points: 40 });
    expect(changed?.startsWith(text.trimEnd())).toBe(true);
    const { form } = await writer.look(changed ?? "");
    expect(form?.sections[0]?.tiers).toEqual([{ from: 63, add: 40 }]);
    expect(await writer.change("a: [", { kind: "name", code: null, name: "X" })).toBeNull();
  });

  it.each(someOf(playableIds(), 9))("tells what is wrong in the words of the form (%s)", async (game) => {
    const { writer } = openEngine(LANGUAGES[game.length % LANGUAGES.length] ?? "en");
    const text = await begin(writer, game);
    const { form } = await writer.look(text);
    if (form === null) throw new Error(game);
    const { sections, columns } = form;
    const faults: PageEdit[] = sections.flatMap(({ id: section, tiers, boxes }) => [
      ...boxes.map(({ id: box }): PageEdit => ({ kind: "play", section, box, isPlayed: false })),
      ...boxes.flatMap(({ id: box, points }): PageEdit[] =>
        points === null ? [] : [0, -3, 99_999].map((wrong) => ({ kind: "points", box, points: wrong })),
      ),
      ...tiers.flatMap((shown, at): PageEdit[] =>
        (["from", "add"] as const).flatMap((part) =>
          [-5, 9999].map((points) => ({ kind: "tier", section, at, shown, part, points })),
        ),
      ),
    ]);
    const without = columns.map(({ id }): PageEdit => ({ kind: "no-column", column: id }));
    let told = 0;
    for (const edit of TRIES_ALL
      ? [...faults, ...without]
      : [...faults, ...without].filter((_, at) => at % 9 === 0)) {
      const wrong = (await writer.change(text, edit)) ?? "";
      const { problems, isPlayable } = await writer.look(wrong);
      for (const { message, inForm } of isPlayable ? await writer.lint(wrong) : problems) {
        told++;
        expect([edit, `${inForm.message} ${inForm.hint}`, message]).toEqual([
          edit,
          expect.not.stringContaining("`"),
          expect.any(String),
        ]);
      }
    }
    expect(told).toBeGreaterThan(0);
  });

  it("knows which boxes can't be left out, and every other one can", async () => {
    const { writer } = openEngine("en");
    // Bonuses of these games count on their boxes.
    let found = 0;
    for (const base of ["yatzy", "yazzo"]) {
      const text = await begin(writer, base);
      const needed = await writer.neededBoxes(text);
      found += needed.length;
      const { form } = await writer.look(text);
      for (const { id: section, boxes } of form?.sections ?? [])
        for (const { id: box } of boxes) {
          const without = await writer.change(text, { kind: "play", section, box, isPlayed: false });
          const { isPlayable } = await writer.look(without ?? "");
          expect([base, box, isPlayable]).toEqual([base, box, !needed.includes(box)]);
        }
    }
    expect(found).toBeGreaterThan(0);
    expect(await writer.neededBoxes("id: [")).toEqual([]);
  });

  it("offers boxes that the game does not have, and adds the one that is chosen", async () => {
    const { writer } = openEngine("sv");
    const text = await begin(writer, "yatzy");
    const offers = await writer.offers(text);
    expect(offers.map(({ label }) => label)).toEqual(
      offers.map(({ label }) => label).toSorted((a, b) => a.localeCompare(b, "sv")),
    );
    const [offer] = offers;
    const before = (await writer.look(text)).form?.sections[0]?.boxes.length ?? 0;
    const edit = { kind: "new-box", section: "upper", word: offer?.word ?? "" } as const;
    const { form, problems } = await writer.look((await writer.change(text, edit)) ?? "");
    expect(problems).toEqual([]);
    expect(form?.sections[0]?.boxes).toHaveLength(before + 1);
    expect(await writer.change(text, { ...edit, word: "no such box" })).toBeNull();
  });

  it("sends a game in an address as it is, and says why another one can't be opened", async () => {
    const { writer } = openEngine("de");
    const text = await begin(writer, "yatzy");
    const { made } = await writer.pack(text);
    expect(made).toMatch(/^[\w-]+$/);
    const opened = await writer.unpack(made ?? "");
    expect(opened.made).toMatchObject({ text, isPlayable: true, isKnown: false });
    const refused = await writer.unpack("%%%");
    expect(refused.made).toBeNull();
    expect(refused.problems).toHaveLength(1);
  });
});
