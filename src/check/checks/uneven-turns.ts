import type { SheetCheck, ExaminedPlayer } from "./check.ts";

/** While a game is on, nobody is more than one turn ahead; whoever left the table does not count. */
export const unevenTurns: SheetCheck = {
  code: "uneven-turns",
  find: (player, { sheet, players }) => {
    if (sheet.complete === true || player.player.left) return [];
    const { entries } = sheet.game.turn;
    const present = players.filter(({ player }) => !player.left);
    const { even, odd } = unevenAmong(present, entries);
    if (!odd.includes(player)) return [];
    const others = even.length;
    // Whether those whom the player is compared with are one, everybody else, or only some of the others.
    const share = others === 1 ? "one" : others === present.length - 1 ? "all" : "some";
    const name = even[0]?.player.name ?? "";
    const entered = even.map((one) => turnsOf(one, entries));
    const [fewest, most] = [Math.min(...entered), Math.max(...entered)];
    const turns = turnsOf(player, entries);
    return [{ facts: { turns, share, others, name, fewest, most, spread: most - fewest } }];
  },
};

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

/**
 * Two neighbouring numbers of turns that most players have; the lower of them. Of equally good ones the later, because a
 * forgotten entry is likelier than one too many.
 */
function busiestWindow(players: readonly FilledCount[], entries: number): number {
  const windows = players.flatMap((player) => [-1, 0, 1].map((step) => turnsOf(player, entries) + step));
  const lows = [...new Set(windows)].filter((low) => low >= 0).sort((a, b) => b - a);
  let best = 0;
  let most = 0;
  for (const low of lows) {
    const within = players.filter((player) => isWithin(player, low, entries)).length;
    if (within > most) [best, most] = [low, within];
  }
  return best;
}

/** A turn that is half written down, or that left a hole, is reported elsewhere and may be counted or not. */
function isWithin({ filled, filledWithHoles }: FilledCount, low: number, entries: number): boolean {
  return Math.ceil(filledWithHoles / entries) >= low && Math.floor(filled / entries) <= low + 1;
}
