import { typeFamily } from "../../../files/fonts.ts";
import { reason } from "../../../files/read-file.ts";
import type { Language } from "../../../i18n/language.ts";
import { msg } from "../../../rules/problem/message.ts";
import { problem } from "../../../rules/problem/problem.ts";
import type { PixelArea } from "../../../scan/image/picture.ts";
import { annotated, type AreaPictures, areaPictures } from "../../../scan/report/sheet-pictures.ts";
import type { SheetPicture } from "../../../scan/view/view-sheets.ts";
import type { PhotoSheet } from "../../../scan/sheet/photo-sheet.ts";
import { temporaryFolder } from "../../console/drafts.ts";
import { printError, printProblems } from "../../console/output.ts";
import { pictureProtocol, QUESTION_TERMINAL, terminalPicture } from "../../console/terminal-pictures.ts";
import type { WayToShow } from "./job.ts";
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Shows a box or a name on the picture of a sheet before a question about it. */
export type ShowArea = (photo: PhotoSheet, area: PixelArea) => Promise<void>;

/** Shows a box of a sheet, by its index in the reading. */
export type ShowBox = (photo: PhotoSheet, at: number) => Promise<void>;

/** The same for boxes. */
export function ofBoxes(show: ShowArea): ShowBox {
  return async (photo, at) => {
    const area = photo.picture?.areas[at];
    if (area !== undefined) await show(photo, area);
  };
}

/** What shows boxes and names in a way. */
export async function areaShower(way: WayToShow, language: Language): Promise<ShowArea> {
  if (way === "none") return async () => {};
  const found = way === "auto" ? ((await pictureProtocol(QUESTION_TERMINAL)) ?? "file") : way;
  if (found === "file" || found === "window") return onSheet(found, language);
  return onSheetPictures(areaPictures, async (pictures: AreaPictures, area) => {
    const cut = await pictures(area);
    if (cut !== null) QUESTION_TERMINAL.output.write(await terminalPicture(cut, found));
  });
}

/** Writes a picture of each sheet with its questions, once, and tells where it is. */
function onSheet(way: "file" | "window", language: Language): ShowArea {
  let folder: string | null = null;
  let sheets = 0;
  return onSheetPictures(
    async (picture, photo) => {
      const marked = await annotated(photo, picture, language, "png", await typeFamily());
      folder ??= temporaryFolder();
      const file = join(folder, `sheet-${++sheets}.png`);
      writeFileSync(file, marked);
      printError(language.translate("photo.confirm.picture", { file }));
      if (way === "window") openFile(file);
    },
    async () => {},
  );
}

/** Makes something of the picture of a sheet when it is first asked about, and shows each area with it. What fails is told once: the questions can be answered without. */
function onSheetPictures<T>(
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
        hint: msg("cli.answer-without-see")`answer without, or see \`--show\``,
      } as const;
      const message = msg("cli.boxes-cant-shown")`the boxes can’t be shown: ${reason(error)}`;
      printProblems([problem("not-shown", message, options)]);
    }
  };
}

/** What opens a file with the program that a system shows pictures in. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: "open", win32: "explorer" };

/** Opens a file in a window. Where nothing can, its name has been told. */
function openFile(file: string): void {
  const child = spawn(OPENERS[process.platform] ?? "xdg-open", [file], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}
