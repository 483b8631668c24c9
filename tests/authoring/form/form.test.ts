import { describe, expect, it } from "vitest";
import {
  buildVariantForm,
  type VariantLayers,
  type FormEdit,
  listEditSettings,
} from "../../../src/authoring/form.ts";
import { catalogue } from "../../../src/authoring/scaffold/catalogue.ts";
import { loadLanguages } from "../../../src/files/package/languages.ts";
import { DISK } from "../../../src/files/package/variants.ts";
import { need } from "../../../src/rules/problem/problem.ts";
import { editYaml } from "../../../src/rules/source/edit-yaml.ts";
import { readResolved, readVariant } from "../../../src/rules/variant/read-variant.ts";
import { readTree } from "../../../src/rules/variant/tree.ts";

const FILE = "ours.yaml";
const START = `# House rules of the Lion
id: ours
extends: yatzy # the plain game
name: { de: Unser Yatzy, en: Unser Yatzy }
`;
const languages = need(loadLanguages("en"));
const base = need(readResolved("base.yaml", "id: base\nextends: yatzy\n", DISK)).tree;

function layersOf(text: string): VariantLayers {
  const { tree: own } = readTree(FILE, text);
  if (own === null) throw new Error(text);
  return { own, base, game: need(readResolved(FILE, text, DISK)).tree };
}

function edited(text: string, ...edits: readonly FormEdit[]): string {
  return edits.reduce(
    (before, edit) => editYaml(before, listEditSettings(edit, layersOf(before), languages)) ?? "",
    text,
  );
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
    expect(columns).toEqual([{ id: "main", label: "Points", order: "free" }]);
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
    const tiers = [{ from: 63, add: 60 }];
    const section = "upper";
    const one = edited(START, { kind: "tiers", section, tiers });
    expect(one).toBe(`${START}sections: { upper: { tiers: [{ from: 63, add: 60 }] } }\n`);
    const noted = `${START}sections:\n  upper:\n    tiers:\n      - { from: 63, add: 60 } # since May\n`;
    const two = edited(noted, { kind: "tiers", section, tiers: [...tiers, { from: 70, add: 90 }] });
    expect(two).toContain("{ from: 63, add: 60 } # since May\n      - { from: 70, add: 90 }\n");
    expect(edited(two, { kind: "tiers", section, tiers: [{ from: 63, add: 50 }] })).toBe(START);
    expect(shown(edited(START, { kind: "tiers", section, tiers: [] })).sections[0]?.tiers).toEqual([]);
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
      { kind: "new-column", order: "down" },
      { kind: "new-column", order: "down" },
      { kind: "column-name", column: "down", name: "Falling" },
      { kind: "column-order", column: "main", order: "up" },
      { kind: "no-column", column: "column_3" },
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
