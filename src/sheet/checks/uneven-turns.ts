import { type Check, type ExaminedPlayer, finding } from "./check.ts";

/** While a game is on, nobody is more than one turn ahead; whoever left the table does not count. */
export const unevenTurns: Check = {
  code: "uneven-turns",
  find: ({ sheet, players }) => {
    if (sheet.complete === true) return [];
    const { entries } = sheet.game.turn;
    const present = players.filter(({ player }) => !player.left);
    const low = busiestWindow(present, entries);
    return present
      .filter((player) => !isWithin(player, low, entries))
      .map(({ player, filled }) => {
        const facts = { turns: Math.floor(filled / entries), fewest: low, most: low + 1 };
        return finding("uneven-turns", { player: player.name, facts });
      });
  },
};

/**
 * Two neighbouring numbers of turns that most players have; the lower of them. Of equally good ones the later, because a
 * forgotten entry is likelier than one too many.
 */
function busiestWindow(players: readonly ExaminedPlayer[], entries: number): number {
  const lows = [...new Set(players.flatMap((player) => windowsOf(player, entries)))].sort((a, b) => b - a);
  let best = 0;
  let most = 0;
  for (const low of lows) {
    const within = players.filter((player) => isWithin(player, low, entries)).length;
    if (within > most) [best, most] = [low, within];
  }
  return best;
}

function windowsOf({ filled }: ExaminedPlayer, entries: number): number[] {
  const turns = Math.floor(filled / entries);
  return [turns - 1, turns, turns + 1].filter((low) => low >= 0);
}

/** A turn that is half written down, or that left a hole, is reported elsewhere and may be counted or not. */
function isWithin({ filled, filledWithHoles }: ExaminedPlayer, low: number, entries: number): boolean {
  return Math.ceil(filledWithHoles / entries) >= low && Math.floor(filled / entries) <= low + 1;
}
