import type { Bonus, Column, ColumnPrizes, Entering, Order } from "../../rules/game/game.ts";
import { columnLabel, orderWord } from "../../i18n/game-words.ts";
import type { Facts } from "./difference.ts";
import { type FactWords, ownWords, quotedBox, type Speaker, together, wordFor } from "./speaker.ts";

/** Bonuses and columns. */
export const COLUMN_WORDS: FactWords<
  | "bonus"
  | "own-bonus"
  | "column"
  | "column-label"
  | "column-order"
  | "column-factor"
  | "column-entry"
  | "prizes"
> = {
  bonus: tiersWords,
  "own-bonus": ownBonusWords,
  column: columnWords,
  "column-label": (label, { language }) =>
    columnLabel(language, { label }) || language.say("diff.value.no-name"),
  "column-order": orderWords,
  "column-factor": (n, { language }) => language.say("diff.value.factor", { n }),
  "column-entry": entryWords,
  prizes: prizesWords,
};

function tiersWords({ tiers, tierMode }: Facts["bonus"], speaker: Speaker): string {
  const { language } = speaker;
  const steps = tiers.map(({ from, add }) =>
    language.say("diff.value.tier", { from, add: signed(add, speaker) }),
  );
  return together([steps.join(", "), tiers.length < 2 ? null : wordFor(speaker, "tiers", tierMode)]);
}

function signed(add: number, { language }: Speaker): string {
  const points = language.say("unit.points", { n: Math.abs(add) });
  return `${add < 0 ? "\u2212" : "+"}${points}`;
}

function ownBonusWords(bonus: Bonus, speaker: Speaker): string {
  const { label, scope, row, of, tiers, tierMode, to } = bonus;
  const steps = tiers.map(({ from, add }) => `${from}: ${signed(add, speaker)}`);
  return together([
    ownWords(label, speaker),
    wordFor(speaker, "scope", scope),
    row === null ? null : quotedBox(speaker, row),
    wordFor(speaker, "measure", of),
    steps.join(", "),
    tiers.length < 2 ? null : wordFor(speaker, "tiers", tierMode),
    wordFor(speaker, "target", to),
  ]);
}

function columnWords({ order, multiplier, entry }: Column, speaker: Speaker): string {
  const factor = speaker.language.say("diff.value.factor", { n: multiplier });
  return together([
    orderWords(order, speaker),
    multiplier === 1 ? null : factor,
    entry.kind === "any" ? null : entryWords(entry, speaker),
  ]);
}

function orderWords(order: Order, speaker: Speaker): string {
  const { language } = speaker;
  const word = orderWord(language, order);
  if (order.kind === "outward") {
    const from = { up: quotedBox(speaker, order.up), down: quotedBox(speaker, order.down) };
    return together([word, language.say("diff.value.outward", from)]);
  }
  if (order.kind !== "stages") return word;
  const stages = order.stages.map((stage) => stage.map((row) => quotedBox(speaker, row)).join(", "));
  return together([word, stages.join(language.say("diff.value.then"))]);
}

function entryWords(entry: Entering, speaker: Speaker): string {
  const n = entry.kind === "max_roll" ? entry.throws : 0;
  return speaker.language.say(`diff.value.entry.${entry.kind}`, { n });
}

/** What winning each column is worth, and what all of them bring on top. */
function prizesWords({ worth, sweep }: ColumnPrizes, { game, language }: Speaker): string {
  const columns = game.columns.map(
    (column) => `${columnLabel(language, column)} ${worth.get(column.id) ?? 1}`,
  );
  return together([columns.join(", "), sweep === 0 ? null : language.say("diff.value.sweep", { n: sweep })]);
}
