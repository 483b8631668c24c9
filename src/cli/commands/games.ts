import { loadNamedGame } from "../request.ts";
import { loadLanguage } from "../../files/package/languages.ts";
import { shippedGames } from "../../files/package/read-game.ts";
import { numberRanges, plainNumber } from "../../i18n/format.ts";
import type { Language } from "../../i18n/language.ts";
import { tierPhrases } from "../../i18n/rule-phrases.ts";
import type { Area } from "../../print/geometry.ts";
import type { PadLayout } from "../../print/layout/pad-layout.ts";
import { canRoll, facesOf } from "../../rules/dice/dice.ts";
import { showFormula, showScore } from "../../rules/dice/formula.ts";
import { scoresOfRoll } from "../../rules/dice/scores.ts";
import type { Column, Game } from "../../rules/game/game.ts";
import { countBoxes, countGameTurns, listCategories } from "../../rules/game/rows.ts";
import { type Message, type MessageValue, msg } from "../../rules/problem/message.ts";
import { need } from "../../rules/problem/problem.ts";
import { listSheetLines } from "../../rules/sums/sum-graph.ts";
import { highestPoints, highestTotal, lowestTotal } from "../../rules/sums/totals.ts";
import { fail } from "../console/failure.ts";
import { t } from "../console/language.ts";
import { areaJson, PAINT, print, printJson } from "../console/output.ts";
import { table } from "../console/table.ts";
import {
  type JsonFlag,
  languageFlag,
  type LanguageFlags,
  type PaperFlags,
  paperFlags,
  type VariantFlags,
  variantFlags,
} from "../flags.ts";
import type { Command } from "../help.ts";

// Commands that describe games: `variants`, `show` and `score`.

/** `augenblock variants`: the shipped games, without their bases. */
export function variantsCommand(command: Command): Command {
  return languageFlag(command)
    .option("--json", t`cli.print-json: print JSON`)
    .examples("variants")
    .action(variants);
}

function variants({ lang, json }: LanguageFlags & JsonFlag): void {
  const games = shippedGames().map((game) => ({
    id: game.id,
    name: game.name,
    boxes: countBoxes(game),
    turns: countGameTurns(game),
    maximum: highestTotal(game),
  }));
  if (json) {
    printJson(games);
    return;
  }
  const language = need(loadLanguage(lang));
  const head = ["id", "name", "boxes", "turns", "maximum"].map((key) => language.translate(`cli.${key}`));
  const rows = games.map(({ id, name, ...numbers }) => [
    id,
    language.text(name),
    ...Object.values(numbers).map(String),
  ]);
  print(table(rows, [2, 3, 4], head));
}

/** `augenblock show`: the rules of a game with derived facts, or the layout of its sheet. */
export function showCommand(command: Command): Command {
  return paperFlags(command)
    .option("--json", t`cli.print-json: print JSON`)
    .option("--layout", t`cli.show-layout-flag: print where everything is on a sheet, as JSON in mm`)
    .examples("show doppel-yatzy --set scoring=international", "show yazzo --layout --paper a5 > yazzo.json")
    .action(async (variant: string, flags: PaperFlags & JsonFlag & { readonly layout?: boolean }) => {
      const game = need(await loadNamedGame(variant, flags.set));
      const language = need(loadLanguage(flags.lang, flags.templates));
      if (flags.layout) {
        const { padJob } = await import("../../files/print/pads.ts");
        printJson(layoutJson((await padJob(game, language, flags)).layout));
      } else if (flags.json) printJson(gameJson(game));
      else print(gameText(game, language));
    });
}

/** The stable JSON shape of a layout. */
export function layoutJson(layout: PadLayout) {
  const boxes = layout.boxes.map(({ player, column, category, line, ...area }) => ({
    player,
    column,
    ...(category === null ? { line } : { category }),
    ...toRoundedAreaJson(area),
  }));
  const marks = layout.marks.map(({ place, ...area }) => ({ place, ...toRoundedAreaJson(area) }));
  const codes = (layout.code?.areas ?? []).map(toRoundedAreaJson);
  const ticks = layout.ticks.map(({ player, ticks, ...area }) => {
    return { player, ticks, ...toRoundedAreaJson(area) };
  });
  const ticked = ticks.length === 0 ? {} : { ticks };
  return { variant: layout.variant, page: layout.page, boxes, ...ticked, marks, codes };
}

/** A thousandth of a millimetre is finer than any printer. */
const toRoundedAreaJson = (area: Area) => areaJson(area, 1000);

/** The stable JSON shape of a game. */
function gameJson(game: Game): object {
  return {
    id: game.id,
    name: game.name,
    dice: { count: game.dice.dice.length * game.hands, scored: game.dice.scored },
    rolls: game.turn.rolls,
    boxes: countBoxes(game),
    turns: countGameTurns(game),
    maximum: highestTotal(game),
    minimum: lowestTotal(game),
    options: Object.fromEntries(
      game.options.map((o) => [o.id, { choice: o.chosen, choices: o.choices.map((c) => c.id) }]),
    ),
    columns: game.columns.map((column) => ({ id: column.id, order: column.order.kind })),
    sections: game.sections.map((section) => ({
      id: section.id,
      categories: section.categories.map(({ id, label, legal, strike }) => ({ id, label, legal, strike })),
      tiers: section.tiers,
    })),
    lines: listSheetLines(game).map((line) => line.id),
  };
}

function gameText(game: Game, language: Language): string {
  const word = (key: string) => language.translate(`cli.${key}`);
  const points = highestPoints(game);
  const facts = [
    [word("dice"), diceFact(game, language)],
    [word("rolls"), String(game.turn.rolls)],
    [word("boxes"), String(countBoxes(game))],
    [word("turns"), String(countGameTurns(game))],
    [word("maximum"), plainNumber(highestTotal(game))],
    [word("minimum"), plainNumber(lowestTotal(game))],
    ...(points === 0 ? [] : [[word("points"), String(points)]]),
    [word("columns"), game.columns.map(columnFact).join(", ")],
  ];
  const boxes = game.sections.flatMap((section) => [
    [PAINT.strong(language.text(section.label)), "", "", ""],
    ...section.categories.map(({ id, label, score, legal }) => {
      return [id, language.text(label), showScore(score), numberRanges(legal)];
    }),
    ...(section.total === null ? [] : [["", `= ${showFormula(section.total)}`, "", ""]]),
    ...tierPhrases(language, section).map((tier) => ["", tier, "", ""]),
  ]);
  // Bonuses outside sections: what they count, and their steps.
  const formatBonusPoints = (add: number) => `${add > 0 ? "+" : ""}${plainNumber(add)}`;
  const bonuses = game.bonuses.map(({ id, label, scope, row, section, of, tiers }) => {
    const steps = tiers.map(({ from, add }) => `${plainNumber(from)}: ${formatBonusPoints(add)}`);
    return [id, language.text(label), `${row ?? section ?? scope} ${of}`, steps.join(", ")];
  });
  const title = `${PAINT.strong(language.text(game.name))} (${game.id})`;
  const houseRules =
    game.options.length === 0 ? [] : [`${PAINT.strong(word("options"))}\n${rulesToChoose(game, language)}`];
  return [`${title}\n${table(facts)}`, ...houseRules, table([...boxes, ...bonuses])].join("\n\n");
}

/** The house rules with their choices, the chosen one in brackets. */
function rulesToChoose({ options }: Game, language: Language): string {
  const rows = options.flatMap(({ id, label, choices, chosen }) =>
    choices.map((choice, at) => [
      at === 0 ? id : "",
      at === 0 ? language.text(label) : "",
      choice.id === chosen ? PAINT.strong(`[${choice.id}]`) : ` ${choice.id}`,
      language.text(choice.label),
    ]),
  );
  return table(rows);
}

/** The order of a column, with its entry rule and multiplier where these are unusual. */
function columnFact({ id, order, entry, after, multiplier }: Column): string {
  const entered = entry.kind === "any" ? [] : [entry.kind];
  const counted = multiplier === 1 ? [] : [`×${multiplier}`];
  const begun = after === null ? [] : [`after ${after}`];
  return `${id} (${[order.kind, ...entered, ...begun, ...counted].join(", ")})`;
}

function diceFact({ dice: { dice, scored }, hands }: Game, language: Language): string {
  if (hands > 1) return language.translate("cli.diceHands", { count: dice.length * hands, hands, scored });
  if (dice.length === scored) return String(scored);
  return language.translate("rule.scored.short", { dice: dice.length, n: scored });
}

/** `augenblock score`: what a roll scores in each category. */
export function scoreCommand(command: Command): Command {
  return variantFlags(command)
    .argument("<faces...>", t`cli.dice-faces: the faces of the dice`)
    .option("--json", t`cli.print-json: print JSON`)
    .examples("score yahtzee-block 5 5 5 3 3", "score doppel-yatzy 6 6 4 3 3 3 --json")
    .action(score);
}

async function score(
  variant: string,
  faces: readonly string[],
  { set, lang, json }: VariantFlags & JsonFlag,
): Promise<void> {
  const game = need(await loadNamedGame(variant, set));
  const roll = parseRollArguments(game, faces);
  const scored = listCategories(game).map((category) => ({
    ...category,
    scores: scoresOfRoll(game.dice, category, roll),
  }));
  if (json) {
    const scores = scored.map(({ id, scores }) => ({ category: id, scores }));
    return printJson({ variant: game.id, roll, scores });
  }
  const language = need(loadLanguage(lang));
  const rows = scored.map(({ label, scores }) =>
    scores.length === 0
      ? [language.text(label), "–"].map(PAINT.quiet)
      : [language.text(label), scores.map(plainNumber).join(language.translate("list.or"))],
  );
  print(table(rows));
}

/** Reads a roll from arguments. Ends the command if the game’s dice can’t show it. */
export function parseRollArguments(game: Game, faces: readonly string[]): number[] {
  const given = faces.flatMap((face) => splitFaceWord(game, face));
  const strange = given.filter((face) => findFaceNumber(game, face) === null).map((face) => `\`${face}\``);
  if (strange.length > 0)
    fail(
      "no-such-face",
      msg`cli.impossible-faces: ${strange.join(", ")} can’t be rolled`,
      msg`cli.impossible-faces-hint: the dice show ${describeFaces(game)}`,
    );
  const roll = given.flatMap((face) => findFaceNumber(game, face) ?? []);
  const dice = game.dice.dice.length;
  if (roll.length !== dice) {
    const message =
      game.hands > 1
        ? msg`cli.wrong-number-of-scored-dice: ${game.id} scores ${dice} dice, not ${roll.length}`
        : msg`cli.wrong-number-of-dice: ${game.id} rolls ${dice} dice, not ${roll.length}`;
    fail("wrong-number-of-dice", message, facesWanted(game, dice));
  }
  if (!canRoll(game.dice, roll))
    fail("no-such-roll", msg`odds.no-such-roll: no roll can show these faces together`);
  return roll;
}

/** Splits a roll written as one word: `5-5-5-3-3`, `5,5,5,3,3` or `55533`. */
function splitFaceWord({ dice, symbols }: Game, word: string): string[] {
  if (/^[\p{L}\p{N}]+([\s,‑–—-]+[\p{L}\p{N}]+)+$/u.test(word)) return word.split(/[\s,‑–—-]+/);
  const isRow = /^\d{2,}$/.test(word) && symbols.size === 0 && facesOf(dice).every((face) => face < 10);
  return isRow ? [...word] : [word];
}

function facesWanted({ layers, hands }: Game, dice: number): Message {
  if (layers.length > 0) return msg`cli.layer-faces-hint: give ${dice} faces, those of one layer`;
  return hands > 1
    ? msg`cli.hand-faces-hint: give ${dice} faces, those of one hand`
    : msg`cli.faces-hint: give ${dice} faces`;
}

/** The number of a face by its symbol, in any language and case; null if no die has it. */
function findFaceNumber({ dice, symbols }: Game, text: string): number | null {
  if (symbols.size === 0)
    return /^\d{1,3}$/.test(text) && facesOf(dice).includes(Number(text)) ? Number(text) : null;
  const shows = (names: Readonly<Record<string, string>>) =>
    Object.values(names).some((name) => name.toLowerCase() === text.toLowerCase());
  return [...symbols].find(([, names]) => shows(names))?.[0] ?? null;
}

function describeFaces({ dice, symbols }: Game): MessageValue {
  const known = facesOf(dice);
  if (symbols.size === 0) return msg`authoring.score-range: ${known[0] ?? ""} to ${known.at(-1) ?? ""}`;
  return known.map((face) => [...new Set(Object.values(symbols.get(face) ?? {}))].join("/")).join(", ");
}
