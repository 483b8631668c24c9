import { z } from "zod";
import { msg } from "../../rules/problem/message.ts";
import { type Problem, problem, type Result, success } from "../../rules/problem/problem.ts";
import { readYaml } from "../../rules/source/yaml.ts";
import { about } from "../../rules/variant/parts/definition.ts";
import {
  editorSchema,
  emptyKey,
  expectedWord,
  readWithSchema,
  type SchemaIssue,
} from "../pad/schema-reader.ts";
import {
  ALIGNMENTS,
  CORNERS,
  DICE_SIZES,
  DIE_STYLES,
  FACES,
  FRAMES,
  HEADING_FACES,
  HEADS,
  MAX_TINT,
  type PadStyle,
  SECTIONS,
  TITLE_SIZES,
} from "./style.ts";

const toShare = (percent: number) => percent / 100;
const tint = z.number().min(0).max(MAX_TINT).transform(toShare).optional();
const percent = ({ min, max }: Readonly<Record<"min" | "max", number>>) =>
  z.number().min(min).max(max).default(100).transform(toShare);

/** The keys of a style file. All but the first may be left out. */
const STYLE = z.strictObject({
  style: about(z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/), "The name of the style. → tavern"),
  face: about(z.enum(FACES).default("sans"), "The face of the title. → slab"),
  "title-size": about(percent(TITLE_SIZES), "The height of the title, in percent of the usual one. → 120"),
  align: about(z.enum(ALIGNMENTS).default("left"), "Where the title is. → centre"),
  head: about(
    z.enum(HEADS).default("plain"),
    "What is around the title: nothing, a band of solid ink in the accent colour with a light title, one with round ends (pill), a line above and below, or two dice behind it. → band",
  ),
  frame: about(z.enum(FRAMES).default("single"), "The line around the table. → double"),
  corners: about(z.enum(CORNERS).default("none"), "Ornaments at the corners of the frame. → diamonds"),
  sections: about(
    z.enum(SECTIONS).default("tint"),
    "How sections are headed: on a tint across the table, between lines, or on a rounded tint. → lines",
  ),
  "heading-face": about(
    z.enum(HEADING_FACES).default("sans"),
    "The face of these headings and of the label of the total: that of the title, or the usual one. → title",
  ),
  dice: about(z.enum(DIE_STYLES).default("outline"), "How dice are drawn. → solid"),
  "dice-size": about(
    percent(DICE_SIZES),
    "The largest size of dice where they have room, in percent of the usual one. → 120",
  ),
  "tint-heads": about(tint, "The tint of the heads of columns and sections, in percent of black. → 10"),
  "tint-sums": about(tint, "The tint of sums and bonuses. → 8"),
  "tint-total": about(tint, "The tint of the line that decides the game. → 12"),
});

/** Reads a style file. @returns the style, or everything that is wrong with the file */
export function readStyleFile(file: string, text: string): Result<PadStyle> {
  const read = readYaml(file, text);
  if (!read.ok) return read;
  const form = readWithSchema(STYLE, read.value, valueProblem, (key) => [
    msg`print.unknown-style-key: a style has no key \`${key}\``,
    Object.keys(STYLE.shape),
  ]);
  if (!form.ok) return form;
  const { face, align, head, frame, corners, sections, dice, ...given } = form.value;
  const [heads = null, sums = null, total = null] = TINTED.map((part) => given[`tint-${part}`]);
  const [titleSize, diceSize] = [given["title-size"], given["dice-size"]];
  const sized = { titleSize, diceSize, headingFace: given["heading-face"], tints: { heads, sums, total } };
  return success({ face, align, head, frame, corners, sections, dice, ...sized });
}

const TINTED = ["heads", "sums", "total"] as const;

const KEYS_HINT = msg`print.style-keys-hint: docs/styles.md describes the keys of a style`;

/** The problem of a wrong value. */
function valueProblem(issue: SchemaIssue): Problem {
  const { place } = issue;
  const where = { place, hint: KEYS_HINT };
  const key = issue.path.join(".");
  if (key === "")
    return problem("wrong-type", msg`print.style-not-a-map: a style is a map of \`key: …\``, { place });
  if (issue.input === undefined)
    return problem("missing-key", msg`print.style-without-name: a style needs a name: \`style: …\``, where);
  if (issue.input === null) return emptyKey(key, place);
  const wanted =
    key === "style" ? msg`print.style-name-rule: lowercase letters, digits and hyphens` : expectedWord(issue);
  const isTint = key.startsWith("tint-") && issue.code === "too_big";
  const hint = isTint ? msg`print.dark-tint-hint: darker tints turn black on a copier` : KEYS_HINT;
  return problem("bad-value", msg`print.bad-value: \`${key}\` must be ${wanted}`, { place, hint });
}

/** Identifies the schema of style files, wherever its file is. */
const STYLE_SCHEMA_ID = "urn:augenblock:style";

/** A JSON Schema of style files, draft 7, for editors, generated from the definition that reads them. */
export function styleSchema(): ReturnType<typeof editorSchema> {
  return editorSchema(STYLE, {
    $id: STYLE_SCHEMA_ID,
    title: "augenblock style",
    description: "The look of a pad: the face of its title, its frame, its dice and its tints.",
  });
}
