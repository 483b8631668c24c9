import type { Joker, Option, RepeatGate, Repeats, Settlement } from "../../rules/game/game.ts";
import type { Facts } from "./difference.ts";
import { type FactWords, ownWords, quotedBox, type Speaker, together, wordFor, wordIf } from "./speaker.ts";

/** Further rolls of the top category, stakes, house rules, names and notes. */
export const ROUND_WORDS: FactWords<
  | "repeats"
  | "repeats-of"
  | "repeats-bonus"
  | "repeats-gate"
  | "repeats-note"
  | "repeats-factor"
  | "joker"
  | "line"
  | "settlement"
  | "stakes"
  | "stake"
  | "prize"
  | "rest"
  | "leaver"
  | "option"
  | "option-label"
  | "option-choices"
  | "option-chosen"
  | "note"
  | "other"
> = {
  repeats: repeatsWords,
  "repeats-of": (id, speaker) => quotedBox(speaker, id),
  "repeats-bonus": bonusWords,
  "repeats-gate": gateWords,
  "repeats-note": (value, speaker) => wordFor(speaker, "note-on", value),
  "repeats-factor": (value, speaker) => wordIf(speaker, "repeats-factor", value),
  joker: jokerWords,
  line: ownWords,
  settlement: settlementWords,
  stakes: amounts,
  stake: (stake, speaker) => amounts([stake], speaker),
  prize: prizeWords,
  rest: (value, speaker) => wordFor(speaker, "rest", value),
  leaver: (value, speaker) => wordFor(speaker, "leaver", value),
  option: (option, speaker) =>
    speaker.language.say("diff.value.option", {
      choices: choicesWords(option.choices, speaker),
      chosen: chosenWords(option, speaker),
    }),
  "option-label": ownWords,
  "option-choices": choicesWords,
  "option-chosen": chosenWords,
  note: ({ text }, speaker) => ownWords(text, speaker),
  other: (value) => JSON.stringify(value),
};

function repeatsWords({ of, bonus, gate, noteOn, multiplied, joker }: Repeats, speaker: Speaker): string {
  return together([
    quotedBox(speaker, of),
    bonusWords(bonus, speaker),
    bonus === 0 ? null : gateWords(gate, speaker),
    bonus === 0 ? null : wordFor(speaker, "note-on", noteOn),
    multiplied ? wordIf(speaker, "repeats-factor", multiplied) : null,
    joker === null
      ? speaker.language.say("diff.value.no-joker")
      : speaker.language.say("diff.value.joker.whole", { rule: jokerWords(joker, speaker) }),
  ]);
}

function bonusWords(bonus: number, { language }: Speaker): string {
  return language.say("diff.value.repeats-bonus", { n: bonus });
}

function gateWords({ box, ownNumber, thrownBefore }: RepeatGate, speaker: Speaker): string {
  const conditions = [
    box === null ? null : wordFor(speaker, "gate-box", box),
    ownNumber === null ? null : wordFor(speaker, "gate-number", ownNumber),
    thrownBefore ? speaker.language.say("diff.value.gate-before") : null,
  ];
  return together(conditions, ", ") || speaker.language.say("diff.value.gate-none");
}

function jokerWords(
  { gate, upper, upperValue, upperFirst, lower, lowerValue }: Joker,
  speaker: Speaker,
): string {
  return together([
    wordFor(speaker, "joker.upper", upper),
    upper === "any" ? wordFor(speaker, "joker.upper-value", upperValue) : null,
    upperFirst ? speaker.language.say("diff.value.joker.upper-first") : null,
    wordFor(speaker, "joker.lower", lower),
    lower === "none" ? null : wordFor(speaker, "joker.lower-value", lowerValue),
    gateWords(gate, speaker),
  ]);
}

function settlementWords(settlement: Settlement, speaker: Speaker): string {
  return together([
    amounts([settlement.stake], speaker, settlement),
    prizeWords(settlement, speaker),
    wordFor(speaker, "rest", settlement.rest),
    wordFor(speaker, "leaver", settlement.leaver),
  ]);
}

function prizeWords({ share, base }: Facts["prize"], { language }: Speaker): string {
  return language.say(`diff.value.prize.${base}`, { share });
}

/** Hundredths of the currency, written out. */
function amounts(hundredths: readonly number[], { game, language }: Speaker, of = game.settlement): string {
  const numbers = new Intl.NumberFormat(language.code, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const currency = of === null ? "" : `\u00a0${language.text(of.currency)}`;
  return together(hundredths.map((amount) => `${numbers.format(amount / 100)}${currency}`));
}

function choicesWords(choices: Option["choices"], speaker: Speaker): string {
  return choices.map(({ label }) => ownWords(label, speaker)).join(" · ");
}

function chosenWords({ choices, chosen }: Option, speaker: Speaker): string {
  const choice = choices.find(({ id }) => id === chosen);
  return choice === undefined ? chosen : ownWords(choice.label, speaker);
}
