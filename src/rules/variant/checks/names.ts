import type { Text } from "../../game/game.ts";
import { hintFor } from "../../problem/wording.ts";
import { type Problem, problem } from "../../problem/problem.ts";
import { usable } from "../part-reader.ts";
import { keyPlace, type Path, valuePlace } from "../tree.ts";
import type { Check } from "./check.ts";

/** Names that a filled-in sheet uses for its sum lines. */
const LINE_WORDS = ["bonus", "column", "grand", "points", "repeats"];

/** Sections and categories do not take the names of sum lines, or a sheet would have two things of one name. */
export const reservedIds: Check = ({ tree, categories, sections }) => {
  const paths: Path[] = [
    ...[...categories.keys()].map((id) => ["categories", id]),
    ...[...sections.keys()].map((id) => ["sections", id]),
  ];
  return paths
    .filter((path) => LINE_WORDS.includes(String(path.at(-1))))
    .map((path) => {
      const message = `\`${path.at(-1)}\` is the name of a sum line; nothing else can be called so`;
      return problem("reserved-id", message, { place: keyPlace(tree, path), hint: "take another id" });
    });
};

/** Two categories, two columns or two bonuses never have the same label, so that labels on a sheet are clear. */
export const labelsDiffer: Check = ({ tree, partial, bonuses }) =>
  [
    ...sameLabels("categories", usable(partial.categoryLabels)),
    ...sameLabels("columns", usable(partial.columnLabels)),
    ...sameLabels(
      "bonuses",
      usable(bonuses).map(([id, { label }]) => [id, label] as const),
    ),
  ].map(({ message, path, first }) => {
    // Of two labels the one in the file itself is to be changed, not the one that a base has.
    const places = [valuePlace(tree, path), valuePlace(tree, first)] as const;
    const inherited = places[0].file !== tree.place.file && places[1].file === tree.place.file;
    const [place, other] = inherited ? [places[1], places[0]] : places;
    return problem("same-label", message, {
      place,
      related: [{ message: "the other one is here", place: other }],
    });
  });

interface Twin {
  readonly message: string;
  readonly path: Path;
  readonly first: Path;
}

function sameLabels(key: string, labels: readonly (readonly [string, Text])[]): Twin[] {
  const seen = new Map<string, Path>();
  const twins: Twin[] = [];
  for (const [id, label] of labels) {
    for (const [language, text] of Object.entries(label)) {
      const path = [key, id, "label", language];
      const first = seen.get(`${language} ${text.toLowerCase()}`);
      if (first === undefined) seen.set(`${language} ${text.toLowerCase()}`, path);
      else twins.push({ message: `the label \`${text}\` is used twice in \`${key}\``, path, first });
    }
  }
  return twins;
}

/** Line labels name lines that a sheet can have. */
export const knownLines: Check = ({ tree, abstract, sections, bonuses, lines }): Problem[] => {
  if (abstract) return [];
  const known = [
    ...[...sections.keys()].flatMap((id) => [`${id}.sum`, `${id}.bonus`, `${id}.total`]),
    "column.total",
    ...[...bonuses.keys()].map((id) => `bonus.${id}`),
    "repeats",
    "grand.total",
    "points.total",
  ];
  return [...lines.keys()]
    .filter((id) => !known.includes(id))
    .map((id) => {
      const place = keyPlace(tree, ["lines", id]);
      return problem("unknown-line", `a sheet has no line \`${id}\``, { place, hint: hintFor(id, known) });
    });
};
