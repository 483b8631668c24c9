import { type CheckedSheet, groupEvenings } from "../../check/evening.ts";
import { hasName, plainName } from "../../check/name.ts";
import { markup } from "../../i18n/html.ts";
import { Language, type PackedLanguage } from "../../i18n/language.ts";
import { getElement } from "../../rules/arrays.ts";
import type { PixelArea } from "../image/picture.ts";
import type { Written } from "../inference/sheet-reading.ts";
import {
  checkedPhoto,
  correctBox,
  namePlayer,
  nextQuestion,
  openQuestions,
  type PhotoSheet,
} from "../sheet/photo-sheet.ts";
import type { NameCell } from "../view/name-cells.ts";
import { type BoxMark, boxMarks } from "./box-marks.ts";
import { type LivePhoto, unpackReport } from "./packed-report.ts";
import { photoWords, typedWritten, writtenWords } from "./photo-words.ts";
import { placeWords, eveningHtml, sheetHtml } from "../../check/sheet-table.ts";
import { type NamedPlayer, namesHtml, listNamedPlayers } from "./player-names.ts";
import { boxChoices, editorHtml, questionsHtml } from "./box-editor.ts";
import { photoYaml } from "./sheet-yaml.ts";

/**
 * The report page at work: its sheets are judged anew after every correction, by the code that judged them before. The script of the page
 * shows what this gives; it knows no rule.
 *
 * @param report what `packReport` gave
 * @param language what `Language.packed` gave, as JSON
 */
export function openReport(report: string, language: string): LiveReport {
  const words = Language.unpack(JSON.parse(language) as PackedLanguage);
  const sheets = unpackReport(report).map((one) =>
    one.photo === null ? one.checked : new LiveSheet(one, words),
  );
  return new LiveReport(sheets, words);
}

export class LiveReport {
  /** In the order of the page; null for a typed sheet. */
  readonly sheets: readonly (LiveSheet | null)[];
  readonly #all: readonly (LiveSheet | CheckedSheet)[];
  readonly #language: Language;

  /** @param sheets those that can be corrected, and typed ones, in the order of the page */
  constructor(sheets: readonly (LiveSheet | CheckedSheet)[], language: Language) {
    this.#all = sheets;
    this.#language = language;
    this.sheets = sheets.map((one) => (one instanceof LiveSheet ? one : null));
  }

  /** Where the names of a sheet's players are typed, as HTML; names that look alike on other sheets are suggested. */
  names(at: number): string {
    const sheet = this.sheets[at];
    if (!sheet) return "";
    const others = this.sheets.flatMap((one) => (one && one !== sheet ? one.knownNames() : []));
    return namesHtml(sheet.players(), others, this.#language).html;
  }

  /** All sheets as the evening counts them. */
  get checked(): CheckedSheet[] {
    return this.#all.map((one) => (one instanceof LiveSheet ? one.checked : one));
  }

  /** The rankings of all sheets together, as HTML. */
  evenings(): string {
    return tellableEvenings(this.checked)
      .map((one) => eveningHtml(one, this.#language).html)
      .join("\n");
  }
}

/** The evenings that need telling: a player alone on the only sheet needs no ranking. */
export function tellableEvenings(checked: readonly CheckedSheet[]) {
  return groupEvenings(checked).filter(({ sheets, ranking }) => sheets > 1 || ranking.length > 1);
}

/** A photographed sheet on the page, as it stands after what a person said. */
export class LiveSheet {
  readonly areas: readonly PixelArea[];
  /** Where the players' names are written. */
  readonly nameCells: readonly NameCell[];
  /** The file that it is saved to. */
  readonly saveAs: string;
  #read: PhotoSheet;
  #language: Language;
  readonly #answers = new Map<number, Written>();
  /** The questions that were left for later. */
  readonly #left = new Set<number>();
  #photo: PhotoSheet;

  constructor({ photo, areas, nameCells, saveAs }: LivePhoto, language: Language) {
    this.#read = photo;
    this.#photo = photo;
    this.areas = areas;
    this.nameCells = nameCells;
    this.saveAs = saveAs;
    this.#language = language;
  }

  /** The sheet with all that was said about it. */
  get photo(): PhotoSheet {
    return this.#photo;
  }

  get checked(): CheckedSheet {
    return checkedPhoto(this.#photo);
  }

  /** How many questions are open. */
  get open(): number {
    return openQuestions(this.#photo).length;
  }

  /** Goes on in another language. */
  speak(language: Language): void {
    this.#language = language;
  }

  /** What changes on the page with every answer, as HTML. */
  html(): Readonly<Record<"verdict" | "findings" | "table" | "questions" | "changes", string>> {
    const photo = this.#photo;
    const words = photoWords(photo, this.#language);
    const { verdict, findings, table } = sheetHtml(words, photo.judgement.verdict, photo, this.#language);
    return {
      ...{ verdict: verdict.html, findings: findings.html, table: table.html },
      ...{ questions: questionsHtml(photo, this.#language).html, changes: this.#changes() },
    };
  }

  marks(): BoxMark[] {
    return boxMarks(this.#photo, this.#language);
  }

  editor(at: number): string {
    return editorHtml(at, this.#photo, this.#language).html;
  }

  /** The box to ask about next, by its index: the one that settles the sheet fastest, of those that were not left before; null if there is none. */
  next(after: number): number | null {
    this.#left.add(after);
    const fresh = nextQuestion(this.#photo, this.#left);
    if (fresh !== null) return fresh;
    this.#left.clear();
    return nextQuestion(this.#photo, this.#left.add(after));
  }

  /** The box to ask about first, by its index, of those that were not left for later; null if there is none. */
  first(): number | null {
    return nextQuestion(this.#photo, this.#left) ?? nextQuestion(this.#photo);
  }

  /** Takes what a person typed or picked for a box. @returns what is wrong with it; null if nothing is */
  answer(at: number, typed: string): string | null {
    const text = typed.trim();
    const picked = boxChoices(at, this.#photo, this.#language).find((one) => one.typed === text)?.written;
    const written = picked ?? typedWritten(text, at, this.#photo, this.#language);
    if (written === null) return this.#language.translate("photo.page.fault");
    this.#answers.delete(at);
    this.#answers.set(at, written);
    this.#photo = correctBox(this.#photo, at, written);
    return null;
  }

  /** Takes an answer back. */
  takeBack(at: number): void {
    this.#answers.delete(at);
    this.#answerAgain();
  }

  players(): NamedPlayer[] {
    return listNamedPlayers(this.#photo, this.nameCells);
  }

  /** The names that somebody gave, with how they are written. */
  knownNames(): NamedPlayer[] {
    return this.players().filter(({ isGiven }) => isGiven);
  }

  /** Says who a player is, counted from 1. @returns what is wrong with the name; null if nothing is */
  name(player: number, typed: string): string | null {
    const { names } = this.#read;
    const name = plainName(typed);
    if (name === "" || name === names[player - 1]) return null;
    const others = names.toSpliced(player - 1, 1);
    if (hasName(others, name)) return this.#language.translate("photo.page.name-taken", { name });
    this.#read = namePlayer(this.#read, player, name);
    this.#answerAgain();
    return null;
  }

  /** Gives all answers again, in their order. */
  #answerAgain(): void {
    this.#photo = this.#read;
    for (const [box, written] of this.#answers) this.#photo = correctBox(this.#photo, box, written);
  }

  /** The corrected sheet as a file that `augenblock check` reads. */
  yaml(): string {
    return photoYaml(this.#photo, this.#language);
  }

  #changes(): string {
    const told = [...this.#answers].map(([at, written]) => {
      const from = writtenWords(getElement(this.#read.reading.boxes, at).written, this.#language);
      const shown = writtenWords(written, this.#language);
      const place = placeWords(getElement(this.#read.reading.boxes, at), this.#read, this.#language);
      return from === shown ? `${place}: ${shown} ✓` : `${place}: ${from} → ${shown}`;
    });
    const lines = told.length === 0 ? [this.#language.translate("photo.page.unchanged")] : told;
    return lines.map((line) => markup`<li>${line}</li>`.html).join("\n");
  }
}
