import type { Text } from "../../game/game.ts";
import { hintFor, shorten } from "../../problem/wording.ts";
import { type Problem, problem } from "../../problem/problem.ts";
import type { Draft } from "../draft.ts";
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

/** Where faces have symbols, each face has one of its own. */
export const symbolsFit: Check = (draft) => [
  ...oddSymbols(draft),
  ...strangeFaces(draft),
  ...bareFaces(draft),
  ...sameSymbols(draft),
];

function facesOf({ dice }: Draft): string[] {
  const faces = dice?.dice.flatMap(({ low, high }) =>
    Array.from({ length: high - low + 1 }, (_, i) => String(low + i)),
  );
  return [...new Set(faces)];
}

function strangeFaces(draft: Draft): Problem[] {
  const faces = facesOf(draft);
  return [...draft.symbols.keys()]
    .filter((face) => draft.dice !== null && !faces.includes(face))
    .map((face) => {
      const place = keyPlace(draft.tree, ["dice", "symbols", face]);
      return problem("unknown-face", `no die shows \`${shorten(face)}\``, { place });
    });
}

/** What stands on a die can be typed, and taken for nothing else. */
function oddSymbols({ tree, symbols }: Draft): Problem[] {
  return usable(symbols).flatMap(([face, text]) =>
    Object.entries(text)
      .filter(([, symbol]) => !/^[\p{L}\p{N}]+$/u.test(symbol))
      .map(([language, symbol]) => {
        const place = valuePlace(tree, ["dice", "symbols", face, language]);
        const hint = "take one or two letters or figures";
        return problem("bad-symbol", `\`${symbol}\` cannot stand on a die`, { place, hint });
      }),
  );
}

function bareFaces(draft: Draft): Problem[] {
  const bare = facesOf(draft).filter((face) => !draft.symbols.has(face));
  if (draft.symbols.size === 0 || bare.length === 0) return [];
  const place = keyPlace(draft.tree, ["dice", "symbols"]);
  return [problem("missing-symbol", `no symbol for ${bare.join(", ")}`, { place })];
}

function sameSymbols({ tree, symbols }: Draft): Problem[] {
  const seen = new Set<string>();
  return usable(symbols).flatMap(([face, text]) =>
    Object.entries(text).flatMap(([language, symbol]) => {
      const isNew = !seen.has(`${language} ${symbol}`);
      seen.add(`${language} ${symbol}`);
      if (isNew) return [];
      const place = valuePlace(tree, ["dice", "symbols", face, language]);
      return [problem("same-label", `the symbol \`${symbol}\` stands on two sides`, { place })];
    }),
  );
}
