import { preflight } from "../../src/print/preflight/preflight.ts";
import type { Asked } from "../../src/print/preflight/requirements.ts";
import { latin1Bytes } from "../../src/rules/bytes.ts";

/** A file with these objects, numbered from 1, the catalogue first. It has no table of them: readers look for them themselves. */
export function pdfFrom(...objects: readonly string[]): Uint8Array {
  return pdfWith("", ...objects);
}

/** The same, with entries of the trailer apart from the catalogue. */
export function pdfWith(trailer: string, ...objects: readonly string[]): Uint8Array {
  const written = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`);
  return latin1Bytes(`%PDF-1.7\n${written.join("")}trailer <</Root 1 0 R${trailer}>>\n%%EOF\n`);
}

/** A stream with these entries and its length. */
export function streamOf(content: string, entries = ""): string {
  return `<</Length ${content.length}${entries}>>stream\n${content}\nendstream`;
}

/** What a page is made of; entries of dictionaries are written as PDF writes them. */
export interface PageSource {
  /** Operators, in points from the bottom left corner. */
  readonly draw?: string;
  readonly resources?: string;
  /** Fonts in addition to `/F`, whose only letter is `a`, as wide as it is large. */
  readonly fonts?: string;
  /** Entries of the page. */
  readonly page?: string;
  readonly catalogue?: string;
  /** Further objects, numbered from 7. */
  readonly objects?: readonly string[];
}

const SQUARE = "1000 0 0 0 1000 1000 d1 0 0 1000 1000 re f";
const SQUARES =
  "<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 97/LastChar 97/Widths[1000]" +
  "/Encoding<</Differences[97/a]>>/CharProcs<</a 6 0 R>>>>";

/** A file that says what printing it was made for. */
export const PRESS_INTENT = "/OutputIntents[<</S/GTS_PDFX/OutputConditionIdentifier(FOGRA52)>>]";

/** A file with one page of 360 × 720 pt, which are 127 × 254 mm. Ten points are 3.53 mm. One that is cut is made for a press, unless its catalogue says more. */
export function onePage({
  draw = "",
  resources = "",
  fonts = "",
  page = "",
  ...more
}: PageSource): Uint8Array {
  const catalogue = more.catalogue ?? (page.includes("/TrimBox") ? PRESS_INTENT : "");
  return pdfFrom(
    `<</Type/Catalog/Pages 2 0 R${catalogue}>>`,
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 360 720]/Contents 4 0 R/Resources<</Font<</F 5 0 R${fonts}>>${resources}>>${page}>>`,
    streamOf(draw),
    SQUARES,
    streamOf(SQUARE),
    ...(more.objects ?? []),
  );
}

const rounded = (mm: number) => Number(mm.toFixed(2)) + 0;

/** What preflight finds in a file, a line each: `thin-line on 1 at 12.7,25.4 10×0: 1 line has …`, in mm. */
export async function findingsIn(pdf: Uint8Array, asked: Asked = {}): Promise<string[]> {
  const result = await preflight(pdf, asked);
  if (typeof result === "string") return [result];
  return result.findings.map(({ code, pages, area, message }) => {
    const [at, size] = area
      ? [
          [area.xMm, area.yMm],
          [area.widthMm, area.heightMm],
        ]
      : [];
    const where = at && size ? ` at ${at.map(rounded)} ${size.map(rounded).join("×")}` : "";
    return `${code}${pages.length === 0 ? "" : ` on ${pages}`}${where}: ${message}`;
  });
}
