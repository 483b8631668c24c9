import { type Message, msg } from "../../../rules/problem/message.ts";
import { listSheetLines } from "../../../rules/sums/sum-graph.ts";
import { suggestWord, nearest, shorten } from "../../../rules/problem/wording.ts";
import { keyPlace, listKeys, type MapNode, findNode } from "../../../rules/variant/tree.ts";
import { listSchemasAtPath } from "../../editor/schema-path.ts";
import { type LintCheck, lintWarning } from "../lint-warning.ts";

/** A name for a sum line that this game's sheet does not have. What a base names may go unused. */
export const lineUnseen: LintCheck = ({ game, draft: { tree } }) => {
  const known = listSheetLines(game).map(({ id }) => id);
  const isOwn = (id: string) => keyPlace(tree, ["lines", id]).file === tree.place.file;
  return [...game.lineLabels.keys()]
    .filter((id) => !known.includes(id) && isOwn(id))
    .map((id) => {
      const message = msg(
        "authoring.sheet-game-has",
      )`the sheet of this game has no line \`${id}\`, so its name is never seen`;
      return lintWarning("line-unseen", [id], ["lines", id], { message, hint: lineHint(id) });
    });
};

function lineHint(id: string): Message {
  if (id === "column.total")
    return msg("authoring.only-games-several")`only games with several columns have it; remove the name`;
  if (id === "repeats")
    return msg(
      "authoring.only-games-repeats",
    )`only games with \`repeats\` and a \`bonus\` have it; remove the name`;
  return msg(
    "authoring.section-has-bonus",
  )`a section has a bonus and a total only with \`tiers\`; remove the name`;
}

/** A note that stands where this game's rule sheet says nothing. */
export const noteUnseen: LintCheck = ({ game }) => {
  if (game.settlement !== null) return [];
  return game.notes
    .filter(({ at }) => at === "stakes")
    .map(({ id }) => {
      const message = msg(
        "authoring.note-without-stakes",
      )`the note \`${id}\` belongs to the stakes, but this game has none, so it is never shown`;
      const hint = msg("authoring.put-elsewhere-take")`move it, or remove it: \`notes: {${id}: null}\``;
      return lintWarning("note-unseen", [id], ["notes", id, "at"], { message, hint });
    });
};

/** A note about a rule that no key has: it would be inherited whatever a file changes. */
export const noteAboutNothing: LintCheck = ({ game, draft: { tree } }) =>
  game.notes.flatMap(({ id }) => {
    const path = ["notes", id, "about"];
    const node = findNode(tree, path);
    if (node?.kind !== "scalar" || typeof node.value !== "string") return [];
    const hint = hintForRule(tree, node.value.split("."));
    if (hint === null) return [];
    const message = msg(
      "authoring.note-about-nothing",
    )`the note \`${id}\` is about \`${shorten(node.value)}\`, but there is no such key`;
    return [lintWarning("note-about-nothing", [id], path, { message, hint })];
  });

/** What to write instead of a path that leads to no key of the variant, nor to one that it could have; null where it does lead there. */
function hintForRule(tree: MapNode, steps: readonly string[]): Message | null {
  for (const [at, step] of steps.entries()) {
    const before = steps.slice(0, at);
    const possible = listSchemasAtPath(before).flatMap(({ properties = {} }) => Object.keys(properties));
    // In a path, a key with a dot would be two.
    const known = [...new Set([...listKeys(tree, before), ...possible])].filter((key) => !key.includes("."));
    if (known.includes(step)) continue;
    const near = nearest(step, known);
    if (near === null) return suggestWord(step, known);
    const meant = [...before, near, ...steps.slice(at + 1)].join(".");
    return msg("authoring.write-about")`write \`about: ${meant}\``;
  }
  return null;
}

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
