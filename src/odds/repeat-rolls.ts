import type { Roll } from "../rules/dice/dice.ts";
import { scoresOfRoll } from "../rules/dice/scores.ts";
import type { Game, RepeatGate, Repeats } from "../rules/game/game.ts";
import { jokerClaims, repeatBonus } from "../rules/game/repeats.ts";
import { findCategory } from "../rules/game/rows.ts";
import type { Box } from "./boxes.ts";
import type { HeldWays } from "./turn/held-ways.ts";

/** One way to enter a roll of the top category in a box. */
export interface RepeatOption {
  /** The index in the values of the box. */
  readonly value: number;
  /** Extra points. */
  readonly bonus: number;
}

/** The inputs of the rules about a roll of the top category. */
export interface RepeatSituation {
  /** How many of a box are open. */
  readonly open: (box: number) => number;
  /** Whether a box may be filled now: it is open, and the order of its column allows it. */
  readonly mayFill: (box: number) => boolean;
  /** Whether all filled boxes of the top category hold points. */
  readonly isTopScored: boolean;
  /** Whether the top category was rolled before. */
  readonly isRolledBefore: boolean;
}

type Case = keyof BoxEntries;

/** The ways to enter a roll in one box. */
interface BoxEntries {
  readonly plain: readonly RepeatOption[];
  /** The natural scores, and those of a joker. */
  readonly joker: readonly RepeatOption[];
  /** A strike, by choice or because nothing fits. */
  readonly strike: readonly RepeatOption[];
}

/** Whether repeats of the top category count. */
export function hasRepeatRules(repeats: Repeats | null): repeats is Repeats {
  return repeats !== null && (repeats.bonus !== 0 || repeats.joker !== null);
}

/** The rolls of the top category in games where repeats count, and the ways to enter them. */
export class RepeatRolls {
  /** Their indices among the whole rolls. */
  readonly rolls: readonly number[];
  readonly #repeats: Repeats;
  readonly #mayStrike: boolean;
  readonly #boxes: readonly Box[];
  /** By roll: the boxes of its number. */
  readonly #own: readonly (readonly Box[])[];
  /** By roll and box: without and with the extra points. */
  readonly #entries: readonly (readonly (readonly [BoxEntries, BoxEntries])[])[];

  constructor(game: Game, repeats: Repeats, boxes: readonly Box[], { faces, firstRoll }: HeldWays) {
    const top = findCategory(game, repeats.of);
    const rolls = faces.slice(firstRoll);
    const isTop = (roll: Roll) => top !== undefined && scoresOfRoll(game.dice, top, roll).length > 0;
    const natural = ({ category }: Box, roll: Roll) =>
      category.strike === "always" ? [] : scoresOfRoll(game.dice, category, roll);
    this.rolls = rolls.flatMap((roll, at) => (isTop(roll) ? [at] : []));
    this.#repeats = repeats;
    this.#mayStrike = game.strike.voluntary;
    this.#boxes = boxes;
    const isOwn = (box: Box, roll: Roll) =>
      box.category.pattern.kind === "face" && natural(box, roll).length > 0;
    this.#own = rolls.filter(isTop).map((roll) => boxes.filter((box) => isOwn(box, roll)));
    this.#entries = rolls.filter(isTop).map((roll) =>
      boxes.map((box) => {
        const joker = jokerClaims(game, repeats, box.category, roll).filter((value) =>
          box.category.legal.includes(value),
        );
        const asJoker =
          isOwn(box, roll) && repeats.joker?.upper === "none" ? joker : [...natural(box, roll), ...joker];
        const { strike: rule, miss } = box.category;
        const strike = miss !== null ? [miss] : rule === "never" ? [] : [0];
        const written = { plain: natural(box, roll), joker: asJoker, strike };
        return [false, true].map((earns): BoxEntries => {
          const of = (values: readonly number[]) =>
            [...new Set(values)].map((value) => this.#entry(box, value, isOwn(box, roll), earns));
          return { plain: of(written.plain), joker: of(written.joker), strike: of(written.strike) };
        }) as [BoxEntries, BoxEntries];
      }),
    );
  }

  #entry(box: Box, value: number, isOwn: boolean, earns: boolean): RepeatOption {
    const { ownNumber } = this.#repeats.gate;
    const counts = earns && (ownNumber === null || (value !== 0 && isOwn === (ownNumber === "free")));
    const bonus = counts ? repeatBonus(this.#repeats, box.column) : 0;
    return { value: box.values.indexOf(value), bonus };
  }

  /** All ways to enter one of the rolls, by box. @param roll its index in `rolls` */
  entries(roll: number, situation: RepeatSituation): (box: number) => readonly RepeatOption[] {
    const { gate, joker } = this.#repeats;
    const own = this.#own[roll] ?? [];
    const isOwnFree = own.some(({ at }) => situation.open(at) > 0);
    const earns = this.#repeats.bonus !== 0 && this.#holds(gate, situation, isOwnFree);
    const isJoker = joker !== null && this.#holds(joker.gate, situation, isOwnFree);
    const isBound = isJoker && joker.upperFirst && own.some(({ at }) => situation.mayFill(at));
    const entries = this.#entries[roll]?.map((both) => both[earns ? 1 : 0]) ?? [];
    const of = (how: readonly Case[]) => (box: number) => how.flatMap((one) => entries[box]?.[one] ?? []);
    if (isBound) return (box) => (own.some(({ at }) => at === box) ? of(["joker"])(box) : []);
    const written: readonly Case[] = !isJoker ? ["plain"] : joker.upperFirst ? ["joker"] : ["plain", "joker"];
    if (this.#mayStrike && !(isJoker && joker.upperFirst)) return of(["strike", ...written]);
    const fits = this.#boxes.some(({ at }) => situation.mayFill(at) && of(written)(at).length > 0);
    return of(fits ? written : ["strike"]);
  }

  #holds(gate: RepeatGate, situation: RepeatSituation, isOwnFree: boolean): boolean {
    const tops = this.#boxes.filter(({ category }) => category.id === this.#repeats.of);
    const isFilled = tops.every(({ at }) => situation.open(at) === 0);
    const isBoxReady = gate.box === null || (isFilled && (gate.box === "filled" || situation.isTopScored));
    const isNumberReady = gate.ownNumber === null || isOwnFree === (gate.ownNumber === "free");
    return isBoxReady && isNumberReady && (!gate.thrownBefore || situation.isRolledBefore);
  }

  /** Whether it matters how the box of the top category was filled, and whether it was rolled before. */
  static findGateInputs(repeats: Repeats): { readonly top: boolean; readonly before: boolean } {
    const gates = [
      repeats.bonus === 0 ? [] : [repeats.gate],
      repeats.joker === null ? [] : [repeats.joker.gate],
    ];
    return {
      top: gates.flat().some(({ box }) => box === "scored"),
      before: gates.flat().some(({ thrownBefore }) => thrownBefore),
    };
  }
}
