import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasName, plainName } from "../../../check/name.ts";
import { typeFamily } from "../../../files/package/fonts.ts";
import type { SeasonAddress } from "../../../files/season/season-address.ts";
import { reason } from "../../../files/read/read-file.ts";
import type { Language } from "../../../i18n/language.ts";
import { msg } from "../../../rules/problem/message.ts";
import { problem } from "../../../rules/problem/problem.ts";
import { isPadAsked } from "../../../scan/pads/pad.ts";
import type { PixelArea } from "../../../scan/image/picture.ts";
import type { Written } from "../../../scan/inference/sheet-reading.ts";
import {
  listAnswers,
  padAnswers,
  tellPadQuestion,
  tellQuestion,
  tellTitle,
  typedContent,
} from "../../../scan/report/photo-words.ts";
import { type AreaPictures, annotateSheet, areaPictures } from "../../../scan/report/sheet-pictures.ts";
import {
  answerPad,
  correctBox,
  namePlayer,
  nextQuestion,
  openQuestions,
  type PhotoSheet,
} from "../../../scan/sheet/photo-sheet.ts";
import {
  listNamedPlayers,
  listPlayersToName,
  type NameCell,
  type NamedPlayer,
  suggestName,
} from "../../../scan/view/name-cells.ts";
import type { SheetPicture } from "../../../scan/view/view-sheets.ts";
import { temporaryFolder } from "../../console/drafts.ts";
import { EXIT } from "../../console/failure.ts";
import { problemText } from "../../console/language.ts";
import { ERROR_PAINT, printError, printProblems } from "../../console/output.ts";
import { type Prompter, Stopped, terminalPrompter } from "../../console/prompts.ts";
import { pictureProtocol, QUESTION_TERMINAL, terminalPicture } from "../../console/terminal-pictures.ts";
import type { WayToShow } from "../../flags.ts";

/**
 * Asks about everything that was not read with certainty, then for names.
 *
 * @param way how boxes are shown; null to ask for names only
 * @param season whose players are offered as names
 * @returns null if the person stopped
 */
export async function confirmAll(
  photos: readonly PhotoSheet[],
  way: WayToShow | null,
  season: SeasonAddress | null,
  language: Language,
) {
  const isSettled =
    way === null || photos.every((photo) => openQuestions(photo).length === 0 && !isPadAsked(photo.pad));
  const needsNames = hasNamelessPlayers(photos, season !== null);
  if (isSettled && !needsNames) return photos;
  const show = await areaShower(way ?? "auto", language, needsNames);
  const prompter = terminalPrompter(language);
  const confirmed: PhotoSheet[] = [];
  try {
    for (const photo of photos)
      confirmed.push(way === null ? photo : await confirmSheet(photo, prompter, language, boxShower(show)));
    const known = season !== null && needsNames ? await seasonNames(season) : null;
    return await confirmNames(confirmed, prompter, language, show, known);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    printError(language.translate("photo.confirm.stopped"));
    process.exitCode = EXIT.stopped;
    return null;
  }
}

/** The players of a season; none if it isn't there yet. */
async function seasonNames(season: SeasonAddress): Promise<NamedPlayer[]> {
  const { withSeason } = await import("../../../files/season/season-store.ts");
  const { listPlayers } = await import("../../../season/store/players.ts");
  const players = await withSeason(season, { isNew: false }, ({ db }) => listPlayers(db));
  return players.ok ? players.value.map(({ name }) => ({ player: 0, name, isGiven: true, ink: null })) : [];
}

/** Asks whether a sheet is of the pad that it seems to be of, where that is all that is not sure. */
async function askPad(photo: PhotoSheet, prompter: Prompter, language: Language): Promise<PhotoSheet> {
  if (!isPadAsked(photo.pad)) return photo;
  const answers = padAnswers(language).map(({ words, typed }) => ({ words, value: typed === "this" }));
  const question = `${photo.files[0]}: ${tellPadQuestion(photo, language)}`;
  return answerPad(photo, await prompter.choose(question, answers));
}

/** Asks about one box after the other, until nothing is open. An answer may settle other boxes, or open a question. @param show shows each box before the question about it */
export async function confirmSheet(
  photo: PhotoSheet,
  prompter: Prompter,
  language: Language,
  show: ShowBox = async () => {},
) {
  const known = await askPad(photo, prompter, language);
  const { length: n } = openQuestions(known);
  if (n > 0) {
    prompter.tell(language.translate("photo.confirm.sheet", { title: tellTitle(known, language), n }));
    // With these faults in view, a person may prefer to take another photo.
    for (const warning of known.warnings) prompter.tell(problemText([warning], ERROR_PAINT));
  }
  const asked = new Set<number>();
  let confirmed = known;
  for (;;) {
    const at = nextQuestion(confirmed, asked);
    if (at === null) return confirmed;
    asked.add(at);
    await show(confirmed, at);
    const written = await ask(confirmed, at, prompter, language);
    if (written !== null) confirmed = correctBox(confirmed, at, written);
  }
}

/** @returns null if the question was skipped */
async function ask(photo: PhotoSheet, at: number, prompter: Prompter, language: Language) {
  const answer = await prompter.choose<Written | "other" | null>(tellQuestion(at, photo, language), [
    ...listAnswers(at, photo, language),
    { words: language.translate("photo.confirm.other"), value: "other" },
    { words: language.translate("photo.confirm.skip"), value: null },
  ]);
  if (answer !== "other") return answer;
  const fault = (typed: string) =>
    typedContent(typed, at, photo) === null ? language.translate("photo.confirm.not-a-value") : null;
  return typedContent(await prompter.type(language.translate("photo.confirm.number"), fault), at, photo);
}

/** Whether to ask for names: an evening with several sheets, and a season, are added up by name. */
export function hasNamelessPlayers(photos: readonly PhotoSheet[], isForSeason = false): boolean {
  const isAddedUp = photos.length > 1 || isForSeason;
  return isAddedUp && photos.some((photo) => listPlayersToName(photo, nameCells(photo), true).length > 0);
}

function nameCells({ picture }: PhotoSheet): readonly NameCell[] {
  return picture?.names ?? [];
}

/**
 * Asks for the unknown names of an evening, showing the handwriting of each. A name given before is suggested where the handwriting looks
 * alike, but never assigned without an answer. A single sheet needs no names, but for a season.
 *
 * @param earlier players of earlier evenings of the season; null without one
 */
export async function confirmNames(
  photos: readonly PhotoSheet[],
  prompter: Prompter,
  language: Language,
  show: ShowArea,
  earlier: readonly NamedPlayer[] | null = null,
): Promise<readonly PhotoSheet[]> {
  if (!hasNamelessPlayers(photos, earlier !== null)) return photos;
  prompter.tell(language.translate("photo.confirm.names"));
  const known = [
    ...photos.flatMap((one) => listNamedPlayers(one, nameCells(one)).filter(({ isGiven }) => isGiven)),
    ...(earlier ?? []),
  ];
  const confirmed: PhotoSheet[] = [];
  for (const photo of photos) {
    let named = photo;
    for (const player of listPlayersToName(photo, nameCells(photo), true)) {
      const name = await askName(named, player, known, prompter, language, show);
      if (name === null) continue;
      named = namePlayer(named, player.player, name);
      known.push({ ...player, name, isGiven: true });
    }
    confirmed.push(named);
  }
  return confirmed;
}

/** Shows how a player's name is written, asks who it is, and offers the known names. @returns null if the question was skipped */
export async function askName(
  photo: PhotoSheet,
  player: NamedPlayer,
  known: readonly NamedPlayer[],
  prompter: Prompter,
  language: Language,
  show: ShowArea,
): Promise<string | null> {
  const { name } = player;
  const cell = nameCells(photo).find((one) => one.player === player.player);
  if (cell !== undefined) await show(photo, cell.area);
  const question = language.translate("photo.confirm.who", { name, title: tellTitle(photo, language) });
  const offered = namesToOffer(photo, player, known);
  if (offered.length > 0) {
    const chosen = await prompter.choose<string | null>(question, [
      ...offered.map((one) => ({ words: one, value: one })),
      { words: language.translate("photo.confirm.other"), value: "" },
      { words: language.translate("photo.confirm.skip"), value: null },
    ]);
    if (chosen !== "") return chosen;
  }
  const isTaken = (typed: string) => hasName(photo.names, plainName(typed));
  const fault = (typed: string) =>
    isTaken(typed) ? language.translate("photo.page.name-taken", { name: plainName(typed) }) : null;
  const typed = await prompter.type(`${question} ${language.translate("photo.confirm.no-name")}`, fault);
  return plainName(typed) || null;
}

/** The names of the evening that are free on this sheet, the one with similar handwriting first. */
function namesToOffer(photo: PhotoSheet, player: NamedPlayer, known: readonly NamedPlayer[]): string[] {
  const free = known.filter(({ name }) => !hasName(photo.names, name));
  const suggested = suggestName(player, free);
  return [...new Set([...(suggested === null ? [] : [suggested]), ...free.map(({ name }) => name)])];
}

/** Shows a box or a name on the picture of a sheet before a question about it. */
export type ShowArea = (photo: PhotoSheet, area: PixelArea) => Promise<void>;

/** Shows a box of a sheet, by its index in the reading. */
export type ShowBox = (photo: PhotoSheet, at: number) => Promise<void>;

/** Shows boxes by their index with a function that shows areas. */
export function boxShower(show: ShowArea): ShowBox {
  return async (photo, at) => {
    const area = photo.picture?.areas[at];
    if (area !== undefined) await show(photo, area);
  };
}

/** Shows boxes and names in the given way. @param asksNames whether pictures of sheets mark unknown names as well */
export async function areaShower(way: WayToShow, language: Language, asksNames: boolean): Promise<ShowArea> {
  if (way === "none") return async () => {};
  const found = way === "auto" ? ((await pictureProtocol(QUESTION_TERMINAL)) ?? "file") : way;
  if (found === "file" || found === "window") return sheetShower(found, language, asksNames);
  return pictureShower(areaPictures, async (pictures: AreaPictures, area) => {
    const cut = await pictures(area);
    if (cut !== null) QUESTION_TERMINAL.output.write(await terminalPicture(cut, found));
  });
}

/** Writes a picture of each sheet with its questions, once, and prints its path. */
function sheetShower(way: "file" | "window", language: Language, asksNames: boolean): ShowArea {
  let folder: string | null = null;
  let sheets = 0;
  return pictureShower(
    async (picture, photo) => {
      const isAsked = ({ player }: NameCell) =>
        asksNames && photo.unnamed.includes(photo.names[player - 1] ?? "");
      const names = picture.names.filter(isAsked).map(({ area }) => area);
      const marked = await annotateSheet(photo, picture, language, "png", await typeFamily(), names);
      folder ??= temporaryFolder();
      const file = join(folder, `sheet-${++sheets}.png`);
      writeFileSync(file, marked);
      printError(language.translate("photo.confirm.picture", { file }));
      if (way === "window") openFile(file);
    },
    async () => {},
  );
}

/** Prepares the picture of a sheet at its first question, then shows each area with it. A failure is reported once, since questions can be answered without pictures. */
function pictureShower<T>(
  make: (picture: SheetPicture, photo: PhotoSheet) => Promise<T>,
  show: (made: T, area: PixelArea) => Promise<void>,
): ShowArea {
  let last: { readonly picture: SheetPicture; readonly made: Promise<T> } | null = null;
  let hasFailed = false;
  return async (photo, area) => {
    const { picture } = photo;
    if (picture === null || hasFailed) return;
    try {
      if (last?.picture !== picture) last = { picture, made: make(picture, photo) };
      await show(await last.made, area);
    } catch (error) {
      if (process.env.AUGENBLOCK_DEBUG) throw error;
      hasFailed = true;
      const options = {
        severity: "warning",
        hint: msg`cli.boxes-not-shown-hint: answer without them, or choose another way with \`--show\``,
      } as const;
      const message = msg`cli.boxes-not-shown: the boxes can’t be shown: ${reason(error)}`;
      printProblems([problem("not-shown", message, options)]);
    }
  };
}

/** The command that opens a file in the default viewer of each system. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: "open", win32: "explorer" };

/** Opens a file in a window. A failure is ignored: the path has been printed. */
function openFile(file: string): void {
  const child = spawn(OPENERS[process.platform] ?? "xdg-open", [file], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}
