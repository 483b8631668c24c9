import { describe, expect, it } from "vitest";
import {
  buildVariantForm,
  type VariantLayers,
  type FormEdit,
  listEditSettings,
} from "../../../src/authoring/form.ts";
import { catalogue } from "../../../src/authoring/scaffold/catalogue.ts";
import { loadLanguages } from "../../../src/files/package/languages.ts";
import { DISK, playableIds } from "../../../src/files/package/variants.ts";
import { need } from "../../../src/rules/problem/problem.ts";
import { editYaml } from "../../../src/rules/source/edit-yaml.ts";
import { readResolved, readVariant } from "../../../src/rules/variant/read-variant.ts";
import { readTree } from "../../../src/rules/variant/tree.ts";
import { someOf } from "../../support/cases.ts";

const FILE = "ours.yaml";
const START = `# House rules of the Lion
id: ours
extends: yatzy # the plain game
name: { de: Unser Yatzy, en: Unser Yatzy }
`;
const languages = need(loadLanguages("en"));

function layersOf(text: string): VariantLayers {
  const { tree: own } = readTree(FILE, text);
  if (own === null) throw new Error(text);
  const [extending = ""] = /^extends: [\w-]+/m.exec(text) ?? [];
  const base = need(readResolved("base.yaml", `id: base\n${extending}\n`, DISK)).tree;
  return { own, base, game: need(readResolved(FILE, text, DISK)).tree };
}

function edited(text: string, ...edits: readonly FormEdit[]): string {
  return edits.reduce(
    (before, edit) => editYaml(before, listEditSettings(edit, layersOf(before), languages)) ?? "",
    text,
  );
}

type Form = ReturnType<typeof buildVariantForm>;
type Change = readonly [edit: FormEdit, isIn: (form: Form) => boolean];

/** A change of every field of a form, and of its lists. */
function allChanges({ names, sections, columns, options }: Form): Change[] {
  const ORDERS = ["up", "down"] as const;
  return [
    ...names.map(({ code }, at): Change => {
      return [{ kind: "name", code, name: "Other" }, (form) => form.names[at]?.name === "Other"];
    }),
    ...sections.flatMap(({ id: section, tiers, boxes }, s): Change[] => [
      ...tiers.flatMap((shown, at) =>
        (["from", "add"] as const).map((part): Change => {
          const points = (shown[part] ?? 0) + 1;
          const isIn = (form: Form) => form.sections[s]?.tiers[at]?.[part] === points;
          return [{ kind: "tier", section, at, shown, part, points }, isIn];
        }),
      ),
      [{ kind: "new-tier", section }, (form) => form.sections[s]?.tiers.length === tiers.length + 1],
      ...boxes.flatMap(({ id: box, points: before }, at): Change[] => {
        if (at === 0)
          return [
            [
              { kind: "play", section, box, isPlayed: false },
              (form) => form.sections[s]?.boxes.find(({ id }) => id === box)?.isPlayed !== true,
            ],
          ];
        if (before === null) return [];
        const points = before + 1;
        return [
          [
            { kind: "points", box, points },
            (form) => form.sections[s]?.boxes.some((one) => one.id === box && one.points === points) === true,
          ],
        ];
      }),
    ]),
    ...columns.flatMap(({ id: column, code, order }, at): Change[] => {
      const other = ORDERS.find((one) => one !== order) ?? "up";
      return [
        [{ kind: "column-name", column, code, name: "Other" }, (form) => form.columns[at]?.label === "Other"],
        [{ kind: "column-order", column, order: other }, (form) => form.columns[at]?.order === other],
      ];
    }),
    [{ kind: "new-column" }, (form) => form.columns.length === columns.length + 1],
    ...options.flatMap(({ id: option, chosen, choices }): Change[] => {
      const choice = choices.find((one) => one.id !== chosen)?.id ?? "";
      // A choice about a box goes with the box.
      const isIn = (form: Form) => form.options.find(({ id }) => id === option)?.chosen !== chosen;
      return [[{ kind: "option", option, choice }, isIn]];
    }),
  ];
}

const shown = (text: string) => buildVariantForm(layersOf(text), languages[0]);

describe("the form of a variant", () => {
  it("shows what the file and its base say", () => {
    const { names, sections, columns, options } = shown(START);
    expect(names).toEqual([{ code: null, name: "Unser Yatzy" }]);
    expect(sections.map(({ label }) => label)).toEqual(["Upper section", "Lower section"]);
    expect(sections[0]?.tiers).toEqual([{ from: 63, add: 50 }]);
    expect(sections[1]?.boxes.find(({ id }) => id === "small")).toEqual({
      ...{ id: "small", label: "Small straight", points: 15, isPlayed: true },
    });
    expect(columns).toEqual([{ id: "main", label: "Points", code: "en", order: "free" }]);
    expect(options[0]).toMatchObject({ id: "same_face_groups", chosen: "loose" });
    expect(options[0]?.choices.map(({ id }) => id)).toEqual(["loose", "strict"]);
  });

  it("changes the name, in one language once they differ", () => {
    const german = edited(START, { kind: "name", code: null, name: "Löwen-Yatzy" });
    expect(german).toContain("name: { de: Löwen-Yatzy, en: Löwen-Yatzy }");
    const other = inTwoLanguages({ kind: "name", code: "en", name: "Lion’s" });
    expect(shown(other).names).toEqual([
      { code: "de", name: "Unser" },
      { code: "en", name: "Lion’s" },
    ]);
  });

  function inTwoLanguages(edit: FormEdit): string {
    return edited(START.replace("en: Unser Yatzy", "en: Ours").replace("de: Unser Yatzy", "de: Unser"), edit);
  }

  it("changes the bonus step by step, and forgets it where the base says the same", () => {
    const place = { section: "upper", at: 0, shown: { from: 63, add: 50 } };
    const one = edited(START, { ...place, kind: "tier", part: "add", points: 60 });
    expect(one).toBe(`${START}sections: { upper: { tiers: [{ from: 63, add: 60 }] } }\n`);
    const noted = `${START}sections:\n  upper:\n    tiers:\n      - { from: 63, add: 60 } # since May\n`;
    const two = edited(noted, { kind: "new-tier", section: "upper" });
    expect(two).toContain("{ from: 63, add: 60 } # since May\n      - { from: 73, add: 95 }\n");
    const fewer = edited(two, { kind: "no-tier", section: "upper", at: 1, shown: { from: 73, add: 95 } });
    expect(edited(fewer, { ...place, kind: "tier", part: "add", points: 50 })).toBe(START);
    expect(shown(edited(START, { ...place, kind: "no-tier" })).sections[0]?.tiers).toEqual([]);
  });

  it.each(someOf(playableIds(), 4))("keeps every change that the same form showed (%s)", (game) => {
    const text = START.replace("yatzy", game);
    const changes = allChanges(shown(text));
    expect(changes.length).toBeGreaterThan(5);
    for (const order of [changes, changes.toReversed()]) {
      const form = shown(edited(text, ...order.map(([edit]) => edit)));
      expect(changes.filter(([, isIn]) => !isIn(form)).map(([edit]) => edit)).toEqual([]);
    }
  });

  it("changes the step of a bonus that was meant, whatever became of the others", () => {
    const steps = [60, 70, 80].map((from, at) => ({ from, add: 10 * at }));
    const text = `${START}sections: { upper: { tiers: ${JSON.stringify(steps)} } }\n`;
    const place = (at: number) => ({ section: "upper", at, shown: steps[at] ?? { from: 0, add: 0 } });
    const changed = edited(
      text,
      { ...place(2), kind: "tier", part: "from", points: 81 },
      { ...place(0), kind: "no-tier" },
      { ...place(0), kind: "no-tier" },
      { ...place(1), kind: "tier", part: "add", points: 11 },
      { ...place(2), kind: "tier", part: "add", points: 21 },
    );
    expect(shown(changed).sections[0]?.tiers).toEqual([
      { from: 70, add: 11 },
      { from: 81, add: 21 },
    ]);
    const misspelt = text.replace("60", "sixty");
    expect(shown(misspelt).sections[0]?.tiers[0]).toEqual({ from: null, add: 0 });
    const kept = edited(misspelt, { ...place(1), kind: "tier", part: "add", points: 11 });
    expect(kept).toContain("sixty");
    expect(shown(kept).sections[0]?.tiers[1]).toEqual({ from: 70, add: 11 });
  });

  it("keeps words of other languages while one of them is typed alike", () => {
    const names = inTwoLanguages({ kind: "name", code: "en", name: "Unser" });
    const longer = edited(names, { kind: "name", code: "en", name: "Unser too" });
    expect(longer).toContain("de: Unser, en: Unser too");
    const columns = `${START}columns: { main: { label: { de: Eins, en: One, sv: Eins } } }\n`;
    const name = (typed: string): FormEdit => ({
      kind: "column-name",
      column: "main",
      code: "en",
      name: typed,
    });
    expect(edited(columns, name("Eins"), name("Eins a"))).toContain("de: Eins, en: Eins a, sv: Eins");
  });

  it("takes a box away and puts it back to its place", () => {
    const without = edited(START, { kind: "play", section: "lower", box: "chance", isPlayed: false });
    expect(need(readVariant(FILE, without, DISK)).sections[1]?.categories).toHaveLength(8);
    const box = shown(without).sections[1]?.boxes.at(-2);
    expect(box).toMatchObject({ id: "chance", label: "Chance", isPlayed: false });
    expect(edited(without, { kind: "play", section: "lower", box: "chance", isPlayed: true })).toBe(START);
  });

  it("adds a box of another game, and takes it away for good", () => {
    const offer = catalogue(["yazzo", "kniffel", "maxi-yatzy"], DISK).find(({ id }) => id === "castle");
    const kept = offer ?? catalogue(["maxi-yatzy"], DISK)[0];
    if (kept === undefined) throw new Error("there is no box to add");
    const added = edited(START, { kind: "new-box", section: "lower", offer: { ...kept, id: "extra" } });
    expect(shown(added).sections[1]?.boxes.at(-1)).toMatchObject({ id: "extra", isPlayed: true });
    expect(edited(added, { kind: "play", section: "lower", box: "extra", isPlayed: false })).toBe(START);
  });

  it("changes points, columns and house rules so that the game can be played", () => {
    const text = edited(
      START,
      { kind: "points", box: "yatzy", points: 80 },
      { kind: "new-column" },
      { kind: "new-column" },
      { kind: "column-name", column: "down", code: null, name: "Falling" },
      { kind: "column-order", column: "main", order: "up" },
      { kind: "no-column", column: "up" },
      { kind: "option", option: "same_face_groups", choice: "strict" },
    );
    const game = need(readVariant(FILE, text, DISK));
    expect(game.columns.map(({ order, label }) => [order.kind, label.en])).toEqual([
      ["up", "Points"],
      ["down", "Falling"],
    ]);
    expect(game.options[0]?.chosen).toBe("strict");
    expect(game.sections[1]?.categories.at(-1)?.legal).toEqual([80]);
    expect(text.startsWith(START)).toBe(true);
    expect(edited(text, { kind: "option", option: "same_face_groups", choice: "loose" })).not.toContain(
      "options",
    );
  });
});
