import { PT_PER_MM } from "../../src/print/geometry.ts";
import PdfKit from "pdfkit";
import { FAMILY } from "./pads.ts";

type Kit = InstanceType<typeof PdfKit>;

/** A page that is drawn on in mm from its top left corner; operators of its own count in points from there. */
export interface Easel {
  readonly kit: Kit;
  line(at: { x: number; y: number; long: number; pt: number }): void;
  write(text: string, at: { x: number; y: number; font?: string }): void;
  /** Puts operators of PDF into the page as they are. */
  raw(operators: string): void;
  /** Sets an entry of the page's dictionary. */
  set(key: string, value: unknown): void;
  next(): void;
}

/** A PDF of A6 pages as some other program might write it: fonts are embedded, and nothing is wrong but what `draw` does. */
export function madeUp(draw: (on: Easel) => void, options: object = {}): Promise<Uint8Array> {
  const size: [number, number] = [105 * PT_PER_MM, 148 * PT_PER_MM];
  const kit = new PdfKit({ autoFirstPage: true, size, margin: 0, font: "", compress: false, ...options });
  const chunks: Uint8Array[] = [];
  kit.on("data", (chunk: Uint8Array) => chunks.push(chunk));
  const done = new Promise<Uint8Array>((resolve) => {
    kit.on("end", () => resolve(new Uint8Array(Buffer.concat(chunks))));
  });
  kit.registerFont("ours", FAMILY.regular.bytes);
  let pages = 1;
  draw({
    kit,
    line: ({ x, y, long, pt }) => {
      kit.lineWidth(pt).moveTo(x * PT_PER_MM, y * PT_PER_MM);
      kit.lineTo((x + long) * PT_PER_MM, y * PT_PER_MM).stroke();
    },
    write: (text, { x, y, font = "ours" }) => {
      kit.addContent("0 g");
      // Its types do not know this base line.
      const style = { lineBreak: false, baseline: "alphabetic" } as object;
      kit
        .font(font)
        .fontSize(10)
        .text(text, x * PT_PER_MM, y * PT_PER_MM, style);
    },
    raw: (operators) => kit.addContent(operators),
    set: (key, value) => {
      Object.assign(kit.page.dictionary.data as object, { [key]: value });
      // A file whose first page is cut is made for a press.
      const root = (kit as unknown as { _root: { data: Record<string, unknown> } })._root.data;
      if (key === "TrimBox" && pages === 1)
        root.OutputIntents = [{ S: "GTS_PDFX", OutputConditionIdentifier: new String("FOGRA52") }];
    },
    next: () => {
      pages++;
      kit.addPage({ size, margin: 0 });
    },
  });
  kit.end();
  return done;
}

/** A box of a page in points, from mm that count from its left and its bottom edge. */
export function boxOf(...mm: readonly [left: number, bottom: number, right: number, top: number]): number[] {
  return mm.map((one) => one * PT_PER_MM);
}
