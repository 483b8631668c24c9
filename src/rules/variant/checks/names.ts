import { type Message, msg } from "../../problem/message.ts";
import { facesOf, facesText } from "../../dice/dice.ts";
import type { Text } from "../../game/game.ts";
import { suggestWord, shorten } from "../../problem/wording.ts";
import { problem, relatedPlace } from "../../problem/problem.ts";
import { type Parts, usable } from "../part-reader.ts";
import { listKeys, type Path, valuePlace } from "../tree.ts";
import { atKey, atValue, type DraftCheck } from "../draft.ts";

/** Ids of sum lines on filled-in sheets. */
const LINE_WORDS = ["bonus", "column", "grand", "points", "repeats"];

/** Sections and categories don't use ids of sum lines, which would be ambiguous on sheets. */
export const reservedIds: DraftCheck = (draft) =>
  (["categories", "sections"] as const).flatMap((kind) => {
    const reserved = LINE_WORDS.filter((id) => draft[kind].has(id));
    return reserved.map((id) => {
      const message = msg`rules.reserved-id: \`${id}\` is already the name of a sum line`;
      return atKey(draft, [kind, id], "reserved-id", message, msg`rules.reserved-id-hint: choose another id`);
    });
  });

/** Labels of categories, columns and bonuses are unique, so that labels on a sheet are unambiguous. */
export const labelsDiffer: DraftCheck = ({ tree, partial, bonuses }) => {
  const labels: Record<string, Parts<Text>> = {
    categories: partial.categoryLabels,
    columns: partial.columnLabels,
    bonuses: new Map(usable(bonuses).map(([id, { label }]) => [id, label])),
  };
  return Object.entries(labels).flatMap(([kind, parts]) => {
    const texts = usable(parts).map(([id, label]): [Path, Text] => [[kind, id, "label"], label]);
    return findDuplicates(texts, (label) => label.toLowerCase()).map(({ words, path, first }) => {
      // The label in the file itself has to change, not the one in a base.
      const places = [valuePlace(tree, path), valuePlace(tree, first)] as const;
      const isInherited = places[0].file !== tree.place.file && places[1].file === tree.place.file;
      const [place, other] = isInherited ? [places[1], places[0]] : places;
      const related = [relatedPlace(msg`rules.other-place: the other one is here`, other)];
      const message = msg`rules.repeated-label: the label \`${words}\` is used twice in \`${kind}\``;
      return problem("same-label", message, { place, related });
    });
  });
};

/** Words that occur twice in a language, with the paths to both occurrences. */
function findDuplicates(texts: readonly [Path, Text][], comparable: (words: string) => string) {
  const seen = new Map<string, Path>();
  return texts.flatMap(([at, text]) =>
    Object.entries(text).flatMap(([language, words]) => {
      const path = [...at, language];
      const key = `${language} ${comparable(words)}`;
      const first = seen.get(key);
      seen.set(key, first ?? path);
      return first === undefined ? [] : [{ words, path, first }];
    }),
  );
}

/** Names of lines are for lines that a sheet can have, and former names for all that has a name on it. */
export const knownLines: DraftCheck = (draft) => {
  const lines = [
    ...[...draft.sections.keys()].flatMap((id) => [`${id}.sum`, `${id}.bonus`, `${id}.total`]),
    "column.total",
    ...[...draft.bonuses.keys()].map((id) => `bonus.${id}`),
    "repeats",
    "grand.total",
    "points.total",
  ];
  const named = ["sections", "columns", "options"].flatMap((kind) =>
    listKeys(draft.tree, [kind]).flatMap((id) => {
      const choices = listKeys(draft.tree, [kind, id, "choices"]);
      return [`${kind}.${id}`, ...choices.map((choice) => `${kind}.${id}.${choice}`)];
    }),
  );
  const report = (key: string, ids: Iterable<string>, known: readonly string[], message: MessageOf) =>
    (draft.abstract ? [] : [...ids])
      .filter((id) => !known.includes(id))
      .map((id) => atKey(draft, [key, id], "unknown-line", message(id), suggestWord(id, known)));
  return [
    ...report(
      "lines",
      draft.lines.keys(),
      lines,
      (id) => msg`rules.unknown-line: a sheet has no line \`${id}\``,
    ),
    ...report(
      "former_names",
      draft.formerNames.keys(),
      [...draft.categories.keys(), ...lines, ...named],
      (id) => msg`rules.unknown-sheet-row: a sheet has nothing called \`${id}\``,
    ),
  ];
};

type MessageOf = (id: string) => Message;

const SYMBOLS = ["dice", "symbols"];

/** If faces have symbols, each face has a unique one of letters and digits. */
export const symbolsFit: DraftCheck = (draft) => {
  const texts = usable(draft.symbols).map(([face, text]): [Path, Text] => [[...SYMBOLS, face], text]);
  const odd = texts.flatMap(([path, text]) =>
    Object.entries(text)
      .filter(([, symbol]) => !/^[\p{L}\p{N}]+$/u.test(symbol))
      .map(([language, symbol]) => {
        const message = msg`rules.bad-symbol: \`${symbol}\` cannot be a symbol on a die`;
        const hint = msg`rules.bad-symbol-hint: use one or two letters or digits`;
        return atValue(draft, [...path, language], "bad-symbol", message, hint);
      }),
  );
  const same = findDuplicates(texts, (symbol) => symbol).map(({ words, path }) =>
    atValue(draft, path, "same-label", msg`rules.repeated-symbol: two sides have the symbol \`${words}\``),
  );
  return [...odd, ...facesAndSymbols(draft), ...same];
};

/** Reports symbols of faces that no die shows, and faces without a symbol. */
const facesAndSymbols: DraftCheck = (draft) => {
  const { dice, symbols } = draft;
  if (dice === null || symbols.size === 0) return [];
  const faces = facesOf(dice).map(String);
  const problems = [...symbols.keys()]
    .filter((face) => !faces.includes(face))
    .map((face) => {
      const message = msg`rules.unknown-face: no die shows \`${shorten(face)}\``;
      return atKey(draft, [...SYMBOLS, face], "unknown-face", message);
    });
  const bare = faces.filter((face) => !symbols.has(face));
  if (bare.length === 0) return problems;
  return [
    ...problems,
    atKey(draft, SYMBOLS, "missing-symbol", msg`rules.missing-symbols: no symbol for ${facesText(bare)}`),
  ];
};
