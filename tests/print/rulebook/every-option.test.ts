import { describe, expect, it } from "vitest";
import { checkSheet } from "../../../src/check/check-sheet.ts";
import type { BoxEntry, Sheet } from "../../../src/check/sheet.ts";
import { joinWords, quoteName } from "../../../src/i18n/format.ts";
import { chipsPhrase, choicePhrase, entryPhrase, wildPhrase } from "../../../src/i18n/rule-phrases.ts";
import { lineLabel } from "../../../src/i18n/game-words.ts";
import { isPatternBox, sampleTurn } from "../../../src/odds/casual-play.ts";
import type { PadText } from "../../../src/print/layout/pad-form.ts";
import { padText } from "../../../src/print/pad/pad-text.ts";
import { rulesMarkdown, rulesMarkup } from "../../../src/print/rulebook/markup.ts";
import { rulesView } from "../../../src/print/rulebook/view/rules-view.ts";
import { workedTurnView } from "../../../src/print/rulebook/view/worked.ts";
import { scoresOfHand, scoresOfRoll } from "../../../src/rules/dice/scores.ts";
import { workedTurn } from "../../../src/rules/game/examples.ts";
import type { Game } from "../../../src/rules/game/game.ts";
import { houseRulesInForce, listCategories, withRowSums } from "../../../src/rules/game/rows.ts";
import { listSheetLines } from "../../../src/rules/sums/sum-graph.ts";
import { someOf } from "../../support/cases.ts";
import { SHIPPED, shippedGame } from "../../support/games.ts";
import { LANGUAGES, language } from "../../support/languages.ts";
import { good } from "../../support/results.ts";
import { shippedTemplates } from "../../support/templates.ts";
import { SHUNNED } from "./shunned.ts";

/*
 * What every rule sheet must hold to, whichever house rule was chosen: it speaks of nothing that this game does not have, says nothing
 * twice, and offers nothing as another way that is in force.
 */

/** Choices of which something wrong was said: they are tried in all languages. */
const ONCE_WRONG = [
  "layers=outer_first",
  "struck_in_min_max=counts_as_zero",
  "bonus_for=sheet",
  "further_yatzys=bonus",
  "payout_base=stake",
  "tie=first_kniffel",
  "extra=strike",
];

/** The defaults, and every other choice of every option on its own: each in one language, or all in all. */
function choicesOf(id: string, code: string): Record<string, string>[] {
  const others = shippedGame(id).options.flatMap((option) =>
    option.choices
      .filter((choice) => choice.id !== option.default)
      .map((choice) => [option.id, choice.id] as const),
  );
  const tried = someOf(others, LANGUAGES.length, LANGUAGES.indexOf(code));
  const isTried = (one: (typeof others)[0]) => tried.includes(one) || ONCE_WRONG.includes(one.join("="));
  return [{}, ...others.filter(isTried).map(([option, choice]) => ({ [option]: choice }))];
}

/** The templates of the back of a small pad. */
function shortTemplates(code: string) {
  const { partials } = shippedTemplates(code, "rules");
  const main = partials.find(({ name }) => name === "rules-short");
  if (main === undefined) throw new Error("no such partial");
  return { main, partials };
}

function rules(game: Game, code: string): string {
  const written = rulesMarkdown(game, language(code), shippedTemplates(code, "rules"));
  if (!written.ok) throw new Error("no rules");
  return written.value.replaceAll("\u00a0", " ").replaceAll("\u00ad", "");
}

const QUOTED = /[„“”]([^„“”]+)[“”]/gu;
const QUOTED_WORDS = { de: "alle", en: "all", sv: "alla" };
const DOUBLED = /(?<![\p{L}\p{N}])(\p{L}{2,}) \1(?![\p{L}\p{N}])/giu;

/** What a game calls its boxes, lines, columns, sections and totals of rows, and how boxes are struck. */
function namesIn(game: Game, code: string): Set<string> {
  const words = language(code);
  const labels = [...listCategories(game), ...game.columns, ...game.sections].map(({ label }) =>
    words.text(label),
  );
  const lines = listSheetLines(game).map(({ id }) => lineLabel(game, words, id));
  const isFactored = game.columns.length > 1 && game.columns.some(({ multiplier }) => multiplier > 1);
  const rows = [
    ...(withRowSums(game) === game ? [] : [words.translate("line.pad-sum")]),
    ...(game.turn.banksRolls ? [words.translate("pad.ticks.saved-rolls.label")] : []),
    ...(isFactored ? [words.translate("pad.before-factor")] : []),
  ];
  // The word of rules that the sheet explains, and the heading that it points to.
  const all = QUOTED_WORDS[code as "en"];
  const heading = rulesView(game, words).repeats?.heading ?? all;
  return new Set(
    [...labels, ...lines, ...rows, ...game.strike.marks, all, heading].map((name) =>
      name.replaceAll("\u00a0", " "),
    ),
  );
}

/** A game under some choices, with its rules as one language tells them. */
interface Told {
  readonly choices: string;
  readonly game: Game;
  readonly text: string;
  /** The text of the pad, made once. */
  readonly pad: () => PadText;
}

const told = new Map<string, readonly Told[]>();

/** A game under each of its choices, told once for all questions about it. */
function everyChoice(id: string, code: string): readonly Told[] {
  const key = `${id} ${code}`;
  const known =
    told.get(key) ??
    choicesOf(id, code).map((choices) => {
      return tellGame(id, choices, code);
    });
  told.set(key, known);
  return known;
}

function tellGame(id: string, choices: Readonly<Record<string, string>>, code: string): Told {
  const game = shippedGame(id, choices);
  let pad: PadText | null = null;
  const setPad = () => (pad ??= good(padText(game, language(code), shippedTemplates(code, "pad"))));
  return { choices: JSON.stringify(choices), game, text: rules(game, code), pad: setPad };
}

/** The defaults and every second of the other choices, for questions about more than the rules. */
function fewChoices(id: string, code: string): readonly Told[] {
  const [usual, ...others] = everyChoice(id, code);
  return usual === undefined ? [] : [usual, ...someOf(others, 2)];
}

describe.each(SHIPPED)("the rules of %s, whichever option is chosen", (id) => {
  it.each(LANGUAGES)("name only boxes and lines that there are, in %s", (code) => {
    for (const { choices, game, text } of everyChoice(id, code)) {
      const names = namesIn(game, code);
      // The names of other choices may mention what this game lacks.
      const [body = ""] = text.split(language(code).translate("rules.others"));
      const quoted = [...body.matchAll(QUOTED)].map(([, name = ""]) => name);
      expect(quoted.length).toBeGreaterThan(1);
      expect(
        quoted.filter((name) => !names.has(name)),
        choices,
      ).toEqual([]);
    }
  });

  it.each(LANGUAGES)("say no word twice and nothing that is no word, in %s", (code) => {
    for (const { choices, text } of everyChoice(id, code)) {
      expect(
        [...text.matchAll(DOUBLED)].map(([words]) => words),
        choices,
      ).toEqual([]);
      expect(text).not.toMatch(/undefined|null|NaN|\{|\}|\.\.|,,| ,| \.(?!\d)/u);
    }
  });

  it.each(LANGUAGES)("tell the choice in force, and only the others as other ways, in %s", (code) => {
    for (const { choices, game, text } of everyChoice(id, code)) {
      for (const { id: option, label, choices: all, chosen } of houseRulesInForce(game)) {
        const words = language(code);
        const name = `| **${words.text(label)}** | `.replaceAll("\u00a0", " ");
        const table = text.slice(text.indexOf(words.translate("rules.others").replaceAll("\u00a0", " ")));
        const lines = table.split("\n").filter((line) => line.startsWith(name));
        const [here, also] = (lines[0]?.slice(name.length) ?? "").split(" | ");
        const said = (wanted: boolean) =>
          all
            .filter((choice) => (choice.id === chosen) === wanted)
            .map((choice) => words.text(choice.label).replaceAll("\u00a0", " "));
        const where = `${option}: ${choices}`;
        expect(lines, where).toHaveLength(1);
        for (const choice of said(true)) expect(here, where).toBe(`${choice}.`);
        // What two others have in common up to a colon is said once.
        for (const choice of said(false)) {
          const rest = choice.replace(/^.*?: /, "");
          expect(also?.toLowerCase(), where).toContain(`${rest}.`.toLowerCase());
          expect(also, where).toContain(choice.slice(0, choice.length - rest.length));
        }
      }
    }
  });
});

/** A sheet of one player on which some boxes hold what was printed, by column and category. */
function sheetWith(game: Game, printed: (column: string, category: string) => string): Sheet {
  const entry = (text: string): BoxEntry => {
    if (text === "") return { kind: "empty" };
    const value = Number(text.replace("−", "-"));
    return Number.isNaN(value) ? { kind: "strike", mark: text } : { kind: "score", value };
  };
  const rows = listCategories(game);
  const boxes = new Map(
    game.columns.map(({ id }) => [id, new Map(rows.map((row) => [row.id, entry(printed(id, row.id))]))]),
  );
  const columnLines = new Map(game.columns.map(({ id }) => [id, new Map<string, number>()]));
  const player = { name: "Anna", left: false, boxes, columnLines, sheetLines: new Map<string, number>() };
  return { file: "sheet.yaml", game, complete: null, players: [player] };
}

/** The sheet at the end of a game as a rule sheet in English shows it, with all its lines. */
function finishedSheet(game: Game, text: string, heading: string): Sheet {
  const [, part = ""] = text.split(`## ${heading}\n`);
  const [, ...rows] = (part.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("| "));
  const isByRow = withRowSums(game) !== game;
  const lines = listSheetLines(game).filter(({ kind }) => !isByRow || kind !== "column-total");
  const ids = [...game.sections, null].flatMap((section) =>
    [...(section?.categories ?? []), ...lines.filter((line) => line.section === section)].map(({ id }) => id),
  );
  expect(rows).toHaveLength(ids.length);
  const cells = (id: string) =>
    (rows[ids.indexOf(id)] ?? "")
      .split("|")
      .slice(2)
      .map((cell) => cell.trim());
  const inColumn = (column: string, id: string) =>
    cells(id)[game.columns.findIndex((one) => one.id === column)] ?? "";
  const sheet = sheetWith(game, inColumn);
  const numbers = (scope: string, of: (id: string) => string) =>
    new Map(
      lines
        .filter((line) => line.scope === scope)
        .map(({ id }) => [id, Number(of(id).replace("−", "-"))] as const),
    );
  const across = (id: string) => cells(id).find((cell) => /^−?\d+$/u.test(cell)) ?? "";
  const columnLines = new Map(
    game.columns.map((column) => [column.id, numbers("column", (id) => inColumn(column.id, id))]),
  );
  const players = sheet.players.map((player) => {
    return { ...player, columnLines, sheetLines: numbers("sheet", across) };
  });
  return { ...sheet, complete: true, players };
}

/** The cells of table rows that begin with a box's name, below a heading. */
function cellsBelow(text: string, heading: string, game: Game, code: string): Map<string, string[]> {
  const words = language(code);
  const [, part = ""] = text.split(`## ${heading}\n`);
  const lines = part.split(/\n## /u)[0]?.split("\n") ?? [];
  return new Map(
    listCategories(game).flatMap(({ id, label }) => {
      const name = words.text(label).replaceAll("\u00a0", " ");
      const row = lines.find((line) => line.replaceAll("**", "").startsWith(`| ${name} |`));
      return row === undefined
        ? []
        : [
            [
              id,
              row
                .split("|")
                .slice(2, -1)
                .map((cell) => cell.trim()),
            ] as const,
          ];
    }),
  );
}

const faultsOf = (sheet: Sheet) =>
  checkSheet(sheet)
    .findings.filter(({ code }) => code === "illegal-score" || code === "strike-not-allowed")
    .map(({ category, written }) => `${category}: ${written}`);

describe.each(SHIPPED)("the numbers that the rules of %s show, whichever option is chosen", (id) => {
  it("are accepted by the check when they are written into the boxes", () => {
    const words = language("en");
    for (const { choices, game, text } of everyChoice(id, "en")) {
      const head = (key: string) => words.translate(`rules.heading.${key}`);
      const examples = cellsBelow(text, head("boxes"), game, "en");
      const worked = cellsBelow(text, head("worked"), game, "en");
      expect(examples.size).toBe(listCategories(game).length);
      expect(worked.size).toBeGreaterThan(1);
      const example = (_: string, box: string) =>
        /\*\*(−?\d+)\*\*$/u.exec(examples.get(box)?.at(-1) ?? "")?.[1] ?? "";
      expect(faultsOf(sheetWith(game, example)), choices).toEqual([]);
      // Every score of a box goes into every column.
      const scores = (box: string) =>
        (worked.get(box) ?? []).flatMap((cell) => cell.split(" / ")).filter((score) => score !== "–");
      const most = Math.max(...[...worked.keys()].map((box) => scores(box).length));
      for (let at = 0; at < most; at++)
        expect(faultsOf(sheetWith(game, (_, box) => scores(box)[at] ?? "")), choices).toEqual([]);
      const found = checkSheet(finishedSheet(game, text, head("finished"))).findings;
      expect(
        found.map(({ code, category, line, written }) => [code, category ?? line, written].join(" ")),
        choices,
      ).toEqual([]);
    }
  });

  it("are legal in the boxes that a joker may fill", () => {
    const words = language("en");
    for (const { choices, game, text } of everyChoice(id, "en")) {
      if (game.repeats?.joker?.lowerValue !== "max") continue;
      const [, part = ""] = text.split(`## ${rulesView(game, words).repeats?.heading}\n`);
      const [section = ""] = part.split("\n## ");
      const shown = listCategories(game).flatMap((box) =>
        [...section.matchAll(new RegExp(`${words.text(box.label)} (\\d+)`, "gu"))].map(
          ([found, n]) => [found, box.legal.includes(Number(n))] as const,
        ),
      );
      expect(shown.length, `${choices} ${section}`).toBeGreaterThan(2);
      expect(
        shown.filter(([, isLegal]) => !isLegal),
        choices,
      ).toEqual([]);
    }
  });

  it.each(LANGUAGES)("belong to the dice shown beside them, in %s", (code) => {
    const words = language(code);
    for (const { choices, game, text } of everyChoice(id, code)) {
      const turn = workedTurn(game);
      const said = workedTurnView(game, words, "dark")?.droppedDice ?? [];
      // A sentence about a die that is left out is about the layer that shows it, and the box takes the rest.
      for (const sentence of said) {
        expect(text, choices).toContain(sentence.replaceAll("\u00a0", " "));
        const face = Number(/\d/u.exec(sentence)?.[0]);
        const layer = game.layers.findIndex(({ label }) => sentence.includes(words.text(label)));
        const roll = turn?.rolls[Math.max(0, layer)] ?? [];
        const box = listCategories(game).find(({ label }) => sentence.includes(words.text(label)));
        expect(roll, `${sentence} ${choices}`).toContain(face);
        const rest = roll.toSpliced(roll.indexOf(face), 1);
        expect(box === undefined ? [] : scoresOfHand(game.dice, box, rest), sentence).not.toEqual([]);
      }
      expect(said.length, choices).toBeGreaterThanOrEqual(game.layers.length);
    }
  });
});

it.each(SHIPPED)("the example turn of %s breaks up no dice that are worth more than what it gets", (id) => {
  const game = shippedGame(id);
  const turn = workedTurn(game);
  const [last, ...others] = turn?.rolls ?? [];
  expect(last).toBeDefined();
  if (last === undefined || others.length > 0) return;
  const boxes = listCategories(game).filter(isPatternBox);
  for (const box of boxes) {
    const score = Math.max(0, ...scoresOfRoll(game.dice, box, last));
    for (const { roll } of score === 0 ? [] : (sampleTurn(game, box, last) ?? []))
      for (const other of boxes)
        expect(Math.max(0, ...scoresOfRoll(game.dice, other, roll)), roll.join()).toBeLessThanOrEqual(score);
  }
});

/** How pads and sheets speak of served dice. */
const SERVED = { de: /serviert/iu, en: /served/iu, sv: /server(?:ad|at)/iu } as const;

describe.each(SHIPPED)("the words of %s, whichever option is chosen", (id) => {
  it.each(LANGUAGES)("for parts of the sheet are the game's own, in %s", (code) => {
    const others = {
      de: /im (?:oberen|unteren) Teil/u,
      en: /(?:of|in) the (?:upper|lower) section/u,
      sv: /i (?:övre|nedre) delen/u,
    };
    const labels = {
      de: /(?:Oberer|Unterer) Teil/u,
      en: /(?:Upper|Lower) section/u,
      sv: /(?:Övre|Nedre) delen/u,
    };
    for (const { choices, game, text } of everyChoice(id, code)) {
      const isCalledSo = game.sections.some(({ label }) =>
        labels[code as "en"].test(language(code).text(label)),
      );
      if (!isCalledSo) expect(text, choices).not.toMatch(others[code as "en"]);
    }
  });

  it.each(LANGUAGES)("on the pad are explained by the rules, in %s", (code) => {
    const explained = {
      de: /serviert, also (?:mit allen Würfeln|gleich im ersten Wurf)|(?:gleich im ersten Wurf|mit allen Würfeln).*\(serviert\)/u,
      en: /served \((?:with all dice|on the first roll)|(?:on the first roll|with all dice).*\(served\)/u,
      sv: /server(?:ad|at), det vill säga (?:med alla|redan i)|(?:redan i|med alla).*\(serverad\)/u,
    }[code as "en"];
    for (const { choices, text, pad } of fewChoices(id, code))
      if (SERVED[code as "en"].test(JSON.stringify(pad()))) expect(text, choices).toMatch(explained);
  });

  it.each(LANGUAGES)("do not contradict each other, in %s", (code) => {
    const [flat = ""] = language(code).translate("score.number.long", { n: 1 }).split("1");
    expect(flat).not.toBe("");
    for (const { choices, game, text } of everyChoice(id, code)) {
      for (const line of text
        .split("\n")
        .filter((one) => one.startsWith("| **") && SERVED[code as "en"].test(one)))
        expect(line, choices).not.toContain(flat);
      for (const n of game.sections.some(({ tiers }) => tiers.length > 0) ? [] : [1, 2])
        expect(text, choices).not.toContain(
          `## ${language(code).translate("rules.heading.bonuses", { n, more: "true" })}\n`,
        );
      // A second one of the best roll is told only where the game has a rule for it.
      const { repeats, notes } = game;
      const hasRule =
        repeats !== null &&
        (repeats.bonus > 0 || repeats.joker !== null || notes.some(({ at }) => at === "repeats"));
      const headings = listCategories(game).map(({ label }) =>
        language(code).translate("rules.heading.repeats", {
          name: language(code).text(label),
          many: "false",
        }),
      );
      if (!hasRule) for (const heading of headings) expect(text, choices).not.toContain(`## ${heading}\n`);
    }
  });
});

/** How sheets speak of announcing, that nothing is announced, of numbers side by side, and of what follows from something above. */
const SAID = {
  de: {
    tie: /Bei Gleichstand|Punktgleich|Im Stechen/gu,
    announcing: /ansag|angesagt|ankündig/giu,
    silent: "angesagt wird nichts",
    served: "Die zweite Zahl gilt für einen servierten Wurf.",
    byRoll: "in welchem Wurf es gelungen ist",
    conclusion: /^[^:;,.]*\b(?:deshalb|deswegen|daher|darum|demnach)\b/iu,
    notHere: /zählt hier nicht\./u,
    alsoAs: /Gilt auch als/u,
  },
  en: {
    tie: /Tied players|Joint leaders/gu,
    announcing: /announc/giu,
    silent: "need not announce",
    served: "The second number is for a served roll.",
    byRoll: "it depends on the roll in which you made it",
    conclusion: /^[^:;,.]*\b(?:therefore|thus|hence|that is why)\b/iu,
    notHere: /does not count here\./u,
    alsoAs: /Also counts as/u,
  },
  sv: {
    tie: /ligger lika|på första plats/gu,
    announcing: /anmäl|tillkännag/giu,
    silent: "inget anmäls i förväg",
    served: "Det andra talet gäller ett serverat kast.",
    byRoll: "i vilket kast det lyckades",
    conclusion: /^[^:;,.]*(?:^|\s)(?:därför|alltså|således)\b/iu,
    notHere: /räknas inte här\./u,
    alsoAs: /Räknas även som/u,
  },
} as const;

/** Terms of pads: how they are written there. */
const TERMS = {
  de: { announced: /ansag/iu, hand: /\bHand\b/u, chip: /\bChips?\b/u, joker: /joker/iu },
  en: { announced: /announc/iu, hand: /\bHand\b/u, chip: /\bchips?\b/iu, joker: /joker/iu },
  sv: { announced: /anmäl/iu, hand: /\bHand\b/u, chip: /\bchips?\b|marker/iu, joker: /joker/iu },
} as const;

/** What says of a term what it means in a game. */
function definitionOf(term: keyof (typeof TERMS)["en"], game: Game, code: string): string | null {
  const words = language(code);
  const entry = (kind: string) => {
    const column = game.columns.find((one) => one.entry.kind === kind);
    return column === undefined ? null : entryPhrase(words, column, "long");
  };
  switch (term) {
    case "announced":
      return entry("announced");
    case "hand":
      return entry("single_throw");
    case "chip":
      return game.turn.chips === null ? null : chipsPhrase(words, game.turn.chips, "long");
    case "joker":
      return game.dice.wild === null ? words.translate("rule.joker.enter") : wildPhrase(words, game, "long");
    default:
      return term satisfies never;
  }
}

describe.each(LANGUAGES)("all sheets together, whichever option is chosen, in %s", (code) => {
  const said = SAID[code as "en"];
  const sheets = SHIPPED.flatMap((id) => everyChoice(id, code).map((sheet) => ({ ...sheet, id })));
  const few = SHIPPED.flatMap((id) => fewChoices(id, code).map((sheet) => ({ ...sheet, id })));
  const rowsOf = (text: string) =>
    [...text.matchAll(/(?:^\|.*\|\n)+/gmu)].map(([table]) =>
      table
        .trimEnd()
        .split("\n")
        .slice(2)
        .map((row) => row.split(" |").slice(1, -1)),
    );

  it("say that nothing is announced only where nothing is, and then no more about it", () => {
    let silent = 0;
    for (const { id, choices, game, text } of sheets) {
      const mentions = [...text.matchAll(said.announcing)].length;
      const isSilent = text.includes(said.silent);
      const isAnnounced = game.columns.some(({ entry }) => entry.kind === "announced");
      if (isAnnounced) expect(isSilent, `${id} ${choices}`).toBe(false);
      if (isSilent) expect(mentions, `${id} ${choices}`).toBe(1);
      silent += Number(isSilent);
    }
    expect(silent).toBeGreaterThan(SHIPPED.length);
    expect(silent).toBeLessThan(sheets.length);
  });

  it("say in one sentence only how a tie ends", () => {
    const heading = `## ${language(code).translate("rules.heading.end")}\n`;
    let seen = 0;
    for (const { id, choices, game, text } of sheets.filter(({ game }) => game.players.max !== 1)) {
      const [, part = ""] = text.split(heading);
      const ties = part.split("\n## ")[0]?.match(said.tie) ?? [];
      expect(ties.length, `${id} ${choices}`).toBe(1);
      seen += Number(game.notes.some(({ at }) => at === "tie"));
    }
    expect(seen).toBeGreaterThan(0);
  });

  it("are those of all choices of which something wrong was said", () => {
    const tried = sheets.map(({ choices }) => choices.replaceAll(/[{}"]/gu, "").replace(":", "="));
    expect(ONCE_WRONG.filter((choice) => !tried.includes(choice))).toEqual([]);
  });

  it.each(Object.entries(SHUNNED[code] ?? []).map(([, words]) => words))("say nothing like %s", (words) => {
    for (const { id, choices, text } of sheets)
      expect(words.exec(text)?.[0] ?? null, `${id} ${choices}`).toBeNull();
  });

  it("say what the terms of the pad mean", () => {
    const seen = new Set<string>();
    const seven = tellGame("yamb", { columns: "seven" }, code);
    for (const { id, choices, game, text, pad } of [...few, { ...seven, id: "yamb" }]) {
      // House rules that were chosen are a heading and a choice, which the sheet lists, too.
      const [houseRules = ""] = language(code).translate("pad.house-rules", { rules: "|" }).split("|");
      const front = JSON.stringify({
        ...pad(),
        foot: pad().foot.filter((line) => !line.startsWith(houseRules)),
      });
      for (const [term, pattern] of Object.entries(TERMS[code as "en"])) {
        if (!pattern.test(front)) continue;
        seen.add(term);
        const definition = definitionOf(term as "chip", game, code)?.replaceAll("\u00a0", " ");
        expect(text, `${id} ${choices} ${term}`).toContain(definition);
      }
    }
    expect([...seen]).toEqual(expect.arrayContaining(["announced", "chip", "hand"]));
  });

  it("have the numbers of a hint of the pad in the rule of its box", () => {
    let numbers = 0;
    for (const { id, choices, game, text, pad } of few)
      for (const row of pad().rows) {
        if (row.kind !== "box") continue;
        const box = listCategories(game).find((one) => one.id === row.category);
        // Goals of number boxes are explained with the bonus.
        if (box?.pattern.kind === "face") continue;
        const name = language(code)
          .text(box?.label ?? {})
          .replaceAll("\u00a0", " ");
        const rule = text.split("\n").find((line) => line.startsWith(`| **${name}** | `)) ?? "";
        // Small ones are numbers of dice and faces, which rules write as words.
        for (const [n] of (row.hint ?? "").matchAll(/(?<![\d.,])\d{2,}(?![\d.,])/gu)) {
          numbers++;
          expect(rule.match(/\d+/gu) ?? [], `${id} ${choices} ${name}: ${row.hint}`).toContain(n);
        }
      }
    expect(numbers).toBeGreaterThan(100);
  });

  it("explain two scores of one box: the second for served dice, or each for a roll", () => {
    const kinds = new Set<string>();
    for (const { id, choices, game, text } of sheets) {
      const head = language(code).translate("rules.heading.worked").replaceAll("\u00a0", " ");
      const several = [...cellsBelow(text, head, game, code)].filter(([, cells]) =>
        cells.join().includes(" / "),
      );
      const isByRoll = several.some(
        ([box]) => listCategories(game).find((one) => one.id === box)?.score.kind === "by_roll",
      );
      const kind = several.length === 0 ? "none" : isByRoll ? "byRoll" : "served";
      kinds.add(kind);
      expect(text.includes(said.served), `${id} ${choices}`).toBe(kind === "served");
      expect(text.includes(said.byRoll), `${id} ${choices}`).toBe(kind === "byRoll");
    }
    expect(kinds).toContain("none");
    expect(kinds).toContain("served");
  });

  it("have notes that draw no conclusion from what is said elsewhere", () => {
    const notes = sheets.flatMap(({ game }) => game.notes.map(({ text }) => language(code).text(text)));
    expect(new Set(notes).size).toBeGreaterThan(15);
    expect(notes.filter((note) => said.conclusion.test(note))).toEqual([]);
  });

  it("have no table of numbers whose last column holds one number only", () => {
    const single = rules(shippedGame("edencity-yatzy", { payout_base: "stake" }), code);
    let tables = 0;
    for (const { id, choices, text } of [...sheets, { id: "edencity-yatzy", choices: "stake", text: single }])
      for (const rows of rowsOf(text)) {
        const last = rows.map((cells) => cells.at(-1)?.trim() ?? "");
        if (rows.length < 4 || !last.every((cell) => /^[+−]?\d[\d.,]*$/u.test(cell))) continue;
        tables++;
        expect(new Set(last).size, `${id} ${choices}: ${last.join(" ")}`).toBeGreaterThan(1);
      }
    expect(tables).toBeGreaterThan(SHIPPED.length);
  });

  it("name what a house rule makes of a bonus: from how many points, and how many it brings", () => {
    const tiersOf = (game: Game) =>
      new Map([
        ...game.sections.map(({ id, tiers }) => [`section ${id}`, tiers] as const),
        ...game.bonuses.map(({ id, tiers }) => [`bonus ${id}`, tiers] as const),
      ]);
    let changed = 0;
    for (const id of SHIPPED) {
      const usual = tiersOf(shippedGame(id));
      for (const { id: option, choices } of shippedGame(id).options)
        for (const choice of choices) {
          const label = language(code).text(choice.label);
          for (const [of, tiers] of tiersOf(shippedGame(id, { [option]: choice.id }))) {
            const known = new Set((usual.get(of) ?? []).flatMap(({ from, add }) => [from, add]));
            // Steps of equal height are told by the first one.
            const [first, second] = tiers;
            const told = tiers.length > 2 ? [first] : [first, second];
            const numbers = told.flatMap((tier) => (tier === undefined ? [] : [tier.from, tier.add]));
            for (const n of numbers.filter((one) => !known.has(one))) {
              changed++;
              expect(label, `${id} ${option}`).toMatch(new RegExp(`\\b${n}\\b`, "u"));
            }
          }
        }
    }
    expect(changed).toBeGreaterThan(6);
  });

  it("tell of a roll that does not count after all that does, as nothing else in the row is about it", () => {
    let both = 0;
    for (const { id, choices, text } of sheets)
      for (const row of text
        .split("\n")
        .filter((line) => said.notHere.test(line) && said.alsoAs.test(line))) {
        both++;
        expect(row.search(said.alsoAs), `${id} ${choices}`).toBeLessThan(row.search(said.notHere));
      }
    expect(both).toBeGreaterThan(3);
  });

  it("name no joker by the usual rules where they have none, so that nobody asks what one is", () => {
    const plain = sheets.filter(({ choices }) => choices === "{}");
    const withJokers = plain.filter(({ game }) => game.repeats?.joker != null || game.dice.wild !== null);
    expect(withJokers.length).toBeGreaterThan(2);
    for (const { text } of withJokers) expect(text).toMatch(/joker/iu);
    const others = plain.filter((sheet) => !withJokers.includes(sheet));
    expect(others.length).toBeGreaterThan(10);
    expect(others.filter(({ text }) => /joker/iu.test(text)).map(({ id }) => id)).toEqual([]);
  });
});

describe.each(SHIPPED)("the back of a small pad of %s, whichever option is chosen", (id) => {
  it.each(LANGUAGES)("tells what is easily forgotten, and nothing that the front says, in %s", (code) => {
    const words = language(code);
    for (const { choices, game, text: full, pad } of fewChoices(id, code)) {
      const { reminders } = rulesView(game, words);
      expect(reminders.length).toBeGreaterThan(0);
      // Both sides say the same, and so does the full sheet; only orders are listed more briefly.
      const [tie = "", tieHere = ""] = ["true", "false"].map((money) =>
        choicePhrase(words, "tie", game.ranking.tie, "long", { money }).replaceAll("\u00a0", " "),
      );
      const sentences = reminders.flatMap((one) => one.replaceAll("\u00a0", " ").split(/(?<=\.) /u));
      const [orders = ""] = words.translate("pad.order-columns", { columns: "|" }).split("|");
      const [order = ""] = words.translate("pad.order", { order: "|" }).split("|");
      const isOrder = (sentence: string) => sentence.startsWith(orders) || sentence.startsWith(order);
      // What becomes of the payout is told where the full sheet speaks of money.
      for (const sentence of sentences.filter((one) => !isOrder(one)))
        expect(full.toLowerCase(), choices).toContain((sentence === tie ? tieHere : sentence).toLowerCase());
      const back = good(rulesMarkup(game, words, shortTemplates(code), { ticks: "back" }));
      expect(back.includes(words.translate("rules.section.legend.colours")), choices).toBe(
        game.dice.colours !== null,
      );
      const sectionNames = game.sections.map(({ label }) => words.text(label));
      expect(
        back.split("\n").filter((line) => sectionNames.includes(line.replace(/^#+ /, ""))),
        choices,
      ).toEqual([]);
      for (const one of reminders)
        expect(
          pad().foot.filter((line) => line.includes(one)),
          choices,
        ).toEqual([]);
      const told = reminders.join(" ");
      const { dice, layers, repeats } = game;
      const left = dice.dice.length - dice.scored;
      if (left > 0)
        expect(told, choices).toContain(
          words.translate("rule.scored.long", {
            n: dice.scored,
            left,
            layers: layers.length,
            names: joinWords(
              words,
              layers.map(({ label }) => words.text(label)),
              "and",
            ),
          }),
        );
      if (repeats?.joker != null) expect(back, choices).toMatch(/joker/iu);
      if (repeats !== null && repeats.bonus > 0 && rulesView(game, words).repeats !== null) {
        expect(back, choices).toContain(String(repeats.bonus));
        // It points to the side that has boxes to tick, the short version as well as the full one.
        const line = quoteName(words, lineLabel(game, words, "repeats"));
        const hasOwn = repeats.noteOn === "back_of_sheet";
        for (const [templates, ticks] of [
          [shortTemplates(code), "back"],
          [shortTemplates(code), "front"],
          [shippedTemplates(code, "rules"), "front"],
        ] as const) {
          const text = good(rulesMarkup(game, words, templates, { ticks }));
          const isFront = ticks === "front";
          expect(text.includes(words.translate("rules.repeats.tick-front", { line })), choices).toBe(isFront);
          expect(text.includes(words.translate("rules.repeats.tick", { line })), choices).toBe(
            hasOwn && !isFront,
          );
          expect(text.includes("□"), choices).toBe(hasOwn && !isFront);
          expect(text, choices).not.toContain(words.translate("rule.note-on.back_of_sheet.long", { line }));
        }
      }
      // What holds for the two boxes of a constraint is no sentence without it.
      for (const { between } of game.constraints)
        expect(reminders).not.toContain(words.translate(`rule.between.${between}.long`));
      const never = listCategories(game).filter(({ strike, miss }) => strike === "never" && miss === null);
      if (never.length < listCategories(game).length)
        for (const { label } of never) expect(told, choices).toContain(words.text(label));
    }
  });

  it.each(LANGUAGES)(
    "shows as many dice everywhere as are rolled, and explains those left out, in %s",
    (code) => {
      const words = language(code);
      for (const { choices, game, text } of everyChoice(id, code)) {
        const cells = cellsBelow(text, words.translate("rules.heading.boxes"), game, code);
        const examples = [...cells.values()].map(([example = ""]) => example).filter((cell) => cell !== "–");
        expect(examples.length, choices).toBeGreaterThan(1);
        const between = examples.some((cell) => cell.includes(" · ")) ? " · " : "-";
        for (const cell of examples)
          expect(cell.split(between), `${cell} ${choices}`).toHaveLength(game.dice.dice.length);
        const isLeftOut = examples.some((cell) => cell.includes("~~"));
        expect(isLeftOut, choices).toBe(game.dice.dice.length > game.dice.scored);
        expect(text.includes(words.translate("rules.section.legend.dropped")), choices).toBe(isLeftOut);
        const [, worked = ""] = text.split(
          `## ${words.translate("rules.heading.worked").replaceAll("\u00a0", " ")}\n`,
        );
        const [turn = ""] = worked.split("\n|");
        const rolls = turn
          .replaceAll(/[*~]/gu, "")
          .match(between === "-" ? /(?<![\w-])\w(?:-\w)+(?![\w-])/gu : /[^\s·]+(?: · [^\s·]+)+/gu);
        expect(rolls?.length ?? 0, choices).toBeGreaterThanOrEqual(game.layers.length);
        for (const roll of rolls ?? [])
          expect(roll.split(between), `${roll} ${choices}`).toHaveLength(game.dice.dice.length);
      }
    },
  );
});
