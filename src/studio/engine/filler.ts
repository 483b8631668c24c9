import { checkSheet } from "../../check/check-sheet.ts";
import { describeFinding } from "../../check/checks.ts";
import { type CheckedSheet, eveningCsv, groupEvenings } from "../../check/evening.ts";
import { distinctName, plainName } from "../../check/name.ts";
import { eveningDay } from "../../check/read/occasion.ts";
import { ownersOfGames, type Sheet } from "../../check/sheet.ts";
import { eveningHtml, placeWords, sheetHtml, sheetWords } from "../../check/sheet-table.ts";
import { saveSheet } from "../../check/write-sheet.ts";
import { readGame } from "../../files/package/read-game.ts";
import { boxHint } from "../../i18n/box-phrases.ts";
import { standingWords } from "../../i18n/game-words.ts";
import { rulesDigest } from "../../print/form/form-script.ts";
import { getElement } from "../../rules/arrays.ts";
import { canRoll, type Face, type Roll } from "../../rules/dice/dice.ts";
import type { Game } from "../../rules/game/game.ts";
import { findCategory } from "../../rules/game/rows.ts";
import { need } from "../../rules/problem/problem.ts";
import { boxChoice, boxForm } from "../../scan/report/live-report.ts";
import { typedWritten, writtenWords } from "../../scan/report/photo-words.ts";
import { findKeptSheet } from "./evenings.ts";
import { FilledSheet, type FillWish, sheetEntries } from "./filled-sheet.ts";
import { EnginePart, type KeptFilling, ON_THE_TABLE } from "./kept.ts";
import { gameOfText, hasSameRules, ownGames, wholeText } from "./own-games.ts";
import { type MadeFile, type PageResult, tryToMake } from "./page-language.ts";

/** A sheet that is being filled in, as the page shows it. All HTML is escaped. */
export interface ShownFilling {
  readonly title: string;
  readonly wish: FillWish;
  /** Changes with every other sheet or other players: what is tapped is meant for this one. */
  readonly id: string;
  /** HTML of the table, whose boxes are buttons, of the findings, and of the ranking. */
  readonly html: Readonly<Record<"table" | "findings" | "ranking", string>>;
  readonly canUndo: boolean;
  /** The names of the players, from left to right. */
  readonly players: readonly string[];
  /** Whose turn it is; or who has won, once all boxes are filled. */
  readonly turn: { readonly words: string; readonly isOver: boolean };
  /** The faces of each die to tap; null for games whose dice have colours or symbols. */
  readonly dice: readonly (readonly Face[])[] | null;
}

/** What a roll earns in a box. */
export interface ShownSuggestion {
  readonly at: number;
  readonly typed: string;
  readonly place: string;
  readonly score: string;
}

/** What is wrong with an answer, or the state after it. */
type AnsweredBox = { readonly fault: string | null; readonly shown?: ShownFilling };

/** A sheet that replaces another one; null if there was none. */
export type Exchanged = { readonly shown: ShownFilling; readonly before: KeptFilling | null };

/** The sheet that is being filled in. */
interface Filling {
  /** As it was opened, before later entries. */
  readonly opened: KeptFilling;
  readonly sheet: FilledSheet;
  /** Placeholder names. */
  readonly unnamed: readonly string[];
}

/** Fills in a sheet by tapping. Entries are kept for the next visit. */
export class Filler extends EnginePart {
  #filling: Filling | null = null;

  /** Begins a sheet. @returns also the sheet that was on the table, for `putBack` */
  begin(wish: FillWish): Promise<PageResult<Exchanged>> {
    return this.inTurn(async () => {
      await this.#takeUp();
      await ownGames(this.kept);
      return tryToMake(this.pageLanguage.now, () => this.#replace(newSheet(wish, wholeText(wish.variant))));
    });
  }

  /** The sheet of the last visit, or of another window; null if there was none, or its game is gone. */
  resume(): Promise<ShownFilling | null> {
    return this.inTurn(async () => {
      await this.#takeUp();
      return this.#filling && this.#buildShown(this.#filling);
    });
  }

  /** Takes over what another window did. */
  async #takeUp(): Promise<void> {
    await Promise.all([this.pageLanguage.language(), this.files.takeTexts()]);
    const [last] = await this.kept.fillings.all();
    const isHere = this.#filling !== null && JSON.stringify(last) === JSON.stringify(this.#toKeep());
    if (last === undefined || isHere) return;
    await ownGames(this.kept);
    const opened = await tryToMake(this.pageLanguage.now, async () => this.#open(last));
    this.#filling = opened.made ?? this.#filling;
  }

  /**
   * Changes the sheet, with all that other windows entered there.
   *
   * @param id of the sheet that a person saw; any if left out
   * @returns null if another one is on the table, which stays as it is
   */
  #change<T>(id: string | undefined, work: (now: Filling) => Promise<T>): Promise<T | null> {
    return this.inTurn(async () => {
      await this.#takeUp();
      return id === undefined || id === fillingId(this.#now) ? work(this.#now) : null;
    });
  }

  /** Opens a kept sheet to correct it. @returns also the sheet that was on the table; null if the game of the kept one is gone */
  async correct(key: string): Promise<Exchanged | null> {
    await Promise.all([this.pageLanguage.language(), this.files.takeTexts()]);
    const found = await findKeptSheet(this.files, this.kept, this.pageLanguage.now, key);
    if (found === null) return null;
    const { kept, read } = found;
    const { game, players } = read.sheet;
    const choices = Object.fromEntries(game.options.map(({ id, chosen }) => [id, chosen]));
    const names = players.map(({ name }) => (read.unnamed.includes(name) ? "" : name));
    const wish = { variant: read.gameFile, choices, names };
    const correcting = { key, evening: kept.evening };
    return this.putBack({
      ...newSheet(wish, kept.game ?? wholeText(wish.variant)),
      entered: sheetEntries(read.sheet),
      correcting,
    });
  }

  /** Begins the same game with the same players again, by its rules of today if it is still there. @returns also the sheet before, for `putBack` */
  beginAgain(id?: string): Promise<Exchanged | null> {
    return this.#change(id, ({ opened: { wish, game } }) => {
      const isThere = readGame(wish.variant, wish.choices).ok;
      return this.#replace(newSheet(wish, isThere ? wholeText(wish.variant) : game));
    });
  }

  /** Puts a sheet on the table. @returns also the one that was there */
  async #replace(filling: KeptFilling): Promise<Exchanged> {
    const before = this.#filling && this.#toKeep();
    this.#filling = this.#open(filling);
    return { shown: await this.#remember(), before };
  }

  #open(opened: KeptFilling): Filling {
    const { wish, entered } = opened;
    const before = gameOfText(opened.game, wish.choices);
    const now = readGame(wish.variant, wish.choices);
    const game = before === null || (now.ok && hasSameRules(now.value, before)) ? need(now) : before;
    const given = wish.names.map(plainName);
    const taken = new Set<string>();
    const names = given.map((name, at) => {
      const madeUp = this.pageLanguage.now.translate("sheet.made-up-name", { n: String(at + 1) });
      return distinctName(name || madeUp, taken);
    });
    const unnamed = names.filter((_, at) => given[at] === "");
    const sheet = new FilledSheet(game, names);
    for (const one of entered) sheet.enter(one);
    return { opened, unnamed, sheet };
  }

  /** HTML to fill in a box: entries that break no rule come first; empty if another sheet is on the table. */
  editor(at: number, id?: string): string {
    if (id !== undefined && id !== fillingId(this.#now)) return "";
    const { sheet } = this.#now;
    const { game } = sheet;
    const language = this.pageLanguage.now;
    const box = getElement(sheet.reading.boxes, at);
    const offers = sheet.offers(at);
    const fits = ({ findings }: (typeof offers)[number]) => findings.length === 0;
    const [first] = offers;
    const isEarly = first !== undefined && !offers.some((one) => fits(one) && one.written.kind !== "empty");
    const category = box.category === null ? undefined : findCategory(game, box.category);
    const place = placeWords(box, sheet, language);
    const hint = category === undefined ? "" : boxHint(language, category, game);
    const sentences = isEarly ? first.findings.map((one) => describeFinding(one, game, language)) : [];
    return boxForm(
      at,
      sheet,
      {
        sentences: [hint === "" ? place : language.translate("form.box", { box: place, hint }), ...sentences],
        choices: offers.map((one) => boxChoice(one.written, fits(one), game, language)),
        between: offers.every(fits) || isEarly ? null : language.translate("studio.fill.breaking"),
        hasNext: false,
      },
      language,
    ).html;
  }

  /** What a roll earns the player whose turn it is, the most first. */
  suggest(roll: Roll): ShownSuggestion[] {
    const { sheet } = this.#now;
    const language = this.pageLanguage.now;
    const { turn } = sheet;
    if (turn === null || !canRoll(sheet.game.dice, roll)) return [];
    return sheet.suggestions(turn, roll).map(({ at, value }) => ({
      at,
      typed: writtenWords({ kind: "score", value }, language),
      place: placeWords(getElement(sheet.reading.boxes, at), { ...sheet, names: [] }, language),
      score: standingWords(language, { points: null, total: value }),
    }));
  }

  #turnWords({ report }: CheckedSheet): ShownFilling["turn"] {
    const { sheet } = this.#now;
    const language = this.pageLanguage.now;
    const { turn } = sheet;
    if (turn !== null) {
      const name = getElement(sheet.names, turn - 1);
      return { words: language.translate("studio.fill.turn", { name }), isOver: false };
    }
    const winners = report.ranking.filter(({ rank }) => rank === 1);
    const [first] = winners;
    const names = new Intl.ListFormat(language.code).format(winners.map(({ name }) => name));
    const score = first === undefined ? "" : standingWords(language, first);
    const words = language.translate("studio.fill.winner", { n: winners.length, names, score });
    return { words, isOver: true };
  }

  /** Enters a choice or typed text in a box. @returns what is wrong with it, or the new state */
  answer(at: number, typed: string, id?: string): Promise<AnsweredBox | null> {
    return this.#change<AnsweredBox>(id, async ({ sheet }) => {
      const written = typedWritten(typed, at, sheet, this.pageLanguage.now);
      if (written === null) return { fault: this.pageLanguage.now.translate("photo.page.fault") };
      sheet.write(at, written);
      return { fault: null, shown: await this.#remember() };
    });
  }

  /** Empties a box. */
  empty(at: number, id?: string): Promise<ShownFilling | null> {
    return this.#change(id, ({ sheet }) => {
      sheet.write(at, { kind: "empty" });
      return this.#remember();
    });
  }

  /** Removes a player, counted from 1; the others keep their entries. @returns also the sheet before, for `putBack` */
  leave(player: number, id?: string): Promise<Exchanged | null> {
    return this.#change(id, ({ opened, sheet }) => {
      const names = opened.wish.names.toSpliced(player - 1, 1);
      const entered = sheet.entriesWithout(player);
      return this.#replace({ ...opened, wish: { ...opened.wish, names }, entered });
    });
  }

  /** Undoes the last entry. */
  undo(id?: string): Promise<ShownFilling | null> {
    return this.#change(id, ({ sheet }) => {
      sheet.undo();
      return this.#remember();
    });
  }

  /** Saves the sheet to the current evening, replacing an earlier version. What can't be changed on the page stays as it was there. */
  keep(id?: string): Promise<true | null> {
    return this.#change(id, async ({ sheet: now, unnamed, opened: { begun, correcting, game } }) => {
      const { sheet, report: _, ...made } = this.#buildChecked();
      const own = { key: `${begun} ${made.file}`, evening: eveningDay(new Date(begun)) };
      const place = correcting ?? own;
      const found = await findKeptSheet(this.files, this.kept, this.pageLanguage.now, place.key);
      const before: Sheet = found?.read.sheet ?? sheet;
      // A player may have left since.
      const isWhole = before.players.length === now.names.length;
      const findEarlier = (name: string) => before.players.findIndex((one) => one.name === name);
      const earlier = now.names.map((name, at) => (isWhole ? at : findEarlier(name)));
      const players = sheet.players.map((player, at) => {
        const { name, left } = before.players[getElement(earlier, at)] ?? player;
        return { ...player, left, name: unnamed.includes(player.name) ? name : player.name };
      });
      const owners = isWhole ? before.owners : ownersOfGames(before.owners ?? [], earlier);
      const whole = { ...before, game: sheet.game, players, ...(owners && { owners }) };
      const names = players.map(({ name }, at) => ({ player: at + 1, name, isGiven: true, ink: null }));
      const known = names.filter((_, at) => !unnamed.includes(getElement(now.names, at)));
      const named = known.map((one) => found?.kept.named?.find(({ name }) => name === one.name) ?? one);
      await this.kept.sheets.keep({
        ...found?.kept,
        ...{ ...place, yaml: saveSheet(whole, "yaml"), rules: rulesDigest(sheet.game), game },
        checked: {
          ...{ ...made, ...found?.kept.checked, verdict: checkSheet(whole).verdict, doubtful: [] },
          unnamed: names.filter((one) => !known.includes(one)).map(({ name }) => name),
        },
        // On a sheet of games, the names are those of the persons who played them.
        named: before.columnsAreGames === true ? (found?.kept.named ?? []) : named,
      });
      return true as const;
    });
  }

  /** A file to download: the sheet, or its result as a table. */
  save(kind: "yaml" | "csv"): MadeFile {
    const checked = this.#buildChecked();
    switch (kind) {
      case "yaml":
        return { name: checked.file, type: "application/yaml", content: saveSheet(checked.sheet, "yaml") };
      case "csv": {
        const content = eveningCsv(groupEvenings([checked]), [], this.pageLanguage.now);
        return { name: checked.file.replace(/yaml$/, "csv"), type: "text/csv", content };
      }
      default:
        return kind satisfies never;
    }
  }

  /** Discards the current sheet. @returns it, for `putBack` */
  clear(id?: string): Promise<KeptFilling | null> {
    return this.#change(id, async () => {
      const before = this.#toKeep();
      this.#filling = null;
      await this.kept.fillings.forget(ON_THE_TABLE);
      return before;
    });
  }

  /** Restores a sheet. @returns also the one that it replaces; null if there is none */
  putBack(filling: KeptFilling): Promise<Exchanged> {
    return this.inTurn(async () => {
      await this.#takeUp();
      return this.#replace(filling);
    });
  }

  get #now(): Filling {
    if (this.#filling === null) throw new Error("no sheet was begun");
    return this.#filling;
  }

  #buildChecked(): CheckedSheet {
    const { sheet, opened, unnamed } = this.#now;
    const { begun } = opened;
    const time = new Date(begun).toTimeString().slice(0, "20:15".length).replace(":", "");
    const file = `${sheet.game.id}-${eveningDay(new Date(begun))}-${time}.yaml`;
    const made = sheet.checkEntries(file);
    return { file, number: 0, ...made, verdict: made.report.verdict, doubtful: [], unnamed };
  }

  #buildShown(filling: Filling): ShownFilling {
    const { sheet, opened } = filling;
    const language = this.pageLanguage.now;
    const checked = this.#buildChecked();
    const words = { ...sheetWords(checked, language), title: language.text(sheet.game.name) };
    const isBegun = sheet.entered.length > 0;
    const { table, findings } = sheetHtml(words, checked.verdict, sheet, language);
    const ranking = isBegun ? groupEvenings([checked]).map((one) => eveningHtml(one, language).html) : [];
    return {
      ...{ title: words.title, wish: opened.wish, id: fillingId(filling) },
      html: { table, findings, ranking: ranking.join("\n") },
      canUndo: isBegun,
      players: sheet.names,
      turn: this.#turnWords(checked),
      dice: tappableDice(sheet.game),
    };
  }

  /** Saves the sheet. @returns it, to show */
  async #remember(): Promise<ShownFilling> {
    await this.kept.fillings.keep(this.#toKeep());
    return this.#buildShown(this.#now);
  }

  #toKeep(): KeptFilling {
    const { opened, sheet } = this.#now;
    return { ...opened, entered: [...sheet.entered] };
  }
}

function fillingId({ opened: { begun, wish } }: Filling): string {
  return JSON.stringify([begun, wish]);
}

/** @param game see `wholeText` */
function newSheet(wish: FillWish, game: string | undefined): KeptFilling {
  return { key: ON_THE_TABLE, wish, begun: Date.now(), entered: [], game };
}

/** The faces of each die; null where pips don't say all about a die. */
function tappableDice({ dice, symbols }: Game): Face[][] | null {
  if (dice.colours !== null || symbols.size > 0) return null;
  return dice.dice.map(({ low, high }) => Array.from({ length: high - low + 1 }, (_, at) => low + at));
}
