import { type Check, oddity } from "../oddity.ts";

/** A note that stands where this game's rule sheet says nothing. */
export const noteUnseen: Check = ({ game }) => {
  if (game.settlement !== null) return [];
  return game.notes
    .filter(({ at }) => at === "stakes")
    .map(({ id }) => {
      const message = `the note \`${id}\` stands with the stakes, but this game is not played for any, so it is never seen`;
      const hint = `put it elsewhere, or take it away: \`notes: {${id}: null}\``;
      return oddity("note-unseen", [id], ["notes", id, "at"], { message, hint });
    });
};
