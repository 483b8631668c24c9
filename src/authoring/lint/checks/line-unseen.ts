import { linesOf } from "../../../rules/sums/lines.ts";
import { keyPlace } from "../../../rules/variant/tree.ts";
import { type Check, oddity } from "../oddity.ts";

/** A name for a sum line that this game's sheet does not have. What a base names may go unused. */
export const lineUnseen: Check = ({ game, draft: { tree } }) => {
  const known = linesOf(game).map(({ id }) => id);
  const isOwn = (id: string) => keyPlace(tree, ["lines", id]).file === tree.place.file;
  return [...game.lineLabels.keys()]
    .filter((id) => !known.includes(id) && isOwn(id))
    .map((id) => {
      const message = `the sheet of this game has no line \`${id}\`, so its name is never seen`;
      return oddity("line-unseen", [id], ["lines", id], { message, hint: reasonFor(id) });
    });
};

function reasonFor(id: string): string {
  if (id === "column.total") return "only games with several columns have it; take the name away";
  if (id === "repeats") return "only games with `repeats` and a `bonus` have it; take the name away";
  return "a section has a bonus and a total only with `tiers`; take the name away";
}
