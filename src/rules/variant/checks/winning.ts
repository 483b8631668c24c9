import { hintFor, shorten } from "../../problem/wording.ts";
import { type Problem, problem } from "../../problem/problem.ts";
import type { Draft } from "../draft.ts";
import { usable } from "../part-reader.ts";
import { keyPlace, valuePlace } from "../tree.ts";
import type { Check } from "./check.ts";

/** What decides who wins is there: victory points that some bonus brings, or several columns to win. */
export const decided: Check = (draft) => {
  const { tree, ranking, bonuses, columns, abstract } = draft;
  if (ranking === null || abstract) return [];
  const place = valuePlace(tree, ["ranking", "by"]);
  const hasPoints = [...bonuses.values()].some((bonus) => bonus === null || bonus.to === "points");
  if (ranking.by === "points" && !hasPoints) {
    const message = "victory points decide who wins, but nothing brings any";
    const hint = "give the game `bonuses` with `to: points`, or write `by: total`";
    return [problem("contradiction", message, { place, hint })];
  }
  if (ranking.by !== "columns" || columns.size > 1) return [];
  const message = "the columns are won one by one, but there is only one";
  return [problem("contradiction", message, { place, hint: "write `by: total`" })];
};

/** Prizes for columns are for columns of the game, which are won one by one. */
export const prizesFit: Check = (draft) => {
  const { tree, settlement, ranking, columns } = draft;
  if (settlement?.kind !== "columns") return [];
  const path = ["settlement", "per_column"];
  const unknown = [...settlement.prizes.worth.keys()]
    .filter((id) => !columns.has(id))
    .map((id) => {
      const said = { place: keyPlace(tree, [...path, id]), hint: hintFor(id, [...columns.keys()]) };
      return problem("unknown-column", `there is no column \`${shorten(id)}\``, said);
    });
  if (ranking === null || ranking.by === "columns") return unknown;
  const message = "columns have prizes, but are not won one by one";
  const said = { place: keyPlace(tree, path), hint: "write `ranking: {by: columns}`" };
  return [...unknown, problem("contradiction", message, said)];
};

/** A column does not ask for a later throw than a turn has. */
export const throwsFit: Check = ({ tree, turn, columns }) =>
  usable(columns).flatMap(([id, { entry }]): Problem[] => {
    if (turn === null || entry.kind !== "max_roll" || entry.throws <= turn.rolls) return [];
    const message = `\`max_roll: ${entry.throws}\` is more than the ${turn.rolls} throws of a turn`;
    return [
      problem("contradiction", message, { place: valuePlace(tree, ["columns", id, "entry", "max_roll"]) }),
    ];
  });

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
