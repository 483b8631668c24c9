import type { Command } from "commander";
import { examples, type VariantFlags, variantFlags } from "../flags.ts";
import { showFormula } from "../../rules/dice/formula.ts";
import type { Column, Game } from "../../rules/game/game.ts";
import { linesOf } from "../../rules/sums/sum-graph.ts";
import { boxesOf, turnsOf } from "../../rules/game/rows.ts";
import { highestPoints, highestTotal, lowestTotal } from "../../rules/sums/totals.ts";
import type { Language } from "../../i18n/language.ts";
import { numberRanges, plainNumber } from "../../i18n/format.ts";
import { tierPhrases } from "../../i18n/rule-phrases.ts";
import { PAINT, print, printJson } from "../console/output.ts";
import { languageOf } from "../files/languages.ts";
import { table } from "../console/table.ts";
import { gameOf } from "../files/variants.ts";

interface Flags extends VariantFlags {
  readonly json?: boolean;
}

/** `augenblock show`: the game as the program understands it, derived facts included. */
export default function showCommand(command: Command): Command {
  return variantFlags(command)
    .option("--json", "print JSON")
    .addHelpText("after", examples("show doppel-yatzy --set scoring=international"))
    .action(show);
}

function show(variant: string, flags: Flags): void {
  const game = gameOf(variant, flags.set);
  if (flags.json) printJson(shown(game));
  else print(told(game, languageOf(flags.lang)));
}

/** The stable JSON shape of a game. */
function shown(game: Game): object {
  return {
    id: game.id,
    name: game.name,
    dice: { count: game.dice.dice.length * game.hands, scored: game.dice.scored },
    rolls: game.turn.rolls,
    boxes: boxesOf(game),
    turns: turnsOf(game),
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
    lines: linesOf(game).map((line) => line.id),
  };
}

function told(game: Game, language: Language): string {
  const word = (key: string) => language.translate(`cli.${key}`);
  const facts = [
    [word("dice"), diceFact(game, language)],
    [word("rolls"), String(game.turn.rolls)],
    [word("boxes"), String(boxesOf(game))],
    [word("turns"), String(turnsOf(game))],
    [word("maximum"), plainNumber(highestTotal(game))],
    [word("minimum"), plainNumber(lowestTotal(game))],
    ...(highestPoints(game) === 0 ? [] : [[word("points"), String(highestPoints(game))]]),
    [word("columns"), game.columns.map(columnFact).join(", ")],
    ...game.options.map(({ id, choices, chosen }) => [
      `${word("option")} ${id}`,
      choices.map((one) => (one.id === chosen ? PAINT.strong(`[${one.id}]`) : one.id)).join("  "),
    ]),
  ];
  const boxes = game.sections.flatMap((section) => [
    [PAINT.strong(language.text(section.label)), "", "", ""],
    ...section.categories.map(({ id, label, score, legal }) => {
      const worth = score.kind === "by_roll" ? score.values.join(" / ") : showFormula(score.formula);
      return [id, language.text(label), worth, numberRanges(legal)];
    }),
    ...(section.total === null ? [] : [["", `= ${showFormula(section.total)}`, "", ""]]),
    ...tierPhrases(language, section).map((tier) => ["", tier, "", ""]),
  ]);
  // A bonus that belongs to no section: what it looks at, and its steps.
  const bonuses = game.bonuses.map(({ id, label, scope, row, of, tiers }) => {
    const steps = tiers.map(
      ({ from, add }) => `${plainNumber(from)}: ${add > 0 ? "+" : ""}${plainNumber(add)}`,
    );
    return [id, language.text(label), `${row ?? scope} ${of}`, steps.join(", ")];
  });
  const title = `${PAINT.strong(language.text(game.name))} (${game.id})`;
  return `${title}\n${table(facts)}\n\n${table([...boxes, ...bonuses])}`;
}

/** The order of a column, and how results are entered and how often they count where that is not as usual. */
function columnFact({ id, order, entry, multiplier }: Column): string {
  const entered = entry.kind === "any" ? [] : [entry.kind];
  const counted = multiplier === 1 ? [] : [`×${multiplier}`];
  return `${id} (${[order.kind, ...entered, ...counted].join(", ")})`;
}

function diceFact(game: Game, language: Language): string {
  const { dice, scored } = game.dice;
  const { hands } = game;
  if (hands > 1) return language.translate("cli.diceHands", { count: dice.length * hands, hands, scored });
  if (dice.length === scored) return String(scored);
  return language.translate("rule.scored.short", { dice: dice.length, n: scored });
}
