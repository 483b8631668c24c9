import { typeFamily } from "../../files/package/fonts.ts";
import { loadLanguages } from "../../files/package/languages.ts";
import type { Language } from "../../i18n/language.ts";
import { preparePad } from "../../files/print/pads.ts";
import { loadTemplates } from "../../files/package/templates.ts";
import { DISK, playableIds } from "../../files/package/variants.ts";
import { compareGames, tellComparison, type DifferenceGroup } from "../../authoring/diff/compare.ts";
import {
  type Completion,
  findCompletion,
  type Explanation,
  findExplanation,
} from "../../authoring/editor.ts";
import {
  type FormEdit,
  listEditSettings,
  buildVariantForm,
  partLabels,
  type VariantForm,
  type VariantLayers,
} from "../../authoring/form.ts";
import { lintVariantFile } from "../../authoring/lint/lint.ts";
import {
  catalogue,
  type Fitting,
  filterFittingOffers,
  type Offer,
} from "../../authoring/scaffold/catalogue.ts";
import { fileText, type LanguageList, createSetting, yamlLines } from "../../authoring/scaffold/extending.ts";
import { sheetSvg } from "../../print/pad/draw-sheet.ts";
import { packText, unpackText } from "../../print/publish/publication.ts";
import { type Game, SPOKEN_BY_ALL } from "../../rules/game/game.ts";
import { attempt, need, type Problem, type Result } from "../../rules/problem/problem.ts";
import { editYaml } from "../../rules/source/edit-yaml.ts";
import { MAX_ID_LENGTH } from "../../rules/variant/limits.ts";
import { readResolved, readVariant } from "../../rules/variant/read-variant.ts";
import { child, readTree } from "../../rules/variant/tree.ts";
import { EnginePart, freeKey, type KeptVariant } from "./kept.ts";
import { FILE, findBase, type OwnGame, ownGames, portableText } from "./own-games.ts";
import { type PageResult, tryToMake, type PageProblem, tellProblem } from "./page-language.ts";

/** A problem of the text that is being written. */
export interface PlacedProblem extends PageProblem {
  readonly severity: Problem["severity"];
  /** Its place, counted from 1; null where it is about all of the text, or about a base. */
  readonly place: { readonly line: number; readonly col: number; readonly length: number } | null;
  /** The same for readers of the form: with its labels, and without hints on what to write in the text. */
  readonly inForm: PageProblem;
}

/** What the page shows of a text once typing pauses. */
export interface DraftState {
  /** Its id; empty if it has none yet. */
  readonly id: string;
  readonly name: string;
  readonly problems: readonly PlacedProblem[];
  readonly isPlayable: boolean;
  /** Null while the text can't be read. */
  readonly form: VariantForm | null;
}

/** What is different from the game that a text builds on, in words. */
export interface ComparisonWords {
  /** Whether it builds on one that can be played. */
  readonly hasBase: boolean;
  readonly groups: readonly DifferenceGroup[];
}

/** A change in the form, as the page knows it: boxes of other games by their words. */
export type PageEdit =
  | Exclude<FormEdit, { readonly kind: "new-box" }>
  | { readonly kind: "new-box"; readonly section: string; readonly word: string };

export interface ListedGame extends KeptVariant {
  /** Whether it came with a link, and was not changed here. */
  readonly isReceived: boolean;
}

/** A game in the address of the page. */
export interface LinkedGame {
  readonly text: string;
  /** Empty if it can't be played. */
  readonly name: string;
  readonly isPlayable: boolean;
  /** Why it can't be played. */
  readonly problems: readonly PageProblem[];
  /** Whether it is there already. */
  readonly isKnown: boolean;
}

/** Helps to write a game: what `augenblock new`, `lint` and `diff` do, on a page. */
export class Writer extends EnginePart {
  #offers: Offer[] | null = null;

  /** Fetches what pads are drawn with, before there is one to draw. */
  async open(): Promise<void> {
    await this.files.takeFonts("regular.ttf", "bold.ttf");
    await typeFamily();
  }

  /** The text of a new game that plays like another one, by its id; or why there is no such game. */
  async begin(base: string): Promise<PageResult<string>> {
    const language = await this.pageLanguage.language();
    return tryToMake(language, async () => this.#begin(base, language));
  }

  #begin(base: string, language: Language): string {
    const isShipped = playableIds().includes(base);
    const game = need(this.#read(`id: new\nextends: ${base}\n`));
    const id = isShipped ? `our-${base}`.slice(0, MAX_ID_LENGTH) : `${base.slice(0, MAX_ID_LENGTH - 2)}-2`;
    const called = language.text(game.name);
    const name = isShipped ? language.translate("studio.write.own", { name: called }) : `${called} 2`;
    const names = Object.fromEntries(SPOKEN_BY_ALL.map((code) => [code, name]));
    const title = language.translate("new.extending", { name, base: language.text(game.name) });
    const settings = Object.entries({ id, extends: base, name: names });
    const lines = yamlLines(settings.map(([key, value]) => createSetting([key], value)));
    return fileText({ schema: null }, title, lines);
  }

  /** Reads a text: its problems, and the form for it. */
  async look(text: string): Promise<DraftState> {
    const language = await this.pageLanguage.language();
    const read = this.#read(text);
    const layers = draftLayers(text);
    const id = layers === null ? null : child(layers.own, "id");
    return {
      id: id?.kind === "scalar" && typeof id.value === "string" ? id.value : "",
      name: read.ok ? language.text(read.value.name) : "",
      problems: read.ok ? [] : this.#placedProblems(read.problems, text),
      isPlayable: read.ok,
      form: layers === null ? null : buildVariantForm(layers, language),
    };
  }

  /** Every problem of a text under every choice of its house rules, and every rule that is well formed but bad; takes longer than `look`. */
  async lint(text: string): Promise<PlacedProblem[]> {
    const languages = new Map(this.#languages().map((one) => [one.code, one]));
    const speaking = { requested: null, language: (code: string) => languages.get(code) ?? null };
    return this.#placedProblems(lintVariantFile(FILE, text, DISK, speaking).problems, text);
  }

  /** A sheet of the pad, as an SVG file. */
  async pad(text: string): Promise<PageResult<string>> {
    await Promise.all([this.pageLanguage.language(), this.files.takeFonts("regular.ttf", "bold.ttf")]);
    return tryToMake(this.pageLanguage.now, async () => {
      const game = need(this.#read(text));
      const prepare = (paper: string) => preparePad(game, this.pageLanguage.now, { paper });
      // What has no room on the usual paper may have on a larger one; if not, problems are about the usual one.
      const usual = await attempt(() => prepare("a5"));
      const large = usual.ok ? usual : await attempt(() => prepare("a4"));
      const { layout, family } = need(large.ok ? large : usual);
      return sheetSvg(layout, family);
    });
  }

  /** The rule sheet, as an HTML page without fonts. */
  async rules(text: string): Promise<PageResult<string>> {
    const language = await this.pageLanguage.language();
    return tryToMake(language, async () => {
      const { rulesHtml } = await import("../../print/rulebook/rules-html.ts");
      const templates = need(loadTemplates())(language.code, "rules");
      return need(rulesHtml(need(this.#read(text)), language, templates, null));
    });
  }

  /** What is different from the game that it builds on. */
  async differences(text: string): Promise<PageResult<ComparisonWords>> {
    const language = await this.pageLanguage.language();
    return tryToMake(language, async () => {
      const game = need(this.#read(text));
      const from = findBase(readTree(FILE, text).tree);
      const base = from && readVariant(from.file, from.text, DISK);
      if (base?.ok !== true) return { hasBase: false, groups: [] };
      return { hasBase: true, groups: tellComparison(compareGames(base.value, game), language) };
    });
  }

  /** The text after a change in the form; null if it can't be made because the text can't be read. */
  async change(text: string, edit: PageEdit): Promise<string | null> {
    await this.pageLanguage.language();
    const layers = draftLayers(text);
    const known = edit.kind === "new-box" ? this.#knownEdit(text, edit) : edit;
    if (layers === null || known === null) return null;
    return editYaml(text, listEditSettings(known, layers, this.#languages()));
  }

  /** The boxes that can't be taken away, because the game could not be played without them; none while it can't be played anyway. */
  async neededBoxes(text: string): Promise<string[]> {
    await this.pageLanguage.language();
    const layers = draftLayers(text);
    if (layers === null || !this.#read(text).ok) return [];
    const { sections } = buildVariantForm(layers, this.pageLanguage.now);
    return sections.flatMap(({ id: section, boxes }) =>
      boxes.flatMap(({ id: box, isPlayed }) => {
        if (!isPlayed) return [];
        const edit = { kind: "play", section, box, isPlayed: false } as const;
        const without = editYaml(text, listEditSettings(edit, layers, this.#languages()));
        return without !== null && this.#read(without).ok ? [] : [box];
      }),
    );
  }

  #knownEdit(text: string, { section, word }: Extract<PageEdit, { kind: "new-box" }>): FormEdit | null {
    const offer = this.#fittingBoxes(text).find((one) => one.word === word);
    return offer === undefined ? null : { kind: "new-box", section, offer };
  }

  /** Boxes of other games that would fit, by the words that `change` takes. */
  async offers(text: string): Promise<{ word: string; label: string }[]> {
    const language = await this.pageLanguage.language();
    const boxes = this.#fittingBoxes(text).map(({ word, label }) => ({ word, label: language.text(label) }));
    return boxes.sort((a, b) => a.label.localeCompare(b.label, language.code));
  }

  #fittingBoxes(text: string): Fitting[] {
    const game = this.#read(text);
    if (!game.ok) return [];
    const { dice, turn, sections } = game.value;
    // Shipped games stay as they are, and to read all of them takes long.
    this.#offers ??= catalogue(playableIds(), DISK);
    const had = sections.flatMap(({ categories }) => categories);
    const called = new Set(had.flatMap(({ label }) => Object.values(label)));
    return filterFittingOffers(this.#offers, dice, turn.rolls).filter(
      ({ id, label }) =>
        !had.some((one) => one.id === id) && !Object.values(label).some((one) => called.has(one)),
    );
  }

  /** What can be typed at an offset. */
  async complete(text: string, offset: number): Promise<Completion | null> {
    await this.files.takeTexts();
    return findCompletion(text, offset, draftLayers(text)?.game ?? null, DISK.ids());
  }

  /** Explains the word at an offset. */
  async explain(text: string, offset: number): Promise<Explanation | null> {
    return findExplanation(text, offset);
  }

  /** A text as a part of an address. What it takes from another game that was written here goes along. */
  pack(text: string): Promise<PageResult<string>> {
    return tryToMake(this.pageLanguage.now, async () => need(packText(need(portableText(text)))));
  }

  /** The game in a part of an address, before anybody decides about it. */
  async unpack(packed: string): Promise<PageResult<LinkedGame>> {
    return tryToMake(await this.pageLanguage.language(), async () => this.#open(need(unpackText(packed))));
  }

  /** The game in the text of a file, before anybody decides about it. */
  async preview(text: string): Promise<PageResult<LinkedGame>> {
    return tryToMake(await this.pageLanguage.language(), () => this.#open(text));
  }

  async #open(text: string): Promise<LinkedGame> {
    await this.files.takeTexts();
    const read = this.#read(text);
    const isKnown = (await this.listGames()).some((one) => one.text === text);
    const problems = read.ok ? [] : this.#placedProblems(read.problems, text);
    const name = read.ok ? this.pageLanguage.now.text(read.value.name) : "";
    return { text, name, isPlayable: read.ok, problems, isKnown };
  }

  /** Keeps a game that came with a link, apart from those that were written here; one that is there already only once. */
  async receive({ text, name }: Pick<LinkedGame, "text" | "name">): Promise<ListedGame> {
    const games = await this.listGames();
    const known = games.find((one) => one.text === text);
    if (known !== undefined) return known;
    const now = Date.now();
    // Two games may come within a millisecond; none takes the place of another.
    const key = freeKey(String(now), new Set(games.map((one) => one.key)));
    const game = { key, text, name, changed: now };
    await this.kept.received.keep(game);
    return { ...game, isReceived: true };
  }

  /** All games that were written here, the latest first, and those that came with a link. The former are found by their ids from then on. */
  async listGames(): Promise<ListedGame[]> {
    await this.files.takeTexts();
    await ownGames(this.kept);
    const own = (await this.kept.variants.all()).map((one) => ({ ...one, isReceived: false }));
    return [...own, ...(await this.kept.received.all()).map((one) => ({ ...one, isReceived: true }))];
  }

  /** Those that another game may extend. */
  async bases(): Promise<{ readonly id: string; readonly name: string }[]> {
    await this.files.takeTexts();
    const isBase = (one: OwnGame): one is OwnGame & { readonly id: string } => one.id !== null;
    return (await ownGames(this.kept)).filter(isBase).map(({ id, name }) => ({ id, name }));
  }

  /** Keeps a game for the next visit. */
  keep({ isReceived, ...game }: ListedGame): Promise<void> {
    return isReceived ? this.kept.received.keep(game) : this.kept.variants.keep(game);
  }

  forget({ key, isReceived }: Pick<ListedGame, "key" | "isReceived">): Promise<void> {
    return isReceived ? this.kept.received.forget(key) : this.kept.variants.forget(key);
  }

  #read(text: string): Result<Game> {
    return readVariant(FILE, text, DISK);
  }

  #languages(): LanguageList {
    return need(loadLanguages(this.pageLanguage.now.code));
  }

  #placedProblems(problems: readonly Problem[], text: string): PlacedProblem[] {
    const language = this.pageLanguage.now;
    const layers = problems.length === 0 ? null : draftLayers(text);
    const label = (word: string) => language.translate(`studio.write.${word}`);
    const labels = new Map(Object.entries(LABELS).map(([key, word]) => [key, label(word)]));
    for (const [key, own] of layers ? partLabels(layers, language) : []) labels.set(key, own);
    return problems.map((one) => {
      const { place, severity } = one;
      const at = place?.file === FILE ? { line: place.line, col: place.col, length: place.length } : null;
      const said = tellProblem(one, language);
      const hints = said.hint?.split("; ").map((part) => formSentence(part, labels, language)) ?? [];
      const hint = hints.filter((part) => !part.includes("`")).join("; ") || null;
      const message = formSentence(said.message, labels, language);
      const quote = (label: string) => language.translate("studio.write.label", { label });
      const quoted = message.replaceAll(/`([^`]+)`/g, (_, label) => quote(label));
      return { ...said, severity, place: at, inForm: { message: quoted, hint } };
    });
  }
}

/** The labels of the form for keys of the text. */
const LABELS = {
  ...{ from: "bonus-from", add: "bonus-add", score: "bonus-add", name: "name", order: "order" },
  ...{ columns: "columns", options: "house-rules" },
};

/** A sentence about the text with the labels of the form. What has none stays. */
function formSentence(sentence: string, labels: ReadonlyMap<string, string>, language: Language): string {
  const quoted = sentence.replace(/(?<=: )[\w-]+(?:, [\w-]+)*$/, (list) =>
    list.split(", ").every((id) => labels.has(id)) ? list.replaceAll(/[\w-]+/g, "`$&`") : list,
  );
  return quoted.replaceAll(/`([^`]+)`/g, (key, word: string) => {
    const path = word.split(".").flatMap((step) => labels.get(step) ?? []);
    const label = labels.get(word) ?? path.join(" · ");
    return label === "" ? key : language.translate("studio.write.label", { label });
  });
}

/** Null if the text makes no tree. */
function draftLayers(text: string): VariantLayers | null {
  const { tree: own } = readTree(FILE, text);
  const game = readResolved(FILE, text, DISK);
  if (own === null || !game.ok) return null;
  const from = findBase(own);
  const base = from && readResolved(from.file, from.text, DISK);
  return { own, base: base?.ok ? base.value.tree : null, game: game.value.tree };
}
