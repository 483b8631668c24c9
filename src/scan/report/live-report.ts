import { type CheckedSheet, groupEvenings } from "../../check/evening.ts";
import { hasName, plainName, splitNames } from "../../check/name.ts";
import { markup, type Markup } from "../../i18n/html.ts";
import { Language, type PackedLanguage } from "../../i18n/language.ts";
import { getElement } from "../../rules/arrays.ts";
import type { PixelArea } from "../image/picture.ts";
import type { Written } from "../inference/sheet-reading.ts";
import { isPadAsked } from "../pads/pad.ts";
import {
  answerPad,
  checkedPhoto,
  correctBox,
  namePlayer,
  nextQuestion,
  openQuestions,
  type PhotoSheet,
} from "../sheet/photo-sheet.ts";
import {
  type NameCell,
  type NamedPlayer,
  listNamedPlayers,
  listPlayersToName,
  suggestName,
} from "../view/name-cells.ts";
import {
  type BoxMark,
  boxMarks,
  padAnswers,
  photoWords,
  typedWritten,
  writtenWords,
  boxReadings,
  tellPadQuestion,
  tellQuestion,
} from "./photo-words.ts";
import { type LivePhoto, unpackReport } from "./packed-report.ts";
import { placeWords, eveningHtml, sheetHtml } from "../../check/sheet-table.ts";
import { photoYaml } from "./sheet-yaml.ts";
import { gameReference } from "../../check/sheet.ts";
import type { Game } from "../../rules/game/game.ts";

/** The report page at work, from what `packReport` and `Language.pack` gave. Its script knows no rule and shows what this gives. */
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

  /** All sheets as the evening counts them, without those of pads that are not known. */
  get checked(): CheckedSheet[] {
    return this.#all.flatMap((one) => {
      if (!(one instanceof LiveSheet)) return [one];
      return one.isOtherPad ? [] : [one.checked];
    });
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

/** What a person said about a sheet. */
export interface CorrectedSheet {
  /** The sheet with its names, before all answers. */
  readonly read: PhotoSheet;
  readonly answers: ReadonlyMap<number, Written>;
  /** The sheet with all answers. */
  readonly photo: PhotoSheet;
}

/** A photographed sheet on the page, with a person's corrections. */
export class LiveSheet {
  readonly areas: readonly PixelArea[];
  /** Where the players' names are written. */
  readonly nameCells: readonly NameCell[];
  /** The file that it is saved to. */
  readonly saveAs: string;
  /** All that a person said about the sheet so far; an earlier state can be put back. */
  state: CorrectedSheet;
  readonly #first: PhotoSheet;
  #language: Language;
  /** The questions that were left for later. */
  readonly #left = new Set<number>();

  constructor({ photo, areas, nameCells, saveAs }: LivePhoto, language: Language) {
    this.#first = photo;
    this.state = { read: photo, answers: new Map(), photo };
    this.areas = areas;
    this.nameCells = nameCells;
    this.saveAs = saveAs;
    this.#language = language;
  }

  /** The sheet with all corrections. */
  get photo(): PhotoSheet {
    return this.state.photo;
  }

  /** Whether a person said anything about it. */
  get isCorrected(): boolean {
    return this.photo !== this.#first;
  }

  /** Whether a person said that it is of another pad. */
  get isOtherPad(): boolean {
    return this.photo.pad?.isOther === true;
  }

  get checked(): CheckedSheet {
    return checkedPhoto(this.photo);
  }

  /** Goes on in another language. */
  speak(language: Language): void {
    this.#language = language;
  }

  /** What changes on the page with every answer, as HTML. */
  html() {
    const { photo } = this;
    return {
      ...sheetHtml(photoWords(photo, this.#language), photo.judgement.verdict, photo, this.#language),
      pad: isPadAsked(this.#first.pad) ? padHtml(photo, this.#language).html : "",
      questions: questionsHtml(photo, this.#language).html,
      changes: this.#changes(),
    };
  }

  marks(): BoxMark[] {
    return boxMarks(this.photo, this.#language);
  }

  /** HTML to correct a box. @param hasNext whether it leads to the next question */
  editor(at: number, hasNext = true): string {
    return editorHtml(at, this.photo, this.#language, hasNext).html;
  }

  /** The box to ask about next, by its index: the one that settles the sheet fastest, of those that were not left before; null if there is none. */
  next(after: number): number | null {
    this.#left.add(after);
    const fresh = nextQuestion(this.photo, this.#left);
    if (fresh !== null) return fresh;
    this.#left.clear();
    return nextQuestion(this.photo, this.#left.add(after));
  }

  /** What a box may hold, the likeliest first. */
  choices(at: number): Choice[] {
    return boxChoices(at, this.photo, this.#language);
  }

  /** What is offered for the question which pad the sheet is of. */
  padOffer() {
    return { area: null, likely: padAnswers(this.#language), possible: [] };
  }

  /** Takes a person's word whether the sheet is of the pad that it seems to be of. */
  answerPad(isThis: boolean): null {
    const { pad, warnings } = this.#first;
    this.#answerAgain(answerPad({ ...this.state.read, pad, warnings }, isThis));
    return null;
  }

  /** Takes what a person typed or picked for a box. @returns what is wrong with it; null if nothing is */
  answer(at: number, typed: string): string | null {
    const text = typed.trim();
    const picked = this.choices(at).find((one) => one.typed === text)?.written;
    const written = picked ?? typedWritten(text, at, this.photo, this.#language);
    if (written === null) return this.#language.translate("photo.page.fault");
    const answers = this.#answersWithout(at).set(at, written);
    this.state = { ...this.state, answers, photo: correctBox(this.photo, at, written) };
    return null;
  }

  /** Takes all that a person said about another reading of the same sheet. */
  adopt(before: LiveSheet): void {
    if (before.photo.reading.boxes.length !== this.photo.reading.boxes.length) return;
    for (const { player, name } of before.knownNames()) this.name(player, name);
    this.#answerAgain(this.state.read, before.state.answers);
  }

  /** Takes an answer back. */
  takeBack(at: number): void {
    this.#answerAgain(this.state.read, this.#answersWithout(at));
  }

  #answersWithout(at: number): Map<number, Written> {
    return new Map([...this.state.answers].filter(([box]) => box !== at));
  }

  players(): NamedPlayer[] {
    return this.isOtherPad ? [] : listNamedPlayers(this.photo, this.nameCells);
  }

  /** The players to ask for. */
  playersToName(isOneOfSeveral: boolean): NamedPlayer[] {
    return this.isOtherPad ? [] : listPlayersToName(this.photo, this.nameCells, isOneOfSeveral);
  }

  /** The names that a person gave, with how they are written. */
  knownNames(): NamedPlayer[] {
    return this.players().filter(({ isGiven }) => isGiven);
  }

  /** Says who a player is, counted from 1. @returns what is wrong with the name; null if nothing is */
  name(player: number, typed: string): string | null {
    const { names, sheet } = this.state.read;
    const name = plainName(typed);
    if (name === "" || name === names[player - 1]) return null;
    if (sheet.columnsAreGames === true && splitNames(name).length > names.length)
      return this.#language.translate("photo.page.spare-names", { n: names.length });
    const others = names.toSpliced(player - 1, 1);
    if (hasName(others, name)) return this.#language.translate("photo.page.name-taken", { name });
    this.#answerAgain(namePlayer(this.state.read, player, name));
    return null;
  }

  /** Gives answers again, in their order. */
  #answerAgain(read: PhotoSheet, answers = this.state.answers): void {
    let photo = read;
    for (const [box, written] of answers) photo = correctBox(photo, box, written);
    this.state = { read, answers, photo };
  }

  /** The corrected sheet as a file that `augenblock check` reads. */
  yaml(): string {
    return photoYaml(this.photo, this.#language);
  }

  #changes(): string {
    const { read, answers } = this.state;
    const changes = [...answers].map(([at, written]) => {
      const box = getElement(read.reading.boxes, at);
      const [from, shown] = [box.written, written].map((one) => writtenWords(one, this.#language));
      const place = placeWords(box, read, this.#language);
      return from === shown ? `${place}: ${shown} ✓` : `${place}: ${from} → ${shown}`;
    });
    const lines = changes.length === 0 ? [this.#language.translate("photo.page.unchanged")] : changes;
    return lines.map((line) => markup`<li>${line}</li>`.html).join("\n");
  }
}

/** The question which pad a sheet is of, with its answer as the pressed button. */
function padHtml(photo: PhotoSheet, language: Language): Markup {
  const answer = photo.pad?.isOther ? "other" : photo.pad?.isSure ? "this" : null;
  const buttons = padAnswers(language).map(
    ({ words, typed }) =>
      markup`<button type="button" data-pad="${typed}" aria-pressed="${String(typed === answer)}">${words}</button>`,
  );
  return markup`<p>${tellPadQuestion(photo, language)}</p>
<div class="answer likely">${buttons}</div>
${answer === "other" ? markup`<p>${language.translate("photo.page.other-pad")}<br><code>augenblock pads learn</code></p>` : null}`;
}

/** The boxes to ask about, as buttons; empty where there are none. */
function questionsHtml(photo: PhotoSheet, language: Language): Markup {
  const open = openQuestions(photo);
  if (open.length === 0) return markup``;
  const buttons = open.map(
    (at) =>
      markup`<li><button type="button" data-at="${at}">${tellQuestion(at, photo, language)}</button></li>`,
  );
  return markup`<h3>${language.translate("photo.questions", { n: open.length })}</h3>
<ol class="questions">
${buttons}
</ol>`;
}

/** What a person may pick for a box, in the order in which it is offered. */
export interface Choice {
  readonly written: Written;
  readonly words: string;
  /** The text of the field once it is picked. */
  readonly typed: string;
  /** Whether it was read, or is likely by the picture and the sums; the others are just possible. */
  readonly isLikely: boolean;
}

/** Something that a person may pick. */
export function boxChoice(
  written: Written,
  isLikely: boolean,
  { strike }: Pick<Game, "strike">,
  language: Language,
): Choice {
  const words = writtenWords(written, language);
  return { written, words, typed: written.kind === "strike" ? (strike.marks[0] ?? "/") : words, isLikely };
}

/** What a box may hold: what was read first, then every score that is possible there, a strike, and nothing. */
function boxChoices(at: number, photo: PhotoSheet, language: Language): Choice[] {
  const { game, reading } = photo;
  const { category } = getElement(reading.boxes, at);
  const legal = category === null ? [] : (gameReference(game).categories.get(category)?.legal ?? []);
  const scores = legal.map((value): Written => ({ kind: "score", value }));
  const possible: Written[] = [
    ...scores,
    ...(category === null ? [] : [{ kind: "strike" } as const]),
    { kind: "empty" },
  ];
  const likely = boxReadings(at, photo);
  const choice = (written: Written, isLikely: boolean) => boxChoice(written, isLikely, game, language);
  const all = [...likely.map((one) => choice(one, true)), ...possible.map((one) => choice(one, false))];
  return [...new Map(all.toReversed().map((one) => [one.typed, one])).values()].sort(
    (a, b) => all.indexOf(a) - all.indexOf(b),
  );
}

/** The place where a box of a photographed sheet is corrected. */
function editorHtml(at: number, photo: PhotoSheet, language: Language, hasNext: boolean): Markup {
  const place = placeWords(getElement(photo.reading.boxes, at), photo, language);
  const asked = openQuestions(photo);
  const reading = writtenWords(getElement(photo.reading.boxes, at).written, language);
  const sentence = asked.includes(at)
    ? tellQuestion(at, photo, language)
    : language.translate("photo.page.read", { box: place, reading });
  return markup`<canvas class="cut" role="img" aria-label="${language.translate("photo.page.box", { box: place })}"></canvas>
${boxForm(at, photo, { sentences: [sentence], choices: boxChoices(at, photo, language), hasNext: hasNext && asked.some((one) => one !== at), between: null }, language)}`;
}

/** What is said about a box that is open, and offered for it. */
interface OpenBox {
  /** Sentences, the first of which names the box. */
  readonly sentences: readonly string[];
  readonly choices: readonly Choice[];
  /** The words above the choices that are just possible; null for none. */
  readonly between: string | null;
  /** Whether there is a question about another box to go on with. */
  readonly hasNext: boolean;
}

/** What may be picked or typed for a box, whose index it is. */
export function boxForm(
  at: number,
  sheet: Pick<PhotoSheet, "game" | "names" | "reading">,
  open: OpenBox,
  language: Language,
): Markup {
  const box = getElement(sheet.reading.boxes, at);
  const place = placeWords(box, sheet, language);
  const reading = writtenWords(box.written, language);
  const [first = "", ...others] = open.sentences;
  const buttons = (isLikely: boolean) =>
    open.choices
      .filter((one) => one.isLikely === isLikely)
      .map(({ words, typed, written }) => {
        const isChosen = box.confirmed && writtenWords(written, language) === reading;
        return markup`<button type="button" data-value="${typed}" aria-pressed="${String(isChosen)}">${words}</button>`;
      });
  return markup`<p id="about-${at}">${first}</p>
${others.map((one) => markup`<p class="small">${one}</p>`)}
<div class="answer likely">${buttons(true)}</div>
${open.between === null ? null : markup`<p class="small">${open.between}</p>`}
<div class="answer possible">${buttons(false)}</div>
<form class="answer">
<label class="spoken" for="input-${at}">${language.translate("photo.page.input", { box: place })}</label>
<input id="input-${at}" type="text" autocomplete="off" spellcheck="false" size="6" placeholder="${reading}" aria-describedby="about-${at} fault-${at}">
<button type="submit">${language.translate("photo.page.take")}</button>
${box.confirmed ? markup`<button type="button" class="undo">${language.translate("photo.page.undo")}</button>` : null}
${open.hasNext ? markup`<button type="button" class="next">${language.translate("photo.page.next")}</button>` : null}
<button type="button" class="close">${language.translate("photo.page.close")}</button>
<span class="fault" id="fault-${at}" role="status"></span>
</form>`;
}

/** A field for the name of each player, next to the written name. @param known the players whose names were given on other sheets */
function namesHtml(
  players: readonly NamedPlayer[],
  known: readonly NamedPlayer[],
  language: Language,
): Markup {
  const taken = players.map(({ name }) => name);
  const fields = players.map((one) => {
    const { player, name, isGiven } = one;
    const suggested = isGiven ? null : suggestName(one, known);
    const isFree = suggested !== null && !taken.includes(suggested);
    const written =
      one.ink === null
        ? null
        : markup`<canvas class="written" data-written="${player}" role="img" aria-label="${language.translate("photo.page.written", { name })}"></canvas>`;
    return markup`<li>${written}
<label><span class="spoken">${language.translate("photo.page.name", { name })}</span>
<input type="text" autocomplete="off" spellcheck="false" size="12" data-player="${player}" value="${isGiven ? name : ""}" placeholder="${name}"></label>
${isFree ? markup`<button type="button" data-player="${player}" data-name="${suggested}">${language.translate("photo.page.suggested", { name: suggested })}</button>` : null}
<span class="fault" role="status"></span></li>`;
  });
  return markup`<h3>${language.translate("photo.page.names")}</h3>
<ul>
${fields}
</ul>`;
}
