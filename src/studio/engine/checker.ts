import { eveningCsv, groupEvenings, type Reject } from "../../check/evening.ts";
import { typeFamily } from "../../files/package/fonts.ts";
import { knownSheets } from "../../files/pictures/sheet-sources.ts";
import type { Language } from "../../i18n/language.ts";
import { setJpegDecoder } from "../../platform/browser.ts";
import { openJpegDecoder } from "../../platform/jpeg-turbo.ts";
import { getElement } from "../../rules/arrays.ts";
import { isSheetShared } from "../../rules/game/rows.ts";
import { scan, type ScanTools } from "../../scan/scan.ts";
import { eveningDay } from "../../check/read/occasion.ts";
import { readSheetCode, type SheetCode } from "../../print/layout/sheet-code.ts";
import { rulesDigest } from "../../print/form/form-script.ts";
import { msg } from "../../rules/problem/message.ts";
import { need, type Problem, problem } from "../../rules/problem/problem.ts";
import { openReader } from "../../scan/digits/reader.ts";
import type { PixelArea } from "../../scan/image/picture.ts";
import { openPhotoTools } from "../../scan/image/tools.ts";
import {
  type BoxMark,
  photoWords,
  placeOfSheet,
  tellPadQuestion,
  tellQuestion,
} from "../../scan/report/photo-words.ts";
import { livePhoto } from "../../scan/report/packed-report.ts";
import { type CorrectedSheet, LiveReport, LiveSheet } from "../../scan/report/live-report.ts";
import { type Offered, QuestionQueue, type SheetQuestion } from "../../scan/report/question-queue.ts";
import { annotateSheet } from "../../scan/report/sheet-pictures.ts";
import { otherPadProblem } from "../../scan/pads/view-tables.ts";
import type { KnownSheets } from "../../scan/sheet/known-sheets.ts";
import {
  joinSheets,
  judgePhotoSheet,
  type NamelessSheet,
  namePlayers,
  listRejections,
  type SheetView,
  listSheetViews,
} from "../../scan/sheet/photo-sheet.ts";
import type { NameCell, NamedPlayer } from "../../scan/view/name-cells.ts";
import { findWholeText, gameFiles, ownGames } from "./own-games.ts";
import { EnginePart } from "./kept.ts";
import { type PageProblem, pageProblem } from "./page-language.ts";

/** A photo from the page. */
export interface GivenPhoto {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A sheet as the page shows it, in plain values. All HTML is escaped. */
export interface ShownSheet {
  /** Stays the same while photos are added. */
  readonly id: string;
  /** Its index among all sheets, which those of pads that are not known belong to. */
  readonly at: number;
  readonly title: string;
  readonly verdict: string;
  /** HTML of the verdict, findings, table, questions and corrections. */
  readonly html: ReturnType<LiveSheet["html"]>;
  /** HTML of the fields for names; empty if there are none. */
  readonly names: string;
  readonly notes: readonly string[];
  readonly marks: readonly BoxMark[];
  readonly areas: readonly PixelArea[];
  readonly nameCells: readonly NameCell[];
  /** The straightened sheet. */
  readonly picture: { readonly jpeg: Uint8Array; readonly widthPx: number; readonly heightPx: number } | null;
}

/** A question as the page shows it. */
export interface ShownQuestion extends SheetQuestion, Offered {
  /** Its number, and that of all questions. */
  readonly n: number;
  readonly of: number;
  /** The sheet: its game, and its number or photo. */
  readonly title: string;
  readonly sentence: string;
}

/** The state of all photos, for the page. */
export interface CheckedPhotos {
  readonly sheets: readonly ShownSheet[];
  /** Null if there is none left. */
  readonly question: ShownQuestion | null;
  /** How many questions were skipped. */
  readonly skipped: number;
  readonly canUndo: boolean;
  /** Whether a person said anything about a sheet. */
  readonly isCorrected: boolean;
  /** Photos, or sheets on them, that can't be checked, with the reason, and whether the game is missing, or the letters of the code. */
  readonly rejects: readonly {
    readonly file: string;
    readonly problems: readonly PageProblem[];
    readonly isGameMissing: boolean;
    readonly isCodeMissing: boolean;
  }[];
  /** HTML of the rankings of the evening; empty for a single sheet. */
  readonly evenings: string;
}

/** What is wrong with an answer; else the state after it. */
type Changed = { readonly fault: string } | { readonly fault: null; readonly shown: CheckedPhotos };

/** Photos that are checked together. */
interface Photos {
  /** When they were begun, in milliseconds; makes their key unique. */
  readonly begun: number;
  views: SheetView[];
  rejects: Reject[];
  /** The photos with rejects, by their names. */
  readonly unread: Map<string, Uint8Array>;
  readonly queue: QuestionQueue;
  sheets: readonly PhotographedSheet[];
  /** How many sheets there have been; numbers them. */
  count: number;
}

interface PhotographedSheet {
  readonly id: string;
  readonly live: LiveSheet;
  readonly sheet: NamelessSheet;
  /** Its state when it was saved last; null if it never was. */
  saved: CorrectedSheet | null;
}

function noPhotos(): Photos {
  const queue = new QuestionQueue();
  return { begun: Date.now(), views: [], rejects: [], unread: new Map(), queue, sheets: [], count: 0 };
}

/** Receives the progress: photos done, of all photos. */
export type OnProgress = (done: number, all: number) => void;

/** Checks photos of sheets and lets them be corrected, as `augenblock check --report` does. */
export class Checker extends EnginePart {
  #opened: Promise<ScanTools> | null = null;
  #known: { readonly written: string; readonly sheets: KnownSheets } | null = null;
  #photos = noPhotos();
  #aside = noPhotos();

  /** Switches the language. */
  speak(language: Language): void {
    for (const { live } of this.#photos.sheets) live.speak(language);
  }

  get #language(): Language {
    return this.pageLanguage.now;
  }

  /** Loads the reader before the first photo comes. */
  async open(): Promise<void> {
    await this.#open();
  }

  #open() {
    this.#opened ??= this.#openTools().catch((error) => {
      this.#opened = null;
      throw error;
    });
    return this.#opened;
  }

  async #openTools() {
    const load = (name: string) => this.files.fetch(`files/${name}`);
    const [openCvProgram, symbols, weights, jpegs, description] = await Promise.all([
      ...([load("opencv.wasm"), load("zxing.wasm"), load("numbers.onnx"), load("jpeg.wasm")] as const),
      load("numbers.json"),
      this.files.takeFonts("regular.ttf", "bold.ttf"),
      this.files.takeTexts(),
    ]);
    setJpegDecoder(openJpegDecoder(jpegs));
    const { openCv } = await import("opencv");
    const photo = await openPhotoTools(symbols, () => openCv(openCvProgram));
    const text = new TextDecoder().decode(description);
    const digits = need(await openReader({ weights, description: text }));
    return { photo, digits };
  }

  /** Reads photos and adds them to the earlier ones; photos of the same sheet are joined. @param code of sheets whose own can't be read */
  async add(
    photos: readonly GivenPhoto[],
    onProgress: OnProgress,
    code: SheetCode | null = null,
  ): Promise<CheckedPhotos> {
    await this.pageLanguage.language();
    const tools = await this.#open();
    const known = await this.#knownSheets();
    onProgress(0, photos.length);
    for (const [at, { name: given, bytes }] of photos.entries()) {
      const name = this.#distinctName(given);
      const rejects: Reject[] = [];
      try {
        const read = await scan(bytes, known, tools, { file: name, keepPicture: true, code });
        this.#photos.views.push(...listSheetViews(read));
        for (const problems of listRejections(read)) rejects.push({ file: name, problems });
      } catch {
        rejects.push({ file: name, problems: [photoFailed(name)] });
      }
      if (rejects.length > 0) this.#photos.unread.set(name, bytes);
      this.#photos.rejects.push(...rejects);
      onProgress(at + 1, photos.length);
    }
    this.#join(await this.#earlierNames());
    return this.describePhotos();
  }

  /** Whether a game was opened or changed since photos could not be read. */
  async hasNewGames(): Promise<boolean> {
    const { unread } = this.#photos;
    return unread.size > 0 && (await this.#writtenGames()) !== this.#known?.written;
  }

  /** Reads photos again whose code can't be read. @param letters those of the code @returns null if they are none */
  async readWithCode(letters: string, onProgress: OnProgress): Promise<CheckedPhotos | null> {
    const code = readSheetCode(letters);
    return code === null ? null : this.readAgain(onProgress, code);
  }

  /** Reads photos with rejects again, after a game was opened or with the code of their sheets. */
  async readAgain(onProgress: OnProgress, code: SheetCode | null = null): Promise<CheckedPhotos> {
    const again = [...this.#photos.unread].map(([name, bytes]) => ({ name, bytes }));
    const files = new Set(again.map(({ name }) => name));
    this.#photos.unread.clear();
    this.#photos.rejects = this.#photos.rejects.filter(({ file }) => !files.has(file));
    // Sheets of these photos that were read already come again.
    const before = this.#photos.views.filter(({ file }) => files.has(file));
    this.#photos.views = this.#photos.views.filter((one) => !before.includes(one));
    return this.add(again, onProgress, code);
  }

  /** The players of earlier evenings, the latest first, with how they write their names. */
  async #earlierNames(): Promise<NamedPlayer[]> {
    const sheets = await this.kept.sheets.all();
    return sheets.toSorted((a, b) => b.evening.localeCompare(a.evening)).flatMap(({ named = [] }) => named);
  }

  /** The sheets of shipped games and of those written here; rebuilt when one of the latter has changed. */
  async #knownSheets(): Promise<KnownSheets> {
    const written = await this.#writtenGames();
    if (this.#known?.written !== written) {
      const also = (await ownGames(this.kept)).map(({ file }) => file);
      this.#known = { written, sheets: await knownSheets({ also }) };
    }
    return this.#known.sheets;
  }

  async #writtenGames(): Promise<string> {
    return JSON.stringify([await this.kept.variants.all(), await this.kept.received.all()]);
  }

  /** A unique name: phone cameras can give every picture the same. */
  #distinctName(name: string): string {
    const taken = new Set([...this.#photos.views, ...this.#photos.rejects].map(({ file }) => file));
    const extension = name.slice(fileStem(name).length);
    let found = name;
    for (let n = 2; taken.has(found); n++) found = `${fileStem(name)}-${n}${extension}`;
    return found;
  }

  /** Joins photos of the same sheet, which keeps its corrections. */
  #join(known: readonly NamedPlayer[]): void {
    const joined = joinSheets(this.#photos.views);
    const given = namePlayers(joined, [], this.#language);
    const before = [...this.#photos.sheets];
    this.#photos.sheets = joined.map((sheet, at) => {
      const { number, game, files } = sheet;
      const isSame = (one: NamelessSheet) =>
        one.number === number && one.game.id === game.id && one.files.some((file) => files.includes(file));
      const found = before.findIndex((one) => isSame(one.sheet));
      const [earlier] = found === -1 ? [] : before.splice(found, 1);
      if (earlier?.sheet.files.join("\n") === files.join("\n")) return earlier;
      const names = given[at] ?? [];
      // Phones name their photos, so files say nothing about who plays.
      const photo = judgePhotoSheet(sheet, names, names);
      const live = new LiveSheet(livePhoto(photo, `${fileStem(sheet.files[0])}.yaml`), this.#language);
      if (earlier !== undefined) live.adopt(earlier.live);
      const { id, saved } = earlier ?? { id: String(++this.#photos.count), saved: null };
      return { id, sheet, live, saved };
    });
    this.#photos.queue.open(this.#lives, known);
  }

  get #lives(): LiveSheet[] {
    return this.#photos.sheets.map(({ live }) => live);
  }

  /** The current state of all photos. */
  describePhotos(): CheckedPhotos {
    const report = new LiveReport(this.#lives, this.#language);
    return {
      sheets: this.#photos.sheets.flatMap(({ id, live, sheet }, at) =>
        live.isOtherPad ? [] : [{ at, ...this.#shownSheet(id, live, sheet, report.names(at)) }],
      ),
      question: this.#shownQuestion(),
      skipped: this.#photos.queue.skippedCount,
      canUndo: this.#photos.queue.canUndo,
      isCorrected: this.#lives.some((one) => one.isCorrected),
      rejects: this.#rejects.map(({ file, problems }) => ({
        file,
        problems: problems.map((one) => pageProblem(one, this.#language)),
        isGameMissing: problems.some(({ code }) => code === "variant-not-here" || code === "variant-changed"),
        isCodeMissing: problems.some(({ code }) => code === "unreadable-code"),
      })),
      evenings: report.evenings(),
    };
  }

  /** The rejects of photos, and the sheets of pads that a person said are other ones. */
  get #rejects(): Reject[] {
    const others = this.#lives.flatMap(({ photo: { pad, files } }) => {
      const problem = otherPadProblem(pad, files[0]);
      return problem === null ? [] : [{ file: files[0], problems: [problem] }];
    });
    return [...this.#photos.rejects, ...others];
  }

  #shownSheet(id: string, live: LiveSheet, { picture }: NamelessSheet, names: string) {
    const { photo } = live;
    const { title, notes, disagreements, warnings } = photoWords(photo, this.#language);
    const shown = picture && { jpeg: picture.jpeg, widthPx: picture.widthPx, heightPx: picture.heightPx };
    return {
      ...{ id, title, names, picture: shown, marks: live.marks(), html: live.html() },
      verdict: photo.judgement.verdict,
      notes: [...notes, ...disagreements, ...warnings.map((one) => pageProblem(one, this.#language).message)],
      areas: live.areas,
      nameCells: live.nameCells,
    };
  }

  #shownQuestion(): ShownQuestion | null {
    const { queue, sheets } = this.#photos;
    const { current } = queue;
    if (current === null) return null;
    const { photo } = getElement(sheets, current.sheet).live;
    const offered = queue.offers(current);
    const isShared = isSheetShared(photo.game);
    const names = isShared ? photo.names : [];
    const sentence = () => {
      if (current.kind === "pad") return tellPadQuestion(photo, this.#language);
      if (current.kind === "box") return tellQuestion(current.at, { ...photo, names }, this.#language);
      return this.#language.translate(offered.area === null ? "studio.ask.who-blank" : "studio.ask.who");
    };
    const place = photo.number > 0 || sheets.length > 1 ? [placeOfSheet(photo, this.#language)] : [];
    const title = [this.#language.text(photo.game.name), ...place].join(", ");
    return { ...current, ...offered, ...queue.progress, title, sentence: sentence() };
  }

  /** HTML to correct a box. */
  editor(sheet: number, box: number): string {
    return this.#live(sheet).editor(box, false);
  }

  /** Answers the current question. @returns what is wrong with the answer, or the new state */
  reply(typed: string): Changed {
    return this.#describeChange(this.#photos.queue.answer(typed));
  }

  /** Leaves the current question open, asks skipped ones again, or undoes the last answer or correction. */
  step(way: "skip" | "askAgain" | "undo"): CheckedPhotos {
    this.#photos.queue[way]();
    return this.describePhotos();
  }

  /** Corrects a box. @returns what is wrong with the entry, or the new state */
  answer(sheet: number, box: number, typed: string): Changed {
    return this.#describeChange(this.#photos.queue.change(sheet, () => this.#live(sheet).answer(box, typed)));
  }

  takeBack(sheet: number, box: number): CheckedPhotos {
    this.#photos.queue.change(sheet, () => {
      this.#live(sheet).takeBack(box);
      return null;
    });
    return this.describePhotos();
  }

  /** Names a player. @returns what is wrong with the name, or the new state */
  name(sheet: number, player: number, typed: string): Changed {
    return this.#describeChange(
      this.#photos.queue.change(sheet, () => this.#live(sheet).name(player, typed)),
    );
  }

  #describeChange(fault: string | null): Changed {
    return fault === null ? { fault, shown: this.describePhotos() } : { fault };
  }

  /** Saves all sheets to the current evening, or to the one that they were saved to before. Nothing is undone that was changed there since. */
  async keep(): Promise<void> {
    const kept = new Map((await this.kept.sheets.all()).map((one) => [one.key, one]));
    const listFiles = await gameFiles(this.kept);
    for (const one of this.#photos.sheets) {
      const { id, live, saved } = one;
      const key = `${this.#photos.begun} ${id}`;
      const before = kept.get(key);
      if (live.isOtherPad || (before !== undefined && saved === live.state)) continue;
      for (const { player, name } of before?.named ?? [])
        if (live.photo.names[player - 1] === saved?.read.names[player - 1]) live.name(player, name);
      one.saved = live.state;
      const { sheet: _, report: __, ...checked } = live.checked;
      const { game } = live.photo;
      const evening = before?.evening ?? eveningDay(new Date());
      const texts = { yaml: live.yaml(), rules: rulesDigest(game), game: findWholeText(listFiles, game) };
      await this.kept.sheets.keep({ key, evening, checked, ...texts, named: live.knownNames() });
    }
  }

  /** Removes all photos with their corrections, and keeps them for `exchange`. */
  clear(): void {
    this.#aside = this.#photos;
    this.#photos = noPhotos();
  }

  /** Swaps the current photos and the removed ones. @returns also whether there were any current ones */
  exchange(): { readonly shown: CheckedPhotos; readonly hasOthers: boolean } {
    [this.#photos, this.#aside] = [this.#aside, this.#photos];
    for (const { live } of this.#photos.sheets) live.speak(this.#language);
    const hasOthers = this.#aside.views.length + this.#aside.rejects.length > 0;
    return { shown: this.describePhotos(), hasOthers };
  }

  /** A file to download: the sheet as YAML or as a marked picture, or the evening as CSV. */
  async save(kind: "yaml" | "png" | "csv", sheet: number) {
    const { live } = getElement(this.#photos.sheets, sheet);
    const stem = fileStem(live.saveAs);
    switch (kind) {
      case "yaml":
        return { name: live.saveAs, type: "application/yaml", content: live.yaml() };
      case "png": {
        const { picture } = getElement(this.#photos.sheets, sheet).sheet;
        if (picture === null) return null;
        const content = await annotateSheet(live.photo, picture, this.#language, "png", await typeFamily());
        return { name: `${stem}.png`, type: "image/png", content };
      }
      case "csv": {
        const { checked } = new LiveReport(this.#lives, this.#language);
        const content = eveningCsv(groupEvenings(checked), this.#rejects, this.#language);
        return { name: `${stem}.csv`, type: "text/csv", content };
      }
      default:
        return kind satisfies never;
    }
  }

  #live(sheet: number): LiveSheet {
    return getElement(this.#photos.sheets, sheet).live;
  }
}

function photoFailed(file: string): Problem {
  const hint = msg`studio.photo-failed-hint: photograph the sheet again; if that does not help, tell us`;
  const message = msg`check.cant-read-fault: ${file} can’t be read: this is a fault in augenblock itself, sorry`;
  return problem("photo-failed", message, { hint });
}

function fileStem(file: string): string {
  return file.replace(/(?<=.)\.[^.]*$/, "");
}
