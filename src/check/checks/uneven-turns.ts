import type { Finding } from "../finding.ts";
import type { Check, ExaminedPlayer } from "./check.ts";

/** While a game is on, nobody is more than one turn ahead; whoever left the table does not count. */
export const unevenTurns: Check = {
  code: "uneven-turns",
  find: (player, { sheet, players }) => {
    if (sheet.complete === true || player.player.left) return [];
    const { entries } = sheet.game.turn;
    const present = players.filter(({ player }) => !player.left);
    const { even, odd } = unevenAmong(present, entries);
    if (!odd.includes(player)) return [];
    const share = shareOf(even, present);
    return [{ facts: { turns: turnsOf(player, entries), share, ...comparison(even, entries) } }];
  },
};

/** How many boxes of a player are filled, and how many may have been meant to be. */
type FilledCount = Pick<ExaminedPlayer, "filled" | "filledWithHoles">;

/**
 * Tells players who are turns away from where most are from the others.
 *
 * @param entries how many boxes a turn fills
 */
export function unevenAmong<T extends FilledCount>(
  present: readonly T[],
  entries: number,
): { even: T[]; odd: T[] } {
  const low = busiestWindow(present, entries);
  const even = present.filter((player) => isWithin(player, low, entries));
  return { even, odd: present.filter((player) => !even.includes(player)) };
}

function turnsOf({ filled }: FilledCount, entries: number): number {
  return Math.floor(filled / entries);
}

/** Those whom a player is compared with: how many they are, one by name, and the turns that they really entered. */
function comparison(even: readonly ExaminedPlayer[], entries: number): Finding["facts"] {
  const turns = even.map((player) => turnsOf(player, entries));
  const [fewest, most] = [Math.min(...turns), Math.max(...turns)];
  const name = even[0]?.player.name ?? "";
  return { others: even.length, name, fewest, most, spread: most - fewest };
}

/** Whether those whom a player is compared with are one, everybody else, or only some of the others. */
function shareOf(even: readonly ExaminedPlayer[], present: readonly ExaminedPlayer[]): string {
  if (even.length === 1) return "one";
  return even.length === present.length - 1 ? "all" : "some";
}

/**
 * Two neighbouring numbers of turns that most players have; the lower of them. Of equally good ones the later, because a
 * forgotten entry is likelier than one too many.
 */
function busiestWindow(players: readonly FilledCount[], entries: number): number {
  const lows = [...new Set(players.flatMap((player) => windowsOf(player, entries)))].sort((a, b) => b - a);
  let best = 0;
  let most = 0;
  for (const low of lows) {
    const within = players.filter((player) => isWithin(player, low, entries)).length;
    if (within > most) [best, most] = [low, within];
  }
  return best;
}

function windowsOf(player: FilledCount, entries: number): number[] {
  const turns = turnsOf(player, entries);
  return [turns - 1, turns, turns + 1].filter((low) => low >= 0);
}

/** A turn that is half written down, or that left a hole, is reported elsewhere and may be counted or not. */
function isWithin({ filled, filledWithHoles }: FilledCount, low: number, entries: number): boolean {
  return Math.ceil(filledWithHoles / entries) >= low && Math.floor(filled / entries) <= low + 1;
}
