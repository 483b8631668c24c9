import { languageCodes } from "../../src/files/package.ts";
import type { Size } from "../../src/print/geometry.ts";
import {
  printRun,
  type PrintRun,
  PROFILES,
  type PrintSettings,
} from "../../src/print/imposition/imposition.ts";
import { layOutPad } from "../../src/print/layout/layout.ts";
import type { PadLayout } from "../../src/print/layout/pad-layout.ts";
import { withoutGlueEdge, parsePaper } from "../../src/print/layout/paper.ts";
import { placeSerial } from "../../src/print/layout/frame.ts";
import { drawPad } from "../../src/print/pad/draw-pad.ts";
import type { Numbers } from "../../src/print/pad/draw-sheet.ts";
import { rulesOnOnePage } from "../../src/print/rulebook/rules-pdf.ts";
import { shippedGame } from "./games.ts";
import { language } from "./languages.ts";
import { FAMILY, good, shippedText } from "./pads.ts";
import { shippedTemplates } from "./templates.ts";

export type Profile = keyof typeof PROFILES;

/** A pad as it goes to the printer. */
export interface Printed {
  readonly pdf: Uint8Array;
  readonly layout: PadLayout;
  readonly run: PrintRun;
  readonly numbers: Numbers;
}

/** Prints two numbered sheets of a shipped game, with its rules on their backs where these are to be printed. @param more what is set otherwise than in the profile */
export async function printed(
  id: string,
  code: "de" | "en",
  paperName: string,
  profile: Profile,
  more: Partial<PrintSettings> = {},
): Promise<Printed> {
  const settings: PrintSettings = { ...PROFILES[profile], ...more };
  const game = shippedGame(id);
  const paper = good(parsePaper(paperName));
  const size = { paper: withoutGlueEdge(paper, settings), players: 1 };
  const layout = good(layOutPad(game, shippedText(game, code), size, FAMILY));
  const run = good(printRun(paper, settings));
  const text = (number: number) => `No. ${number}`;
  const place = placeSerial(layout, text(11), FAMILY);
  const numbers = { from: 10, to: 11, serial: place === null ? null : { place, text } };
  const back = run.backs === null ? null : good(await rulesFor(id, code, run.backs.sheet));
  const { isArchived, isForPress } = settings;
  const press = isForPress
    ? { pressDate: new Date("2026-11-22T12:00:00Z"), glue: `${settings.glueEdge} ${settings.glueMm}` }
    : {};
  const print = {
    title: id,
    language: code,
    family: FAMILY,
    sheets: 2,
    numbers,
    run,
    back,
    isArchived,
    ...press,
  };
  return { pdf: await drawPad(layout, print), layout, run, numbers };
}

function rulesFor(id: string, code: "de" | "en", room: Size) {
  return rulesOnOnePage(shippedGame(id), speakAll(code), room, FAMILY);
}

/** A language with its templates for rules, and the other shipped ones. */
export function speakAll(own: string): Parameters<typeof rulesOnOnePage>[1] {
  const speak = (code: string) => ({ language: language(code), templates: shippedTemplates(code, "rules") });
  const others = languageCodes().filter((code) => code !== own);
  return [speak(own), () => others.map(speak)];
}
