import { base64 } from "../rules/bytes.ts";
import { openQuestions, type PhotoSheet } from "../scan/sheet/photo-sheet.ts";
import { packReport, unpackReport } from "../scan/report/packed-report.ts";
import type { OpenState } from "./sheet-to-keep.ts";

/** What is kept of a photographed sheet so that its questions can be answered later, and by somebody else. @param unnamed how many of its players nobody has named */
export function openState(photo: PhotoSheet, unnamed: number): OpenState {
  const { picture } = photo;
  const areas = picture?.areas ?? [];
  const nameCells = picture?.names ?? [];
  const packed = packReport([{ photo, areas, nameCells, saveAs: "" }]);
  const questions = openQuestions(photo).length + unnamed;
  if (picture === null) return { packed, questions, picture: null };
  const { widthPx, heightPx, pxPerMm } = picture;
  return { packed, questions, picture: { jpeg: base64(picture.jpeg), widthPx, heightPx, pxPerMm } };
}

/** A picture as the store has it. */
interface KeptPicture {
  readonly jpeg: Uint8Array;
  readonly width_px: number;
  readonly height_px: number;
  readonly px_per_mm: number;
}

/** The sheet again, as it was when its state was taken. @param game and sheet as JSON, as `packReport` gives them */
export function photoFromState(game: string, sheet: string, kept: KeptPicture | null): PhotoSheet {
  const [one] = unpackReport(`{"games":[${game}],"sheets":[${sheet}]}`);
  if (one === undefined || one.photo === null) throw new TypeError("the state of a sheet holds no photo");
  const { photo, areas, nameCells } = one;
  if (kept === null) return photo;
  const { jpeg, width_px: widthPx, height_px: heightPx, px_per_mm: pxPerMm } = kept;
  return { ...photo, picture: { jpeg, widthPx, heightPx, pxPerMm, areas, names: nameCells } };
}
