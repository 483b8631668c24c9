import type { OddityCode } from "../../rules/variant/oddities.ts";

/** What is bad about each kind of oddity, in a sentence, for lists of rules. */
export const REASONS: Readonly<Record<OddityCode, string>> = {
  "same-boxes": "Two boxes take every roll at the same points, so they can never differ.",
  "bonus-unreachable": "Nobody can reach this bonus.",
  "bonus-certain": "Nobody can miss this bonus.",
  "bonus-step-idle": "A bonus step earns no more than the one before it.",
  "strike-pays": "A struck box brings more than a scored one.",
  "cannot-finish": "A sheet can come to a point where nothing may be entered any more.",
  "constraint-idle": "A constraint can never be broken, or never be kept.",
  "joker-beats-real": "A joker is worth more than what it stands for.",
  "groups-unsaid": "Whether one number may serve several groups is left to chance.",
  "later-throw-pays": "A box is worth more in a later throw.",
  "by-roll-idle": "Points by throw, but every turn takes all its throws.",
  "served-pays-less": "Dice that fall in one throw are worth less than the same dice gathered.",
  "option-idle": "A choice of an option changes nothing.",
  "start-dice": "Who starts is rolled with more dice than there are.",
  "line-unseen": "A sum line is named that the sheet does not have.",
  "note-unseen": "A note stands where the rule sheet says nothing.",
};
