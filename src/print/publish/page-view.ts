import { exampleFor } from "../../rules/game/examples.ts";
import type { Game } from "../../rules/game/game.ts";
import { boxesOf, categoriesOf } from "../../rules/game/rows.ts";
import { highestTotal } from "../../rules/sums/totals.ts";
import { faceWord } from "../../i18n/game-words.ts";
import type { Language } from "../../i18n/language.ts";
import { type PublishedFile, sizeWords } from "./publication.ts";

/** A published file as the page links to it. */
interface FileView {
  readonly href: string;
  readonly size: string;
}

/** What the page is told about a game in one language. */
export interface Edition {
  readonly language: Language;
  /** The files in this language. */
  readonly files: readonly PublishedFile[];
  /** Players on one sheet, by paper; 1 where each has a sheet of their own. */
  readonly players: number;
  /** The paper of the sheet in the picture. */
  readonly paper: string;
  readonly rulesPages: number;
}

/** What `publish.hbs` can speak of, for one language. Pictures are put in later, where it has put their marks. */
export function editionView(game: Game, { language, files, players, paper, rulesPages }: Edition) {
  const view = (file: PublishedFile): FileView => ({
    href: file.path,
    size: sizeWords(file.bytes, language),
  });
  const pads = files.filter(({ kind }) => kind === "pad");
  const shown = pads.find((pad) => pad.paper === paper);
  const rules = (ending: string) => files.filter((one) => one.kind === "rules" && one.path.endsWith(ending));
  return {
    code: language.code,
    name: language.text(game.name),
    facts: factsOf(game, language),
    players,
    pads: pads.map((pad) => ({ ...view(pad), paper: paperName(pad.paper ?? "") })),
    padShown: shown?.path ?? "",
    rulesPages,
    rulesPdf: rules(".pdf").map(view),
    rulesPage: rules(".html").map(view),
    rulesText: rules(".md").map(view),
    houseRules: game.options.map(({ label, choices, chosen }) => ({
      label: language.text(label),
      chosen: language.text(choices.find(({ id }) => id === chosen)?.label ?? {}),
    })),
  };
}

/** What kind of game it is, in a few numbers. */
function factsOf(game: Game, language: Language): string[] {
  const say = (key: string, n: number) => language.translate(`unit.${key}`, { n });
  const points = say("points", highestTotal(game));
  return [
    say("dice", game.dice.dice.length * game.hands),
    say("throws", game.turn.rolls),
    say("boxes", boxesOf(game)),
    ...(game.ranking.order === "highest" && game.ranking.by === "total"
      ? [language.translate("publish.most", { points })]
      : []),
  ];
}

/** `a5` as people write it. */
function paperName(paper: string): string {
  return paper.charAt(0).toUpperCase() + paper.slice(1);
}

/** The dice of the dearest box that dice can show, for the head of the page. */
export function dearestDice(game: Game, language: Language): (number | string)[] {
  const worth = (legal: readonly number[]) => Math.max(0, ...legal);
  const dearest = categoriesOf(game)
    .filter(({ pattern }) => pattern.kind !== "any" && pattern.kind !== "none")
    .sort((a, b) => worth(b.legal) - worth(a.legal))
    .map((category) => exampleFor(game, category)?.roll ?? [])
    .find((roll) => roll.length > 0);
  return (dearest ?? []).map((face) =>
    game.symbols.has(face) ? faceWord(language, game.symbols, face) : face,
  );
}
