import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Scan, ViewedSheet } from "../../src/scan/view/view-sheets.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { keep } from "./print.ts";

/** The straightened sheets of a photo, with the picture of each box. */
export type Views = Scan<ViewedSheet>;

/** A box in the head of the file; its pixels are behind the head, those of all inked boxes one after the other. */
interface KeptBox {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly visible: number;
  readonly isBlank: boolean;
  readonly isFaint: boolean;
  readonly isAstride?: boolean;
}

type KeptSheet =
  | (Pick<ViewedSheet, "code" | "warnings"> & { readonly boxes: readonly KeptBox[] })
  | { readonly problems: readonly { readonly code: string }[] };

interface Head {
  readonly fingerprint: string;
  readonly sheets: readonly KeptSheet[];
}

/** Everything between the bytes of a photo and the pictures of its boxes. */
export const VIEWS_MADE_BY = [
  ...["image", "marks", "code", "warp", "view", "sheet/known-sheets.ts"].map((name) => `src/scan/${name}`),
  ...["src/rules", "src/print", "src/platform", "variants", "templates"],
];

let program: string | null = null;

/** Changes with the photo, and whenever its boxes might be cut out otherwise. */
function fingerprint(photo: Uint8Array): string {
  program ??= fingerprintOf(VIEWS_MADE_BY);
  return createHash("sha256").update(program).update(photo).digest("hex").slice(0, 16);
}

/** Keeps what was seen on a photo in a file next to it; docs/benchmark-methods.md describes the format. */
export function keepViews(file: string, { sheets }: Views, photo: Uint8Array): void {
  const inked = sheets.flatMap((one) => (one.ok ? one.value.boxes.filter(({ isBlank }) => !isBlank) : []));
  const head: Head = {
    fingerprint: fingerprint(photo),
    sheets: sheets.map((one): KeptSheet => {
      if (!one.ok) return { problems: one.problems };
      const { code, warnings, boxes } = one.value;
      return {
        code,
        warnings,
        boxes: boxes.map(({ picture, area: _, ...box }) => ({ ...sizeOf(picture), ...box })),
      };
    }),
  };
  const text = new TextEncoder().encode(`${JSON.stringify(head)}\n`);
  keep(file, gzipSync(Buffer.concat([text, ...inked.map(({ picture }) => picture.pixels)]), { level: 4 }));
}

function sizeOf({ widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number }) {
  return { widthPx, heightPx };
}

/** What was kept of a photo; null if there is nothing. @param photo its bytes; null takes views of any age */
export function keptViews(file: string, photo: Uint8Array | null): Views | null {
  if (!existsSync(file)) return null;
  const bytes = gunzipSync(readFileSync(file));
  const end = bytes.indexOf("\n");
  const head = JSON.parse(bytes.toString("utf8", 0, end)) as Head;
  if (photo !== null && head.fingerprint !== fingerprint(photo)) return null;
  let from = end + 1;
  const pixelsOf = ({ widthPx, heightPx, isBlank }: KeptBox) => {
    const length = isBlank ? 0 : widthPx * heightPx;
    from += length;
    return new Uint8Array(bytes.subarray(from - length, from));
  };
  const sheets = head.sheets.map((one): Views["sheets"][number] => {
    if ("problems" in one) return { ok: false, problems: one.problems } as Views["sheets"][number];
    const boxes = one.boxes.map((box) => {
      const { widthPx, heightPx, ...looks } = box;
      const area = { xPx: 0, yPx: 0, widthPx, heightPx };
      return { picture: { widthPx, heightPx, pixels: pixelsOf(box) }, ...looks, area };
    });
    const { code, warnings } = one;
    // Where a sheet lies on its photo changes nothing that is measured.
    return { ok: true, value: { code, warnings, boxes, middle: { x: 0, y: 0 }, picture: null } };
  });
  return { file, sheets };
}
