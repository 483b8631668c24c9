import { describe, expect, it } from "vitest";
import { padText, readPadForm } from "../../../src/print/pad/pad-text.ts";
import { listCategories } from "../../../src/rules/game/rows.ts";
import { gameFrom, SHIPPED, shippedGame } from "../../support/games.ts";
import { language } from "../../support/languages.ts";
import { bad, good, laidOut, padTemplates, shippedText } from "../../support/pads.ts";

const yazzo = shippedGame("yazzo");

/** A form that has every box of Yazzo and nothing else. */
const BOXES = listCategories(yazzo).map(({ id }) => `  - {box: ${id}, label: "${id}"}`);
function form(...changes: [string, string][]): string {
  const text = ["title: Yazzo", "rows:", ...BOXES].join("\n");
  return changes.reduce((changed, [from, to]) => changed.replace(from, to), text);
}

describe("the text of a shipped pad", () => {
  it("has every box of its game in print order, in both languages", () => {
    for (const id of SHIPPED) {
      const game = shippedGame(id);
      for (const code of ["de", "en"] as const) {
        const boxes = shippedText(game, code).rows.flatMap((row) =>
          row.kind === "box" ? [row.category] : [],
        );
        expect(boxes).toEqual(listCategories(game).map((category) => category.id));
      }
    }
  });

  it("says the order of each column, the constraint, the strike mark and the chosen house rules", () => {
    const text = good(
      padText(shippedGame("yazzo", { bonus_tiers: "both" }), language("de"), padTemplates("de")),
    );
    expect([...text.columns.values()].map(({ arrow }) => arrow)).toEqual([null, "down", "up"]);
    const hint = (box: string) => text.rows.find((row) => row.kind === "box" && row.category === box);
    expect(hint("minimum")).toMatchObject({ hint: expect.stringContaining("< Maximum") });
    expect(hint("maximum")).toMatchObject({ hint: expect.stringContaining("> Minimum") });
    expect(text.foot.join(" ")).toContain("„/“");
    expect(text.foot.join(" ")).toContain("Bonusstufen");
    expect(shippedText(yazzo, "de").foot.join(" ")).not.toContain("Bonusstufen");
  });

  it.each([-1, 0, 96])("shows the faces of dice from %i on, however they are written", (low) => {
    const faces = [0, 1, 2, 3, 4, 5].map((step) => low + step);
    const ids = ["ones", "twos", "threes", "fours", "fives", "sixes"];
    const boxes = ids.map((id, at) => `${id}: {pattern: {face: ${faces[at]}}, score: count}`);
    const runs = `big: {pattern: {run: 5, from: ${low + 1}}}, little: {pattern: {run: 5, from: ${low}}}`;
    const game = gameFrom(
      `id: test\nextends: yacht\nname: {de: T, en: T}\ndice: {low: ${low}}\ncategories: {${boxes.join(", ")}, ${runs}}\nexamples: []\n`,
    );
    const { rows } = good(padText(game, language("en"), padTemplates("en")));
    const dice = rows.flatMap((row) => (row.kind === "box" && ids.includes(row.category) ? row.dice : []));
    expect(dice).toEqual(faces);
  });

  it("keeps a label with quotes, backslashes and line breaks literal", () => {
    const label = 'A "quoted" \\ label\nin two lines: {x} # no';
    const [first, ...others] = yazzo.sections[0]?.categories ?? [];
    if (first === undefined) throw new Error("no category");
    const upper = {
      ...yazzo.sections[0],
      categories: [{ ...first, label: { de: label, en: label } }, ...others],
    };
    const game = { ...yazzo, sections: [upper, ...yazzo.sections.slice(1)] } as typeof yazzo;
    const row = good(padText(game, language("de"), padTemplates("de"))).rows.find((r) => r.kind === "box");
    expect(row).toMatchObject({ label: 'A "quoted" \\ label in two lines: {x} # no' });
  });
});

describe("the heads of columns", () => {
  it("show the multiplier and every order", () => {
    const orders = [
      "free",
      "down",
      "up",
      "inward",
      "{outward: [minimum, maximum]}",
      "{stages: [[ones], [twos]]}",
    ];
    const columns = orders.map(
      (order, i) => `  c${i}: {label: {de: S${i}, en: C${i}}, order: ${order}, multiplier: ${i + 1}}`,
    );
    const rest = "ones, twos, threes, fours, fives, sixes, minimum, maximum, full_house, straight, yazzo";
    const text = [
      "id: wide",
      "extends: yazzo",
      "name: {de: W, en: W}",
      "columns:",
      "  mixed: null",
      "  down: null",
      "  up: null",
      ...columns,
    ]
      .join("\n")
      .replace("[[ones], [twos]]", `[[${rest}]]`);
    const heads = [...good(padText(gameFrom(text), language("en"), padTemplates("en"))).columns.values()];
    expect(heads.map(({ arrow }) => arrow)).toEqual([null, "down", "up", "inward", "outward", "down"]);
    expect(heads.map(({ factor }) => factor)).toEqual([null, "×2", "×3", "×4", "×5", "×6"]);
  });
});

describe("a single column", () => {
  it("has its order in the foot, since it has no head", () => {
    const text = "id: forced\nextends: yatzy\nname: {de: F, en: F}\ncolumns: {main: {order: down}}\n";
    const foot = (game: ReturnType<typeof gameFrom>) =>
      good(padText(game, language("de"), padTemplates("de"))).foot.join(" ");
    expect(foot(gameFrom(text))).toContain("von oben nach unten");
    expect(foot(shippedGame("yatzy"))).not.toContain("Gefüllt");
  });
});

describe("a restyled template", () => {
  const templates = padTemplates("de");
  const restyled = (change: (text: string) => string) => ({
    ...templates,
    main: { file: "mine/pad.hbs", text: change(templates.main.text) },
  });

  it("may leave out hints, headings and sum lines and change words", () => {
    const plain = restyled((text) =>
      text
        .replace(/^ {4}hint: .*hints.*$/m, "")
        .replace(/^ {2}- heading: .*$/m, "")
        .replace('"{{name}}"', '"Unser {{name}}"'),
    );
    const text = good(padText(yazzo, language("de"), plain));
    expect(text.title).toBe("Unser Yazzo");
    expect(text.rows.some((row) => row.kind === "heading")).toBe(false);
    expect(text.rows.every((row) => row.kind !== "box" || row.hint === null)).toBe(true);
  });

  it("tells its mistakes with file and place", () => {
    const [p] = bad(
      padText(
        yazzo,
        language("de"),
        restyled((text) => text.replace("{{name}}", "{{nam}}")),
      ),
    );
    expect(p?.place).toMatchObject({ file: "mine/pad.hbs", line: 2 });
    expect(p?.hint).toContain("name");
  });
});

describe("the form", () => {
  it("is read when it is right", () => {
    expect(good(readPadForm("f", form(), yazzo)).rows.length).toBe(11);
  });

  it.each<[string, [string, string], string, number, string]>([
    ["a key that is not known", ["title:", "titel: x\ntitle:"], "unknown-key", 1, "did you mean `title`?"],
    [
      "a box that the game does not have",
      ["box: twos", "box: twoes"],
      "unknown-row",
      4,
      "did you mean `twos`?",
    ],
    ["a box twice", ["box: twos", "box: ones"], "row-twice", 4, ""],
    ["a row of no kind", ["{box: ones,", "{bax: ones,"], "bad-form", 3, "did you mean `box`?"],
    ["a wrong key in a row", ['label: "ones"', 'labl: "ones"'], "unknown-key", 3, "did you mean `label`?"],
    [
      "dice that are neither numbers nor short symbols",
      ['label: "ones"', "label: x, dice: three"],
      "bad-form",
      3,
      "",
    ],
    ["broken YAML", ["title: Yazzo", 'title: "Yazzo'], "yaml-syntax", 1, ""],
  ])("%s is told with its place", (_, change, code, line, hint) => {
    const problems = bad(readPadForm("f", form(change), yazzo));
    const found = problems.find((p) => p.code === code);
    expect(found, JSON.stringify(problems)).toBeDefined();
    expect(found?.place?.line).toBe(line);
    expect(found?.hint ?? "").toContain(hint);
  });

  it("without a box of the game is refused, and names it", () => {
    const [p] = bad(readPadForm("f", form([BOXES[3] as string, ""]), yazzo));
    expect(p).toMatchObject({ code: "missing-row" });
    expect(p?.message).toContain("`fours`");
  });
});

describe("house rules", () => {
  it("stand on the pad where they are chosen", () => {
    const game = shippedGame("doppel-yatzy", { extra: "chance" });
    const texts = good(laidOut(game, "en", "a5", 4)).texts.map(({ text }) => text);
    expect(texts.join(" ")).toContain("House rules:");
  });
});
