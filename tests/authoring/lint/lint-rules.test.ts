import { describe, expect, it } from "vitest";
import { lintVariantFile } from "../../../src/authoring/lint/lint.ts";
import { parsedYaml } from "../../../src/rules/source/write-yaml.ts";
import { resolveVariant } from "../../../src/rules/variant/read-variant.ts";
import { someOf } from "../../support/cases.ts";
import { SHIPPED_FILES, shippedFiles, shippedText } from "../../support/games.ts";
import { good } from "../../support/results.ts";

const HEAD = "id: trial\nextends: yatzy\nname: {de: Versuch, en: Trial}\n";

function found(text: string): string[] {
  const { problems } = lintVariantFile("trial.yaml", text, shippedFiles);
  return problems.map(({ code, severity, place }) => `${severity} ${code} ${place?.line}:${place?.col}`);
}

function messages(text: string): string[] {
  return lintVariantFile("trial.yaml", text, shippedFiles).problems.map(({ message }) => message);
}

describe("bad rules that only a choice brings about", () => {
  const option = (accept: string) => `${HEAD}accept: {}
options:
  bonus:
    label: {de: Bonus, en: Bonus}
    default: usual
    choices:
      usual: {label: {de: wie üblich, en: as usual}}
      dear: {label: {de: teuer, en: dear}, set: {sections.upper.tiers: [{from: 110, add: 50}]${accept}}}
`;

  it("are told with the choice, at the value that the choice sets", () => {
    expect(found(option(""))).toEqual(["warning bonus-unreachable 11:74"]);
    expect(messages(option(""))[0]).toMatch(/ \(with `bonus: dear`\)$/);
  });

  it("can be accepted by that choice", () => {
    expect(found(option(", accept.bonus-unreachable: [upper]"))).toEqual([]);
  });

  it("are told once if the defaults have them too", () => {
    const text = `${HEAD}sections:\n  upper: {tiers: [{from: 110, add: 50}]}\n`;
    expect(found(text)).toEqual(["warning bonus-unreachable 5:20"]);
    expect(messages(text)[0]).not.toContain("with");
  });
});

describe("the most that a bonus can measure", () => {
  /** What the bonus comes to at most, by the warning about a step far above it, in a game of two equal columns. */
  const highest = (keys: string) => {
    const column = (id: string) => `${id}: {label: {de: ${id}, en: ${id}}, order: free}`;
    const columns = `columns: {${column("main")}, ${column("more")}}\n`;
    const tiers = "tiers: [{from: 9999, add: 1}]";
    const text = `${HEAD}${columns}bonuses: {extra: {label: {de: Extra, en: Extra}, ${keys}, ${tiers}}}\n`;
    const about = messages(text).find((message) => message.includes("`extra`"));
    if (about === undefined) throw new Error(messages(text).join("; "));
    return Number(/is at most (\d+)/.exec(about)?.[1]);
  };

  it("is that of a row over all columns, of one column, or of the sheet", () => {
    expect(highest("scope: row, row: yatzy, of: total")).toBe(2 * 50);
    expect(highest("scope: row, row: yatzy, of: scored")).toBe(2);
    const column = highest("scope: column, of: total");
    expect(column).toBeGreaterThan(300);
    expect(highest("scope: sheet, of: total")).toBe(2 * column);
    expect(highest("scope: column, section: upper, of: total")).toBe(105);
    expect(highest("scope: sheet, section: upper, of: total")).toBe(2 * 105);
    expect(highest("scope: column, of: scored")).toBe(15);
    expect(highest("scope: sheet, of: struck")).toBe(2 * 15);
  });
});

describe("accept", () => {
  it("warns of what it accepts for nothing, at the id", () => {
    expect(found(`${HEAD}accept: {same-boxes: [pair]}\n`)).toEqual(["warning accepts-nothing 4:23"]);
  });

  it("hides only the ids that it names", () => {
    const bad = "categories:\n  pair: {strike: never}\n  three: {strike: never}\n";
    expect(found(`${HEAD}${bad}accept: {cannot-finish: [pair]}\n`)).toEqual(["warning cannot-finish 6:11"]);
  });

  it("knows its kinds, and says which was meant", () => {
    const { problems } = lintVariantFile("trial.yaml", `${HEAD}accept: {same-boxs: [pair]}\n`, shippedFiles);
    expect(problems.map(({ code, severity, hint }) => [code, severity, hint])).toEqual([
      ["unknown-key", "error", "did you mean `same-boxes`?"],
    ]);
  });

  it("takes lists of ids only", () => {
    expect(found(`${HEAD}accept: {same-boxes: pair}\n`)).toEqual(["error wrong-type 4:22"]);
  });
});

describe("what is passed over", () => {
  it("choices that have errors, while others are looked at", () => {
    const text = `${HEAD}categories: {pair: {strike: never}}
options:
  odd:
    label: {de: Seltsam, en: Odd}
    default: fine
    choices:
      fine: {label: {de: gut, en: fine}}
      broken: {label: {de: kaputt, en: broken}, set: {categories.nobody.score: 3}}
`;
    expect(found(text)).toEqual(["error unknown-path 11:55", "warning cannot-finish 4:21"]);
  });

  it("files that cannot be read, and bases", () => {
    expect(found("id: [")[0]).toMatch(/^error/);
    expect(found("id: trial\nabstract: true\nextends: yatzy\ncategories: {pair: {strike: never}}\n")).toEqual(
      [],
    );
  });

  it("an example that shows what the groups leave open", () => {
    const text = (example: string) =>
      `id: trial\nextends: kniffel-core\nname: {de: Versuch, en: Trial}\nexamples:\n  - {roll: [4, 4, 4, 4, 4], row: full_house, ${example}}\n`;
    expect(found(text("illegal: true"))).toEqual([]);
    expect(found(text("score: 25"))).toContain("error wrong-example 5:53");
  });

  it("the lowest step of a table that takes points away", () => {
    const tiers = (add: number) =>
      `${HEAD}sections:\n  upper: {tiers: [{from: 0, add: ${add}}, {from: 63, add: 50}]}\n`;
    expect(found(tiers(-20))).toEqual([]);
    expect(found(tiers(20))).toEqual(["warning bonus-certain 5:20"]);
  });

  it("a constraint whose boxes come one after the other in every column", () => {
    const text = (order: string) => `id: trial
extends: yazzo
name: {de: Versuch, en: Trial}
categories: {minimum: {strike: never}}
options: {struck_in_min_max: null}
columns:
  mixed: {order: ${order}}
  down: {order: ${order}}
  up: {order: ${order}}
`;
    // Downwards, Minimum comes first and Maximum can be struck; in any order, Maximum may come first and leave no way out.
    expect(found(text("down"))).toEqual([]);
    expect(found(text("free")).map((line) => line.replace(/ [^ ]*$/, ""))).toEqual(["warning cannot-finish"]);
  });
});

describe("what a file's changes break in its base", () => {
  const head = (base: string) => `id: trial\nextends: ${base}\nname: {de: Versuch, en: Trial, sv: Försök}\n`;
  const bases = someOf(SHIPPED_FILES, 6).map((file) => file.slice(0, -".yaml".length));
  const problemsWith = (base: string, change: string) =>
    lintVariantFile("trial.yaml", `${head(base)}${change}\n`, shippedFiles).problems;

  it.each(bases)("%s is never told as a fault of the base", (base) => {
    const games = [
      "categories",
      "sections",
      "columns",
      "turn",
      "bonuses",
      "repeats",
      "dice",
      "lines",
      "options",
    ];
    const changes = [
      ...games.map((key) => `${key}:`),
      "sections: {upper: {rows: [ones]}}",
      "categories: {ones: null}",
      "dice: {count: 3}",
      "turn: {rolls: 1}",
    ];
    const told = changes.flatMap((change) => problemsWith(base, change));
    expect(told.length).toBeGreaterThan(0);
    expect(told.filter(({ place }) => place?.file !== "trial.yaml")).toEqual([]);
  });

  it("names a part that nothing stands below, such as one whose lines are not indented", () => {
    const emptied = bases.flatMap((base) =>
      ["dice", "turn", "categories", "sections"].map((key) => problemsWith(base, `${key}:`)),
    );
    expect(emptied.length).toBeGreaterThan(12);
    const firsts = emptied.map(([first]) => `${first?.code} ${first?.place?.line}`);
    expect([...new Set(firsts)]).toEqual(["empty 4"]);
  });

  it("is told at `extends` with the place in the base, where the file itself is sound", () => {
    const told = problemsWith("yazzo", "categories: {yazzo: null}\nsections: {lower: {rows: [pair]}}");
    const shown = problemsWith("kniffel", "repeats: null\ncategories: {}");
    expect([...told, ...shown].every(({ place }) => place?.file === "trial.yaml")).toBe(true);
  });

  it.each([
    ["yahtzee", "repeats: {joker: {upper: any}}"],
    ["yahtzee", "repeats: {joker: none}"],
    ["kniffel", "repeats: {joker: none}"],
    ["kniffel", "repeats: null"],
    ["yahtzee-block", "repeats: {joker: none}"],
  ])("%s: options of the base that have nothing left to change are no faults: %s", (base, change) => {
    expect(problemsWith(base, change).filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it("leaves alone what is wrong with the base by itself", () => {
    const files = {
      ...shippedFiles,
      find: (id: string, from: string | null) =>
        id === "sick"
          ? {
              ok: true as const,
              value: {
                file: "sick.yaml",
                text: `${head("yatzy").replace("trial", "sick")}turn: {rols: 3}\n`,
              },
            }
          : shippedFiles.find(id, from),
    };
    const { problems } = lintVariantFile("trial.yaml", `${head("sick")}dice: {cont: 3}\n`, files);
    expect(problems.map(({ code, place }) => `${code} ${place?.file}`).sort()).toEqual([
      "unknown-key sick.yaml",
      "unknown-key trial.yaml",
    ]);
  });

  it("says nothing of a base's options that the file settles", () => {
    const idle = bases.flatMap((base) => problemsWith(base, "ranking: {tie: roll_off}"));
    expect(idle.filter(({ code }) => code === "option-idle")).toEqual([]);
    expect(problemsWith("maxi-yatzy", "turn: {bank_unused_rolls: false}")).toEqual([]);
  });
});

describe("what a note is about", () => {
  const HINT = /^(.*); if this is intended/;
  const toldAbout = (about: string, more = "") =>
    lintVariantFile(
      "trial.yaml",
      `${HEAD}${more}notes: {cheer: {at: turn, about: ${about}, de: Prost., en: Cheers.}}\n`,
      shippedFiles,
    ).problems.map(({ code, hint }) => [code, HINT.exec(hint ?? "")?.[1]]);

  /** Every path of keys that a variant has, joined by dots. */
  function pathsIn(tree: unknown, before: readonly string[] = []): string[] {
    if (typeof tree !== "object" || tree === null || Array.isArray(tree)) return [];
    return Object.entries(tree).flatMap(([key, below]) => {
      const path = [...before, key];
      return /^[a-z0-9_.]+$/.test(key) ? [path.join("."), ...pathsIn(below, path)] : [];
    });
  }

  it("may be any key that the game has, or could have", () => {
    const file = resolveVariant("yatzy.yaml", shippedText("yatzy"), shippedFiles);
    const paths = pathsIn(parsedYaml(good(file))).filter((_, at) => at % 9 === 0);
    expect(paths.length).toBeGreaterThan(10);
    const all = [...paths, "repeats", "repeats.joker", "categories.pair.served", "columns"];
    expect(all.filter((path) => toldAbout(path).length > 0)).toEqual([]);
  });

  const OWN_LINE = "lines: {grand.total: {de: Summe, en: Sum}}\n";
  const STAKES =
    "options: {stake: {label: {de: Einsatz, en: Stake}, default: '2.50', choices: {'2.50': {label: {de: a, en: b}}}}}\n";

  it.each([
    ["lines.grand.total", OWN_LINE],
    ["lines.grand.total.en", OWN_LINE],
    ["options.stake.choices.2.50", STAKES],
    ["options.stake.choices.2.50.label", STAKES],
  ])("may be a key with a dot: %s", (about, more) => {
    expect(toldAbout(about, more)).toEqual([]);
  });

  it("is not found behind a key with a dot that is misspelt, or has no such key", () => {
    expect(toldAbout("lines.grand.totel", OWN_LINE)).toEqual([
      ["note-about-nothing", "write `about: lines.grand.total`"],
    ]);
    expect(toldAbout("options.stake.choices.2.50.lable", STAKES)).toEqual([
      ["note-about-nothing", "write `about: options.stake.choices.2.50.label`"],
    ]);
  });

  it.each([
    ["repeets.joker", "write `about: repeats.joker`"],
    ["repeats.jokre", "write `about: repeats.joker`"],
    ["categories.piar.score", "write `about: categories.pair.score`"],
    ["categories.pair.scoer", "write `about: categories.pair.score`"],
    ["dice.count.zzzzzz", "remove it: there is nothing to choose from here"],
  ])("is nothing in %s: %s", (about, hint) => {
    expect(toldAbout(about)).toEqual([["note-about-nothing", hint]]);
  });

  it("names what would do where nothing is near", () => {
    const [told] = toldAbout("sections.zzzzzz");
    expect(told).toEqual(["note-about-nothing", "possible here: upper, lower"]);
  });
});
