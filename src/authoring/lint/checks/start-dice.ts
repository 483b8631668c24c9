import { type Check, oddity } from "../oddity.ts";

/** Who starts is rolled with dice that are on the table. */
export const startDice: Check = ({ game: { start, dice, hands } }) => {
  const there = dice.dice.length * hands;
  if (start === null || start.dice <= there) return [];
  const message = `who starts is rolled with ${start.dice} dice, but the game has ${there}`;
  const hint = `write \`start: {dice: ${there}}\` or less`;
  return [oddity("start-dice", ["start"], ["start", "dice"], { message, hint })];
};
