import { type Message, msg } from "../../../rules/problem/message.ts";
import { linesOf } from "../../../rules/sums/sum-graph.ts";
import { keyPlace } from "../../../rules/variant/tree.ts";
import { type LintCheck, lintWarning } from "../lint-warning.ts";

/** A name for a sum line that this game's sheet does not have. What a base names may go unused. */
export const lineUnseen: LintCheck = ({ game, draft: { tree } }) => {
  const known = linesOf(game).map(({ id }) => id);
  const isOwn = (id: string) => keyPlace(tree, ["lines", id]).file === tree.place.file;
  return [...game.lineLabels.keys()]
    .filter((id) => !known.includes(id) && isOwn(id))
    .map((id) => {
      const message = msg(
        "authoring.sheet-game-has",
      )`the sheet of this game has no line \`${id}\`, so its name is never seen`;
      return lintWarning("line-unseen", [id], ["lines", id], { message, hint: hintFor(id) });
    });
};

function hintFor(id: string): Message {
  if (id === "column.total")
    return msg("authoring.only-games-several")`only games with several columns have it; take the name away`;
  if (id === "repeats")
    return msg(
      "authoring.only-games-repeats",
    )`only games with \`repeats\` and a \`bonus\` have it; take the name away`;
  return msg(
    "authoring.section-has-bonus",
  )`a section has a bonus and a total only with \`tiers\`; take the name away`;
}

/** A note that stands where this game's rule sheet says nothing. */
export const noteUnseen: LintCheck = ({ game }) => {
  if (game.settlement !== null) return [];
  return game.notes
    .filter(({ at }) => at === "stakes")
    .map(({ id }) => {
      const message = msg(
        "authoring.note-stands-stakes",
      )`the note \`${id}\` stands with the stakes, but this game is not played for any, so it is never seen`;
      const hint = msg(
        "authoring.put-elsewhere-take",
      )`put it elsewhere, or take it away: \`notes: {${id}: null}\``;
      return lintWarning("note-unseen", [id], ["notes", id, "at"], { message, hint });
    });
};

/** Who starts is rolled with dice that are on the table. */
export const startDice: LintCheck = ({ game: { start, dice, hands } }) => {
  const there = dice.dice.length * hands;
  if (start === null || start.dice <= there) return [];
  const message = msg(
    "authoring.players-roll-dice",
  )`the players roll ${start.dice} dice to see who starts, but the game has ${there}`;
  const hint = msg("authoring.write-start-dice")`write \`start: {dice: ${there}}\` or less`;
  return [lintWarning("start-dice", ["start"], ["start", "dice"], { message, hint })];
};
