import type { Language } from "../../i18n/language.ts";
import type { ShownDie } from "./dice-marks.ts";

/**
 * Dice as one tells them to somebody who can't see them: "drei Fünfen, daneben eine Zwei und eine Vier". Dice that make the
 * pattern come before those beside them; where all are different they are counted out: "eins, zwei, drei, vier und fünf".
 */
export function diceWords(dice: readonly ShownDie[], language: Language): string {
  const told = (...states: ShownDie["state"][]) =>
    groupWords(
      dice.filter(({ state }) => states.includes(state)),
      language,
    );
  const [hit, plain, dropped] = [told("hit"), told("plain"), told("dropped")];
  const kept =
    hit !== "" && plain !== "" ? language.say("rules.dice.beside", { hit, rest: plain }) : hit + plain;
  return dropped === "" ? kept : language.say("rules.dice.dropped", { dice: kept, dropped });
}

/** Dice with those of one face together, in the order in which they lie. */
function groupWords(dice: readonly ShownDie[], language: Language): string {
  const counts = new Map<string, number>();
  for (const { face } of dice) counts.set(String(face), (counts.get(String(face)) ?? 0) + 1);
  const isRun = counts.size === dice.length && dice.length >= MIN_RUN_LENGTH;
  const words = [...counts].map(([face, n]) =>
    isRun ? language.say("rules.dice.face", { face }) : language.say("rules.dice.alike", { n, face }),
  );
  if (words.length < 2) return words.join("");
  const last = language.say("rule.and") + words.at(-1);
  return words.slice(0, -1).join(language.say("rule.comma")) + last;
}

/** Two different dice are still told one by one: "eine Zwei und eine Vier". */
const MIN_RUN_LENGTH = 3;
