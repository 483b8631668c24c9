import { describe, expect, it } from "vitest";
import { checkSheet } from "../../../src/check/check-sheet.ts";
import type { BoxEntry } from "../../../src/check/sheet.ts";
import { parsePaper } from "../../../src/print/layout/paper.ts";
import { rulesMarkdown } from "../../../src/print/rulebook/markup.ts";
import { rulesView } from "../../../src/print/rulebook/view/rules-view.ts";
import { rulesPages } from "../../../src/print/rulebook/rules-pdf.ts";
import { quoteName } from "../../../src/i18n/format.ts";
import { boxRule } from "../../../src/i18n/box-phrases.ts";
import { constraintPhrase } from "../../../src/i18n/rule-phrases.ts";
import { facesOf } from "../../../src/rules/dice/dice.ts";
import { scoresOfRoll, scoresOfHand } from "../../../src/rules/dice/scores.ts";
import type { Category, Game } from "../../../src/rules/game/game.ts";
import { findCategory, listCategories } from "../../../src/rules/game/rows.ts";
import { getElement } from "../../../src/rules/arrays.ts";
import { someOf } from "../../support/cases.ts";
import { SHIPPED, shippedGame } from "../../support/games.ts";
import { LANGUAGES, language } from "../../support/languages.ts";
import { FAMILY, good } from "../../support/pads.ts";
import { shippedTemplates } from "../../support/templates.ts";

/*
 * What rule sheets say about rolls and boxes, against the engine that scores and checks them: every game under its defaults and under each
 * other choice of an option that changes boxes or what binds them.
 */

const memoized = new Map<string, string>();

const TOUCHING = new Set(["categories", "sections", "constraints", "dice", "repeats"]);
const GAMES: readonly (readonly [name: string, game: Game])[] = SHIPPED.flatMap((id) => {
  const { options } = shippedGame(id);
  const others = options
    .filter(({ changes }) => changes.some((path) => TOUCHING.has(path.split(".")[0] ?? "")))
    .flatMap(({ id: option, choices, default: usual }) =>
      choices.filter((choice) => choice.id !== usual).map((choice) => ({ [option]: choice.id })),
    );
  return [{}, ...others].map(
    (choices) => [`${id} ${JSON.stringify(choices)}`, shippedGame(id, choices)] as const,
  );
});

/** The cases of each language: all of them together, so that each game is tried. */
const CASES = {
  de: someOf(GAMES, LANGUAGES.length, 0),
  en: someOf(GAMES, LANGUAGES.length, 1),
  sv: someOf(GAMES, LANGUAGES.length, 2),
};

/** A rule sheet with ordinary spaces and without the finished sheet, which takes longest. */
function sheetOf([name, game]: (typeof GAMES)[number], code: string): string {
  const templates = shippedTemplates(code, "rules");
  const write = () => rulesMarkdown(game, language(code), templates, undefined, { examples: ["turn"] });
  const text = memoized.get(name + code) ?? good(write()).replaceAll("\u00a0", " ");
  memoized.set(name + code, text);
  return text;
}

/** The cells of the row of a box in the table of boxes. */
function rowOf(text: string, { label }: Category, code: string): string[] {
  const name = `| **${language(code).text(label).replaceAll("\u00a0", " ")}** | `;
  const row = text.split("\n").find((line) => line.startsWith(name)) ?? "";
  return row.split("|").map((cell) => cell.trim());
}

const readFaces = (roll: string, game: Game) => {
  const symbols = new Map([...game.symbols].map(([face, text]) => [language("en").text(text), face]));
  return roll.split(/ · |-/u).map((face) => symbols.get(face) ?? Number(face));
};

describe("a row of the table of boxes", () => {
  it("shows dice that score what it says, and names rolls that do not count", () => {
    let [shown, refused] = [0, 0];
    for (const one of CASES.en) {
      const [name, game] = one;
      const text = sheetOf(one, "en");
      for (const box of listCategories(game)) {
        const [, , example = "", rule = "", points = ""] = rowOf(text, box, "en");
        const told = `${name} ${box.id}: ${example} ${rule} ${points}`;
        const isLaidOut = !example.includes("–") && !game.dice.wild;
        const hand = readFaces(
          example
            .replaceAll(/~~.*?~~-?/gu, "")
            .replaceAll("*", "")
            .replace(/-$/u, ""),
          game,
        );
        const score = Number(/\*\*(−?\d+)\*\*/u.exec(points)?.[1]?.replace("−", "-"));
        if (isLaidOut) expect(scoresOfHand(game.dice, box, hand), told).toContain(score);
        shown += Number(isLaidOut);
        for (const [, roll = ""] of rule.matchAll(/(\S+(?: · \S+)*) (?:does not count|counts) here/gu)) {
          expect(
            scoresOfRoll(game.dice, box, readFaces(roll, game)).filter((one) => one > 0),
            told,
          ).toEqual([]);
          refused++;
        }
      }
    }
    expect(shown).toBeGreaterThan(120);
    expect(refused).toBeGreaterThan(8);
  });

  const ALIKE = { de: "Gleiche", en: "alike", sv: "lika" };
  /** All ways to join some groups: their sizes with those that share a face added up. */
  const joinGroups = ([first, ...others]: readonly number[]): number[][] =>
    first === undefined
      ? [[]]
      : joinGroups(others).flatMap((joined) => [
          [first, ...joined],
          ...joined.map((_, at) => joined.map((size, place) => (place === at ? size + first : size))),
        ]);

  it.each(LANGUAGES)(
    "names every number of equal dice that makes several groups, and no other: %s",
    (code) => {
      const numerals = language(code).translate("numerals").split(" ");
      const alike = ALIKE[code as "en"];
      let loose = 0;
      for (const [name, game] of GAMES) {
        for (const box of listCategories(game)) {
          const { pattern } = box;
          if (pattern.kind !== "groups" || pattern.sizes.length < 2) continue;
          const rule = boxRule(language(code), game, box).replaceAll("\u00a0", " ");
          const [, inside = ""] = /\(([^)]*)\)/u.exec(rule) ?? [];
          for (const sizes of joinGroups(pattern.sizes)) {
            if (sizes.length === pattern.sizes.length) continue;
            const faces = facesOf(game.dice);
            // What is left shows faces of its own.
            const groups = sizes.flatMap((size, at) => Array<number>(size).fill(getElement(faces, at)));
            const rest = faces.slice(sizes.length, sizes.length + game.dice.scored - groups.length);
            const counts = scoresOfHand(game.dice, box, [...groups, ...rest]).some((score) => score > 0);
            const joined = sizes.filter((size) => !pattern.sizes.includes(size));
            const isTold = joined.every((size) => inside.includes(`${numerals[size]} ${alike}`));
            expect(isTold, `${name} ${box.id} ${sizes.join("+")}: ${rule}`).toBe(counts);
            loose += Number(counts);
          }
        }
      }
      expect(loose).toBeGreaterThan(2);
    },
  );
});

describe("two boxes that must differ", () => {
  /** Whether the check takes two entries. */
  const isTaken = (game: Game, entries: Readonly<Record<string, BoxEntry>>) => {
    const [column] = game.columns;
    const rows = listCategories(game).map(({ id }) => [id, entries[id] ?? { kind: "empty" }] as const);
    const boxes = new Map(game.columns.map(({ id }) => [id, new Map(id === column?.id ? rows : [])]));
    const columnLines = new Map(game.columns.map(({ id }) => [id, new Map<string, number>()]));
    const player = { name: "Anna", left: false, boxes, columnLines, sheetLines: new Map<string, number>() };
    const { findings } = checkSheet({ file: "sheet.yaml", game, complete: null, players: [player] });
    return !findings.some(({ code }) => /constraint/u.test(code));
  };

  it("are told which strikes and scores leave nothing for the other box, and of no others", () => {
    let [barred, free] = [0, 0];
    for (const one of GAMES) {
      const [name, game] = one;
      for (const constraint of game.constraints) {
        const pair = [constraint.left, constraint.right].map((id) => findCategory(game, id) as Category);
        const sheets = LANGUAGES.map((code) => ({ words: language(code), text: sheetOf(one, code) }));
        for (const { words, text } of sheets)
          expect(text, name).toContain(
            constraintPhrase(words, game, constraint, "long").replaceAll("\u00a0", " ").slice(1),
          );
        // The extremes first: one of them fits most.
        const entriesOf = ({ legal, strike }: Category): BoxEntry[] => [
          ...[...legal.slice(-1), ...legal].map((value) => ({ kind: "score", value }) as const),
          ...(strike === "never" ? [] : [{ kind: "strike", mark: game.strike.marks[0] ?? "0" } as const]),
        ];
        for (const [at, box] of pair.entries()) {
          const other = pair[1 - at] as Category;
          for (const entry of entriesOf(box)) {
            const isStuck = !entriesOf(other).some((theirs) =>
              isTaken(game, { [box.id]: entry, [other.id]: theirs }),
            );
            for (const { words, text } of sheets) {
              const [mine = "", others = ""] = [box, other].map(({ label }) =>
                quoteName(words, words.text(label)),
              );
              // What a strike rules out follows from its zero, and from no score.
              const told =
                entry.kind === "score"
                  ? words.translate("rule.between-without", { score: entry.value, box: mine, other: others })
                  : `${words.translate("rule.between.all.long")} ${words.translate("rule.between-unstruck", { box: mine })}`;
              expect(text.includes(told.replaceAll("\u00a0", " ")), `${name}: ${told}`).toBe(isStuck);
            }
            if (isStuck) barred++;
            else free++;
          }
        }
      }
    }
    expect(barred).toBeGreaterThan(1);
    expect(free).toBeGreaterThan(20);
  });
});

describe("what happens with another best roll", () => {
  const AGAIN = {
    // Not the row “Weitere X”.
    de: /(?:noch ein(?:e|en)?|(?:ein|jed)[a-z]* weitere[nr]?) X(?!s)/iu,
    en: /another X/iu,
    sv: /en X till|X igen/iu,
  };

  it.each(LANGUAGES)("is said in its own section and nowhere else: %s", (code) => {
    const words = language(code);
    let told = 0;
    for (const one of CASES[code as "en"]) {
      const [name, game] = one;
      if (game.repeats === null) continue;
      const best = words.text(findCategory(game, game.repeats.of)?.label ?? {});
      const again = new RegExp(AGAIN[code as "en"].source.replaceAll("X", best), "iu");
      const sections = sheetOf(one, code).split(/^## /mu);
      const options = words.translate("rules.heading.options").replaceAll("\u00a0", " ");
      const saying = sections.filter((part) => again.test(part) && !part.startsWith(`${options}\n`));
      expect(saying.length, `${name}: ${saying.slice(1).join()}`).toBeLessThanOrEqual(1);
      const { repeats } = rulesView(game, words);
      for (const section of saying) expect(section.split("\n")[0], name).toBe(repeats?.heading);
      told += saying.length;
    }
    expect(told).toBeGreaterThan(1);
  });
});

describe("dice in colours", () => {
  it("are drawn in a look for each colour on rule sheets, which say so", async () => {
    let coloured = 0;
    for (const id of SHIPPED) {
      const game = shippedGame(id);
      const templates = shippedTemplates("en", "rules");
      const colourOf = (face: string) => game.dice.colours?.get(Number(face)) ?? null;
      const isColoured = game.dice.colours !== null;
      if (!isColoured && id !== "yahtzee") continue;
      const set = good(await rulesPages(game, language("en"), templates, good(parsePaper("a5")), FAMILY));
      const marks = set.pages.flatMap((page) => page.marks);
      const dice = marks.flatMap((mark) => (mark.kind === "die" ? [mark.die] : []));
      const looks = new Map<string | null, Set<number | null>>();
      for (const { face, tint } of dice) {
        const colour = colourOf(String(face));
        looks.set(colour, (looks.get(colour) ?? new Set()).add(tint));
      }
      expect([...looks.values()].map(({ size }) => size)).toEqual([...looks].map(() => 1));
      expect(new Set([...looks.values()].flatMap((tints) => [...tints])).size).toBe(looks.size);
      const said = language("en").translate("rules.section.legend.colours").split(" ").slice(0, 3).join(" ");
      const text = marks.flatMap((mark) => (mark.kind === "text" ? [mark.text] : [])).join(" ");
      expect(text.includes(said)).toBe(isColoured);
      coloured += Number(isColoured);
    }
    expect(coloured).toBeGreaterThan(0);
  });
});
