import type { DieState } from "../shapes/die.ts";
import { DICE_MARK } from "../../i18n/template-functions.ts";

/** A die as the page shows it. */
export interface ShownDie {
  /** A number, or the symbol that the die shows instead. */
  readonly face: number | string;
  readonly state: DieState;
}

const MARK = new RegExp(`${DICE_MARK.open}([^${DICE_MARK.close}]*)${DICE_MARK.close}`, "g");
const STATES: Readonly<Record<string, DieState>> = { "!": "hit", "?": "dropped" };

/** What stands between the marks, as dice. */
export function readDice(inside: string): ShownDie[] {
  return inside.split(",").flatMap((die) => {
    const [, face, state = ""] = /^(-?\d+|[\p{L}\p{N}]+)([!?]?)$/u.exec(die) ?? [];
    if (face === undefined) return [];
    return [{ face: /^-?\d+$/.test(face) ? Number(face) : face, state: STATES[state] ?? "plain" }];
  });
}

/** Puts something else in the place of each run of dice. */
export function replaceDice(text: string, show: (dice: readonly ShownDie[]) => string): string {
  return text.replace(MARK, (_, inside: string) => show(readDice(inside)));
}

/**
 * Dice as figures in Markdown: the ones that make the pattern in bold, the one left out struck through.
 */
export function diceMarkdown(dice: readonly ShownDie[]): string {
  const stretches: { state: DieState; faces: ShownDie["face"][] }[] = [];
  for (const { face, state } of dice) {
    const last = stretches.at(-1);
    if (last !== undefined && last.state === state) last.faces.push(face);
    else stretches.push({ state, faces: [face] });
  }
  const signs: Readonly<Record<DieState, string>> = { plain: "", hit: "**", dropped: "~~" };
  return stretches.map(({ state, faces }) => signs[state] + faces.join("-") + signs[state]).join("-");
}
