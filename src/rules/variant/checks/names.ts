import { facesOf } from "../../dice/dice.ts";
import type { Text } from "../../game/game.ts";
import { hintFor, shorten } from "../../problem/wording.ts";
import { type Problem, problem } from "../../problem/problem.ts";
import type { Draft } from "../draft.ts";
import { usable } from "../part-reader.ts";
import { keyPlace, type MapNode, type Path, valuePlace } from "../tree.ts";
import type { DraftCheck } from "./check.ts";

/** Names that a filled-in sheet uses for its sum lines. */
const LINE_WORDS = ["bonus", "column", "grand", "points", "repeats"];

/** Sections and categories do not take the names of sum lines, or a sheet would have two things of one name. */
export const reservedIds: DraftCheck = ({ tree, ...draft }) =>
  (["categories", "sections"] as const).flatMap((kind) => {
    const reserved = [...draft[kind].keys()].filter((id) => LINE_WORDS.includes(id));
    return reserved.map((id) => {
      const message = `\`${id}\` is the name of a sum line; nothing else can be called so`;
      return problem("reserved-id", message, { place: keyPlace(tree, [kind, id]), hint: "take another id" });
    });
  });

/** Two categories, two columns or two bonuses never have the same label, so that labels on a sheet are clear. */
export const labelsDiffer: DraftCheck = ({ tree, partial, bonuses }) => {
  const bonusLabels = usable(bonuses).map(([id, { label }]): [string, Text] => [id, label]);
  return [
    ...sameLabels(tree, "categories", usable(partial.categoryLabels)),
    ...sameLabels(tree, "columns", usable(partial.columnLabels)),
    ...sameLabels(tree, "bonuses", bonusLabels),
  ];
};

function sameLabels(tree: MapNode, kind: string, labels: readonly [string, Text][]): Problem[] {
  const texts = labels.map(([id, label]): [Path, Text] => [[kind, id, "label"], label]);
  return repeated(texts, (label) => label.toLowerCase()).map(({ words, path, first }) => {
    // Of two labels the one in the file itself has to change, not the one in a base.
    const places = [valuePlace(tree, path), valuePlace(tree, first)] as const;
    const isInherited = places[0].file !== tree.place.file && places[1].file === tree.place.file;
    const [place, other] = isInherited ? [places[1], places[0]] : places;
    const related = [{ message: "the other one is here", place: other }];
    return problem("same-label", `the label \`${words}\` is used twice in \`${kind}\``, { place, related });
  });
}

/** Words that occur a second time in a language, with the paths to both occurrences. */
function repeated(texts: readonly [Path, Text][], comparable: (words: string) => string) {
  const seen = new Map<string, Path>();
  return texts.flatMap(([at, text]) =>
    Object.entries(text).flatMap(([language, words]) => {
      const path = [...at, language];
      const key = `${language} ${comparable(words)}`;
      const first = seen.get(key);
      if (first !== undefined) return [{ words, path, first }];
      seen.set(key, path);
      return [];
    }),
  );
}

/** Line labels name lines that a sheet can have. */
export const knownLines: DraftCheck = ({ tree, abstract, sections, bonuses, lines }): Problem[] => {
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

/** Where faces have symbols, each face has one of its own. */
export const symbolsFit: DraftCheck = (draft) => [
  ...oddSymbols(draft),
  ...facesAndSymbols(draft),
  ...sameSymbols(draft),
];

/** Symbols of faces that no die shows, and faces that have no symbol. */
function facesAndSymbols({ tree, dice, symbols }: Draft): Problem[] {
  if (dice === null || symbols.size === 0) return [];
  const path = ["dice", "symbols"];
  const faces = facesOf(dice).map(String);
  const strange = [...symbols.keys()].filter((face) => !faces.includes(face));
  const problems = strange.map((face) => {
    const place = keyPlace(tree, [...path, face]);
    return problem("unknown-face", `no die shows \`${shorten(face)}\``, { place });
  });
  const bare = faces.filter((face) => !symbols.has(face));
  if (bare.length === 0) return problems;
  const said = { place: keyPlace(tree, path) };
  return [...problems, problem("missing-symbol", `no symbol for ${bare.join(", ")}`, said)];
}

/** A symbol can be typed and cannot be mistaken for anything else. */
function oddSymbols({ tree, symbols }: Draft): Problem[] {
  return usable(symbols).flatMap(([face, text]) =>
    Object.entries(text).flatMap(([language, symbol]) => {
      if (/^[\p{L}\p{N}]+$/u.test(symbol)) return [];
      const place = valuePlace(tree, ["dice", "symbols", face, language]);
      const hint = "take one or two letters or figures";
      return [problem("bad-symbol", `\`${symbol}\` cannot stand on a die`, { place, hint })];
    }),
  );
}

function sameSymbols({ tree, symbols }: Draft): Problem[] {
  const texts = usable(symbols).map(([face, text]): [Path, Text] => [["dice", "symbols", face], text]);
  return repeated(texts, (symbol) => symbol).map(({ words, path }) =>
    problem("same-label", `the symbol \`${words}\` stands on two sides`, { place: valuePlace(tree, path) }),
  );
}
