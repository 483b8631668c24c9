import { describe, expect, it } from "vitest";
import { parseFormula, evaluate, FORMULA_NAMES } from "../../../src/rules/dice/formula.ts";
import { claimsOfRoll } from "../../../src/rules/dice/scores.ts";
import { chooseExample } from "../../../src/rules/game/examples.ts";
import type { Category, Game } from "../../../src/rules/game/game.ts";
import { listCategories, isNumberRow } from "../../../src/rules/game/rows.ts";
import { boxHint, formulaText } from "../../../src/i18n/box-phrases.ts";
import { readVariant } from "../../../src/rules/variant/read-variant.ts";
import { padText } from "../../../src/print/pad/pad-text.ts";
import { rulesMarkdown } from "../../../src/print/rulebook/markup.ts";
import { TRIES_ALL } from "../../support/cases.ts";
import { SHIPPED, shippedFiles, shippedGame } from "../../support/games.ts";
import { randomFrom } from "../../support/sheets.ts";
import { language } from "../../support/languages.ts";
import { good } from "../../support/results.ts";
import { shippedTemplates } from "../../support/templates.ts";

/** A game whose dice show more than the usual faces, some of them negative or of two digits. */
function unusualVariant(seed: number): { variant: string; low: number; sides: number; count: number } {
  const below = dealer(seed);
  const [low, sides, count] = [below(16) - 5, 4 + below(6), 3 + below(3)];
  const box = (id: string, pattern: string, score: string) =>
    `  ${id}: { label: { de: Feld ${id}, en: Box ${id}, sv: Ruta ${id} }, pattern: ${pattern}, score: ${score} }`;
  const variant = `id: drawn
name: { de: Zufall, en: Chance, sv: Slump }
dice: { count: ${count}, sides: ${sides}, low: ${low} }
turn: { rolls: 2 }
categories:
${[
  box("a", `{ face: ${low} }`, "hit"),
  box("b", `{ face: ${low + 2}, min: 2 }`, "hit"),
  box("c", "any", "sum"),
  box("d", `{ run: 3, from: ${low} }`, "30"),
  box("e", "{ run: 3 }", `${below(9)} + sum`),
  box("f", "{ groups: [2] }", "2 * sum"),
  box("g", `{ faces: [${low}, ${low + 2}] }`, "-sum"),
  box("h", `{ sum: { min: ${low * count}, max: ${low * count + 5} } }`, "hit"),
].join("\n")}
sections:
  all: { label: { de: Felder, en: Boxes, sv: Rutor }, rows: [a, b, c, d, e, f, g, h] }
columns:
  x: { label: { de: x, en: x, sv: x }, order: free }
strike: { marks: ["/"] }
ranking: { order: highest }
`;
  return { variant, low, sides, count };
}

// Games drawn at random: what their rule sheets say agrees with their rules.

const CODES = ["de", "en", "sv"] as const;
type Code = (typeof CODES)[number];
const GAMES = 150;

/** Numbers from 0 to below n, the same for the same seed. */
function dealer(seed: number): (n: number) => number {
  const random = randomFrom(seed);
  return (n) => Math.floor(random() * n);
}

const PATTERNS = [
  "any",
  "{ face: 1 }",
  "{ face: 6, min: 2 }",
  "{ groups: [2] }",
  "{ groups: [3] }",
  "{ groups: [2, 2] }",
  "{ groups: [3, 2], distinct: false }",
  "{ run: 3 }",
  "{ faces: [2] }",
  "{ sum: { max: 9 } }",
  "{ one_of: [{ groups: [2] }, { sum: { min: 12 } }] }",
];
const DICE_OF = [1, 1, 2, 2, 3, 4, 5, 3, 1, 1, 2];

/** A variant with every kind of thing that sentences depend on. */
function drawnVariant(seed: number): string {
  const below = dealer(seed);
  const pick = <T>(...from: readonly T[]): T => from[below(from.length)] as T;
  const dice = 1 + below(6);
  const rolls = pick(1, 2, 3, 4, 6);
  const byRoll = () => {
    const values = Array.from({ length: rolls }, () => 1 + below(4));
    return `{ by_roll: [${pick(
      values,
      values.toSorted(),
      values.toSorted().toReversed(),
      values.map(() => 7),
    ).join(", ")}] }`;
  };
  const fitting = PATTERNS.filter((_, at) => (DICE_OF[at] ?? 1) <= dice);
  const strikes = pick("", ", strike: never", "mixed");
  const box = (at: number) => {
    const score = pick(
      "sum",
      "hit",
      "12",
      "12 + hit",
      "20 - sum",
      "sum / 2 * 3",
      "2 * sum",
      byRoll(),
      byRoll(),
    );
    const more = strikes === "mixed" ? pick("", ", strike: never", ", miss: 5", ", miss: -5") : strikes;
    const name = `Box ${"ABCDEFGH"[at]}`;
    return `  b${at}: { label: { de: ${name}, en: ${name}, sv: ${name} }, pattern: ${pick(...fitting)}, score: ${score}${more} }`;
  };
  const boxes = Array.from({ length: pick(1, 2, 3, 6) }, (_, at) => box(at));
  const column = (id: string, order: string) =>
    `  ${id}: { label: { de: ${id}, en: ${id}, sv: ${id} }, order: ${order} }`;
  const columns = pick(
    [column("x", "free")],
    [column("x", "down")],
    [column("x", "down"), column("y", "up")],
  );
  return `id: drawn
name: { de: Zufall, en: Chance, sv: Slump }
dice: { count: ${dice}, sides: 6 }
turn: { rolls: ${rolls}, stop_early: true, set_aside: ${pick("reusable", "final")}${pick("", ", chips: { count: 1 }")} }
players: { min: 1, ${pick("", "max: 1, ", "max: 2, ")}sheet: ${columns.length > 1 ? "own" : "shared"} }
categories:
${boxes.join("\n")}
sections:
  all: { label: { de: Felder, en: Boxes, sv: Rutor }, rows: [${boxes.map((_, at) => `b${at}`).join(", ")}] }
columns:
${columns.join("\n")}
strike: { marks: ["/"], voluntary: true }
ranking: { order: ${pick("highest", "highest", "lowest")}, tie: ${pick("shared", "roll_off")} }
`;
}

interface Told {
  readonly variant: string;
  readonly game: Game;
  readonly texts: Readonly<Record<Code, string>>;
}

const TOLD: readonly Told[] = Array.from({ length: GAMES }, (_, seed) => drawnVariant(seed)).flatMap(
  (variant) => {
    const read = readVariant("drawn.yaml", variant, shippedFiles);
    // Some boxes can't be made with the dice drawn.
    if (!read.ok) return [];
    const game = read.value;
    const text = (code: Code) =>
      good(rulesMarkdown(game, language(code), shippedTemplates(code, "rules"))).replaceAll("\u00a0", " ");
    return { variant, game, texts: { de: text("de"), en: text("en"), sv: text("sv") } };
  },
);

/** Holds every sheet in every language to something; both kinds of games, those that it is about and others, have to be among them. */
function expectOf(
  isAbout: (game: Game) => boolean,
  words: Readonly<Record<Code, RegExp>>,
  isSaid: boolean,
): void {
  const about = TOLD.filter(({ game }) => isAbout(game));
  expect(about.length).toBeGreaterThan(1);
  expect(about.length).toBeLessThan(TOLD.length);
  for (const { variant, texts } of about)
    for (const code of CODES) {
      const found = words[code].exec(texts[code])?.[0] ?? null;
      if (isSaid) expect(found, `${variant}\n${texts[code]}`).not.toBeNull();
      else expect(found, variant).toBeNull();
    }
}

const isSolo = ({ players }: Game) => players.max === 1;
const byRollOf = (game: Game) =>
  listCategories(game).flatMap(({ score }) => (score.kind === "by_roll" ? [score.values] : []));

describe("a rule sheet", () => {
  it("shows an example that is the best claim of its roll in that box", () => {
    let seen = 0;
    for (const { game, variant } of TOLD)
      for (const category of listCategories(game)) {
        const example = chooseExample(game, category);
        if (example === null) continue;
        const claims = claimsOfRoll(game.dice, category, example.roll).map(({ score }) => score);
        const written = claims.filter((score) => category.legal.includes(score));
        if (written.length === 0) continue;
        const best = game.ranking.order === "lowest" ? Math.min(...written) : Math.max(...written);
        expect(example.score, `${variant}${category.id}: ${example.roll.join("-")}`).toBe(best);
        seen++;
      }
    expect(seen).toBeGreaterThan(GAMES);
  });

  it("separates dice clearly and writes minus signs, whatever the faces are", () => {
    const unclear = /(?<![\p{L}\d|:-])-\d|\d--|\d\d-\d|\d-\d\d|\+[-−]|−\d+–|–−/u;
    const drawn = Array.from({ length: TRIES_ALL ? 40 : 16 }, (_, seed) => unusualVariant(seed));
    let seen = 0;
    for (const { variant, low, sides, count } of drawn) {
      const read = readVariant("drawn.yaml", variant, shippedFiles);
      // A box for zeros alone can't score.
      if (!read.ok) continue;
      const game = read.value;
      const hints = listCategories(game).map((category) => boxHint(language("en"), category));
      expect(unclear.exec(hints.join("\n"))?.[0] ?? null, hints.join("\n")).toBeNull();
      for (const code of CODES) {
        const text = good(rulesMarkdown(game, language(code), shippedTemplates(code, "rules")));
        expect(unclear.exec(text.replaceAll(/[*~]/g, ""))?.[0] ?? null, text).toBeNull();
        const between = low < 0 || low + sides > 10 ? "\u00a0· " : "-";
        for (const [, cell = ""] of text.matchAll(/^\| \*\*[^|]*\*\* \| ([^|]*[^|–*]) \|.*\|.*\|$/gmu)) {
          const faces = cell.replaceAll(/[*~]/g, "").split(between);
          expect(faces, text).toHaveLength(count);
          for (const face of faces) {
            const shown = Number(face.replace("−", "-"));
            expect(shown >= low && shown < low + sides, `${cell} in ${text}`).toBe(true);
          }
          seen++;
        }
      }
    }
    expect(drawn.some(({ low }) => low < 0) && drawn.some(({ low }) => low > 5)).toBe(true);
    expect(seen).toBeGreaterThan(drawn.length * CODES.length);
  });

  it("has no plural of one, and says both of two", () => {
    const wrong: Record<Code, RegExp> = {
      en: /(?<!or )\b(?:one|1) (?:boxes|dice|rolls|turns|columns|points|players|chips|numbers|times)\b|\b[Aa]ll (?:one|two|1|2)\b|\bthe numbers \d\b(?!,| and)|first with all dice/u,
      de: /(?<!oder )\b(?:eins|1) (?:Felder|Würfeln|Spalten|Runden|Punkte|Zahlen|Chips)\b|\b[Aa]lle[nr]? (?:eins|zwei|1|2)\b|\bdie Zahlen \d(?!,| und)|zuerst mit allen Würfeln/u,
      sv: /(?<!eller )\b(?:en|ett|1) (?:rutor|tärningar|kolumner|omgångar|marker)\b|\b[Aa]lla (?:en|ett|två|1|2)\b|\btalen \d(?!,| och)|först med alla tärningar\b/u,
    };
    expect(TOLD.some(({ game }) => game.dice.dice.length === 1)).toBe(true);
    expect(TOLD.some(({ game }) => listCategories(game).length === 1)).toBe(true);
    for (const { variant, texts } of TOLD)
      for (const code of CODES)
        expect(wrong[code].exec(texts[code])?.[0] ?? null, `${variant}\n${texts[code]}`).toBeNull();
  });

  it("speaks of one box as of one: the only box, the only number box, the only other box", () => {
    const boxes = (game: Game) => listCategories(game).length * game.columns.length;
    const of = (isNumber: boolean) => (game: Game) =>
      listCategories(game).filter((row) => isNumberRow(row) === isNumber).length === 1;
    const several = {
      en: /an open (?:box|one)|Each box is|You decide which box|choice is yours|fits nowhere/u,
      de: /ein freies Feld|Jedes Feld|In welches|hast du die Wahl|nirgends/u,
      sv: /en ledig ruta|Varje ruta|Vilken bestämmer|är valet ditt|ingenstans/u,
    };
    expectOf((game) => boxes(game) === 1, several, false);
    expectOf((game) => boxes(game) > 1 && game.columns[0]?.order.kind === "free", several, true);
    expectOf(of(true), { en: /number boxes/u, de: /Bei den Zahlen/u, sv: /valörrutorna/u }, false);
    expectOf(
      of(false),
      { en: /the others|where none/u, de: /ist keiner/u, sv: /I de andra|är ingen/u },
      false,
    );
  });

  it("says what may happen to dice set aside only where a third roll can come", () => {
    const fate = {
      en: /Dice set aside may be rolled again|Once set aside/u,
      de: /Beiseitegelegte Würfel darfst|Einmal beiseitegelegte/u,
      sv: /Undanlagda tärningar får|Tärningar som en gång har lagts undan/u,
    };
    const hasThird = ({ dice, turn: { rolls, chips } }: Game) =>
      dice.dice.length > 1 && (rolls > 2 || (rolls === 2 && chips !== null));
    expectOf(hasThird, fate, true);
    expectOf((game) => !hasThird(game), fate, false);
  });

  it("offers no choice of boxes where only the next one is open", () => {
    const choice = { en: /choice is yours/u, de: /hast du die Wahl/u, sv: /väljer du själv/u };
    const isNextOnly = ({ columns }: Game) => columns.length === 1 && columns[0]?.order.kind === "down";
    expectOf(isNextOnly, choice, false);
    expectOf(({ columns }) => columns.length > 1, choice, true);
  });

  it("names a list of misses only where there is one", () => {
    const list = {
      en: /the table of boxes above/u,
      de: /der Tabelle der Felder/u,
      sv: /tabellen över rutorna/u,
    };
    const hasMiss = (game: Game) => listCategories(game).some(({ miss }) => miss !== null);
    expectOf((game) => !hasMiss(game), list, false);
    expectOf(hasMiss, list, true);
  });

  it("says minus points only of misses that take points away", () => {
    const minus = { en: /minus points/u, de: /Minuspunkte/u, sv: /minuspoäng/u };
    const misses = (game: Game) => listCategories(game).flatMap(({ miss }) => miss ?? []);
    expectOf((game) => misses(game).some((miss) => miss > 0), minus, false);
    // Where every box has its own, the sheet speaks of what a miss brings.
    const isTold = (game: Game) =>
      misses(game).length > 0 && misses(game).length < listCategories(game).length;
    expectOf((game) => isTold(game) && misses(game).every((miss) => miss < 0), minus, true);
  });

  it("speaks of other boxes only where there are number boxes, too", () => {
    const others = { en: /In the others, the/u, de: /Sonst bilden/u, sv: /I de andra bildar/u };
    const isNumber = ({ pattern, score }: Category) => isNumberRow({ pattern, score });
    expectOf((game) => !listCategories(game).some(isNumber), others, false);
  });

  it("says that nothing can be struck where nothing can", () => {
    const how = {
      en: /you strike|strike a box by choice/u,
      de: /streichst du|freiwillig streichen/u,
      sv: /stryker du/u,
    };
    const isNever = (game: Game) => listCategories(game).every(({ strike }) => strike === "never");
    expectOf(isNever, how, false);
    expectOf((game) => !isNever(game), how, true);
  });

  it("has a pad that says how to strike only where something can be struck", () => {
    const isPossible = ({ game }: Told) => listCategories(game).some(({ strike }) => strike !== "never");
    expect(new Set(TOLD.map(isPossible)).size).toBe(2);
    for (const told of TOLD) {
      const text = good(padText(told.game, language("en"), shippedTemplates("en", "pad")));
      expect(JSON.stringify(text).includes("To strike"), told.variant).toBe(isPossible(told));
    }
  });

  it("says nothing about the score of a 0 that strikes a box, and puts no quotation marks around it", () => {
    const tautology = /[“”„]0[“”]|0; it scores|0 ins Feld, es zählt|skriv 0 \(/u;
    const all = SHIPPED.map((id) => shippedGame(id));
    expect(new Set(all.map(({ strike }) => strike.marks[0] === "0")).size).toBe(2);
    for (const game of all.filter(({ strike }) => strike.marks.join() === "0"))
      for (const code of CODES) {
        const pad = JSON.stringify(good(padText(game, language(code), shippedTemplates(code, "pad"))).foot);
        const rules = good(rulesMarkdown(game, language(code), shippedTemplates(code, "rules")));
        const heading = `## ${language(code).translate("rules.heading.strike")}\n`;
        const [part = ""] = rules.split(heading)[1]?.split("\n## ") ?? [];
        expect(tautology.exec(pad + part)?.[0], `${game.id} ${code}`).toBeUndefined();
      }
  });

  it("of a game for one speaks of nobody else", () => {
    const others: Record<Code, RegExp> = {
      en: /round the table|[Tt]ied players|all players|every player|may start|wins\b/u,
      de: /reihum|Gleichstand|wenn alle|jeden? Spieler|beginnt|gewinnt/u,
      sv: /laget runt|lika många poäng|när alla|varje spelare|får börja|vinner/u,
    };
    expectOf(isSolo, others, false);
    expectOf((game) => !isSolo(game), others, true);
    expectOf(isSolo, { en: /Your result is/u, de: /Dein Ergebnis steht/u, sv: /Ditt resultat står/u }, true);
  });

  it("tells values by roll as they are", () => {
    let seen = 0;
    for (const { game, texts } of TOLD)
      for (const values of byRollOf(game)) {
        const [first, second, third] = values;
        if (values.length !== 3 || new Set(values).size === 1) continue;
        expect(texts.en).toMatch(
          new RegExp(
            `${first} points? on the first roll, ${second} on the second, ${third} on the third`,
            "u",
          ),
        );
        expect(texts.de).toMatch(
          new RegExp(`${first} Punkte? im ersten Wurf, ${second} im zweiten, ${third} im dritten`, "u"),
        );
        expect(texts.sv).toMatch(
          new RegExp(`${first} poäng i första kastet, ${second} i andra, ${third} i tredje`, "u"),
        );
        seen++;
      }
    expect(seen).toBeGreaterThan(2);
  });
});

describe("a formula in words", () => {
  const NAMES = {
    sum: "all pips",
    hit: "these pips",
    count: "number of dice",
    high: "highest die",
    low: "lowest die",
  };

  /** A formula as a file has it. */
  function drawnFormula(below: (n: number) => number, depth: number): string {
    const part = () => drawnFormula(below, depth - 1);
    const kind = depth === 0 ? below(2) : below(9);
    if (kind === 0) return String(1 + below(9));
    if (kind === 1) return FORMULA_NAMES[below(FORMULA_NAMES.length)] ?? "sum";
    if (kind === 2) return `${below(2) === 0 ? "min" : "max"}(${part()}, ${part()})`;
    if (kind === 3) return `-(${part()})`;
    if (kind < 7) return `(${part()}) / ${2 + below(3)}`;
    return `(${part()}) ${["+", "-", "*"][below(3)]} (${part()})`;
  }

  /** What a reader gets who rounds down where the words say so, and nowhere else. */
  function reckoned(words: string, values: Readonly<Record<string, number>>): number {
    let text = words.replaceAll("\u00a0", " ").replaceAll("−", "-").replaceAll("×", "*").replaceAll("÷", "/");
    for (const [name, told] of Object.entries(NAMES).toSorted(([, a], [, b]) => b.length - a.length))
      text = text.replaceAll(told, `(${values[name]})`);
    text = text.replaceAll(/\b(?:min|max)\(/g, (call) => `Math.${call}`).replaceAll(";", ",");
    const remark = ", rounded down";
    // Innermost first: each remark closes its bracket.
    for (let at = text.indexOf(`${remark})`); at !== -1; at = text.indexOf(`${remark})`)) {
      let [open, depth] = [at, 0];
      for (depth = 1; depth > 0; ) depth += { "(": -1, ")": 1 }[text[--open] ?? ""] ?? 0;
      text = `${text.slice(0, open)}down(${text.slice(open + 1, at)})${text.slice(at + remark.length + 1)}`;
    }
    if (text.endsWith(remark)) text = `down(${text.slice(0, -remark.length)})`;
    expect(text).not.toContain("rounded");
    const down = (n: number) => Math.floor(n + 1e-9);
    return new Function("down", `return ${text.replaceAll("-", " - ")}`)(down) as number;
  }

  it("comes to what the program gives, wherever it rounds down", () => {
    const below = dealer(5);
    let rounded = 0;
    for (let n = 0; n < 400; n++) {
      const parsed = parseFormula(drawnFormula(below, 3));
      if (!parsed.ok) continue;
      const words = formulaText(language("en"), parsed.formula);
      if (words.includes("rounded")) rounded++;
      for (const sum of [7, 17]) {
        const values = { sum, hit: 5, count: 3, high: 6, low: 1 };
        expect(reckoned(words, values) + 0, words).toBe(evaluate(parsed.formula, values) + 0);
      }
    }
    expect(rounded).toBeGreaterThan(100);
  });

  it.each([
    ["sum / 2 * 3", "(all pips ÷ 2, rounded down) × 3"],
    ["40 - sum / 2", "40 − (all pips ÷ 2, rounded down)"],
    ["3 * sum / 2", "3 × all pips ÷ 2, rounded down"],
    ["sum / 2 + 10", "all pips ÷ 2 + 10, rounded down"],
    ["sum / 2 + high / 2", "(all pips ÷ 2, rounded down) + (highest die ÷ 2, rounded down)"],
  ])("tells %s as %s", (text, words) => {
    const parsed = parseFormula(text);
    if (!parsed.ok) throw new Error("no formula");
    expect(formulaText(language("en"), parsed.formula)).toBe(words);
  });
});
