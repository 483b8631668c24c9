import { likeness, type NameCell, type NameInk } from "../name-cells.ts";
import type { PhotoSheet } from "../photo-sheet.ts";

/** A player of a sheet. */
export interface NamedPlayer {
  /** Counted from 1. */
  readonly player: number;
  readonly name: string;
  /** Whether somebody said so; else the name is made up. */
  readonly isGiven: boolean;
  /** How the name is written on the sheet; null where nothing is, or it can't be seen. */
  readonly ink: NameInk | null;
}

/** Names that look less alike are not taken for the same; tests/bench/name-likeness.test.ts measures what that gives. */
const MIN_LIKENESS = 0.55;

/** The name that is written most like a player's on other sheets; null if none is. */
export function suggestedName({ ink }: NamedPlayer, known: readonly NamedPlayer[]): string | null {
  if (ink === null) return null;
  const alike = known.flatMap((one) => (one.ink ? { name: one.name, alike: likeness(ink, one.ink) } : []));
  const [best] = alike.sort((a, b) => b.alike - a.alike);
  return best !== undefined && best.alike >= MIN_LIKENESS ? best.name : null;
}

/** The players who wrote anything on a sheet: what they are called, whether somebody said so, and how that is written. */
export function playersOn(
  { reading, names, unnamed }: Pick<PhotoSheet, "reading" | "names" | "unnamed">,
  cells: readonly NameCell[],
): NamedPlayer[] {
  return reading.players.map((player) => {
    const name = names[player - 1] ?? "";
    const ink = cells.find((cell) => cell.player === player)?.ink ?? null;
    return { player, name, isGiven: !unnamed.includes(name), ink };
  });
}
