import type { Game } from "../../rules/game/game.ts";
import { type Problem, problem } from "../../rules/problem/problem.ts";
import type { TypeFamily } from "../fonts/typeface.ts";
import { within } from "../geometry.ts";
import type { PadLayout } from "./pad-layout.ts";
import type { PadText } from "./pad-text.ts";
import { inLargePrint, PAPERS, type Paper } from "./paper.ts";
import { type PadSize, planSheet } from "./plan-sheet.ts";

/** A game that has no room: names the ways out, the smallest paper that does, or fewer players. */
export function doesNotFit(game: Game, text: PadText, size: PadSize, family: TypeFamily): Problem {
  const fits = (paper: Paper, players: number) =>
    planSheet(game, text, { ...size, paper, players }, family) !== null;
  const isLarge = size.paper.isLargePrint === true;
  const papers = isLarge ? [...PAPERS, A3].map(inLargePrint) : PAPERS;
  const paper = papers.find((candidate) => fits(candidate, size.players));
  const players = Array.from({ length: size.players - 1 }, (_, at) => size.players - 1 - at);
  const fewer = players.find((count) => fits(size.paper, count));
  const ways = [
    paper === undefined ? null : `the smallest paper that does is ${paper.name}: --paper ${paper.name}`,
    fewer === undefined ? null : `on ${size.paper.name} there is room for ${fewer}: --players ${fewer}`,
  ].filter((way) => way !== null);
  const whom = size.players === 1 ? "" : ` with ${size.players} players`;
  const none = isLarge ? "no paper is large enough for large print" : "no paper is large enough";
  return problem(
    "does-not-fit",
    `\`${game.id}\`${whom} does not fit on ${size.paper.name} with boxes that one can write in`,
    { hint: ways.length > 0 ? ways.join("; ") : none },
  );
}

/** What a copy shop has beyond the papers with a name. */
const A3: Paper = { name: "297x420mm", widthMm: 297, heightMm: 420 };

/** Words that a template or variant made too long for the place they have, such as a foot without spaces. */
export function tooLong({ texts, owners }: PadLayout, { paper }: PadSize): Problem[] {
  return [...texts, ...owners]
    .filter(({ ink, cell }) => !within(ink, cell))
    .map(({ text }) => noRoom(text, paper));
}

/** Words for which there is no room. */
export function noRoom(words: string, { name }: Paper): Problem {
  return problem("text-too-long", `“${words}” is too long for its place on ${name}`, {
    hint: "say it in fewer words, or take larger paper",
  });
}

/**
 * Characters that the font cannot show, each with the text that wants them.
 *
 * @param own words beside those of the pad
 */
export function lackingCharacters(text: PadText, own: readonly string[], family: TypeFamily): Problem[] {
  const rows = text.rows.flatMap((row) =>
    row.kind === "heading" ? [row.text] : [row.label, row.hint ?? ""],
  );
  const heads = [...text.columns.values()].flatMap(({ label, factor }) => [label, factor ?? ""]);
  const fields = text.fields.map(({ label }) => label);
  const pad = [text.title, text.subtitle ?? "", text.name, ...fields, ...heads, ...rows, ...text.foot];
  return [...pad, ...own].flatMap((words) => {
    const missing = [...new Set([...family.regular.missing(words), ...family.bold.missing(words)])];
    if (missing.length === 0) return [];
    const message = `the font has no ${missing.map((char) => `\`${char}\``).join(", ")}, which stands in “${words}”`;
    return [problem("missing-glyph", message, { hint: "say it with other characters" })];
  });
}
