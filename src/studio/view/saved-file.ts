import type { MadeFile } from "../engine/page-language.ts";
import type { Words } from "./words.ts";

/** Saves a file, if there is one. */
export function download(file: MadeFile | null): void {
  if (file === null) return;
  const link = document.createElement("a");
  link.href = fileAddress(file);
  link.download = file.name;
  link.click();
}

/** Hands a link on, or copies it, with a text. @param hash its part after `#` @returns also what to say, in the words of a page */
export async function shareLink(hash: string, title: string, text = "") {
  const url = new URL(`#${hash}`, location.href).href;
  const canShare = navigator.share !== undefined;
  const send = async () =>
    canShare
      ? navigator.share({ title, text, url })
      : navigator.clipboard.writeText(`${text}\n\n${url}`.trim());
  // A person may cancel that, and pages without https have no clipboard.
  const isDone = await send()
    .then(() => true)
    .catch(() => false);
  const message = (say: Words["say"], page: string) => {
    const done = say(isDone ? `${page}.${canShare ? "shared" : "copied"}` : "sharing.failed");
    return isOnlyHere() ? `${done} ${say("sharing.only-here")}` : done;
  };
  return { url, message };
}

/** Whether links to this studio open on this computer only. */
export function isOnlyHere(): boolean {
  return !location.protocol.startsWith("http") || /^(localhost|127\.|\[::1\])/.test(location.hostname);
}

/** A temporary address of a file. */
export function fileAddress({ type, content }: MadeFile): string {
  const part = typeof content === "string" ? content : new Uint8Array(content);
  const url = URL.createObjectURL(new Blob([part], { type }));
  setTimeout(() => URL.revokeObjectURL(url), LASTS_MS);
  return url;
}

/** Browsers begin to save a moment after the click. */
const LASTS_MS = 60_000;

/** Whether this browser may print a PDF from within a page: phones show none there. */
export function canPrint(): boolean {
  return navigator.pdfViewerEnabled && !matchMedia("(pointer: coarse)").matches;
}

/**
 * Opens the browser's print dialog for a PDF, in a hidden frame.
 *
 * @param address of the PDF
 * @returns whether it was opened; Firefox lets no page print what its viewer shows
 */
export function printPdf(address: string): Promise<boolean> {
  document.querySelector("iframe.printed")?.remove();
  const frame = document.createElement("iframe");
  frame.className = "printed";
  frame.setAttribute("aria-hidden", "true");
  frame.tabIndex = -1;
  return new Promise((resolve) => {
    frame.addEventListener("load", () => {
      try {
        frame.contentWindow?.focus();
        frame.contentWindow?.print();
        resolve(true);
      } catch {
        frame.remove();
        resolve(false);
      }
    });
    frame.src = address;
    // The frame stays until the next print, because the dialog prints its content.
    document.body.append(frame);
  });
}

const WIDTH = 1080;
const MARGIN = 64;
const LINE = 64;
const FONT = "40px Rules, sans-serif";

/** The lines of a text in which each fits, unless it is one word. */
function wrapLine(text: string, fits: (line: string) => boolean): string[] {
  const rows = [""];
  for (const word of text.split(" ")) {
    const longer = `${rows.at(-1)} ${word}`.trimStart();
    if (fits(longer)) rows.splice(-1, 1, longer);
    else rows.push(word);
  }
  return rows;
}

/** A picture of a heading and lines of text, as a messenger shows it. @returns PNG */
export async function drawLines(heading: string, lines: readonly string[]): Promise<Uint8Array> {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("no canvas");
  pen.font = `400 ${FONT}`;
  const fits = (line: string) => pen.measureText(line).width <= WIDTH - 2 * MARGIN;
  const rows = [heading, ...lines.flatMap((line) => wrapLine(line, fits))];
  canvas.height = 2 * MARGIN + rows.length * LINE;
  const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name);
  pen.fillStyle = colour("--paper");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = colour("--ink");
  pen.textBaseline = "top";
  for (const [at, line] of rows.entries()) {
    pen.font = `${at === 0 ? 700 : 400} ${FONT}`;
    pen.fillText(line, MARGIN, MARGIN + at * LINE, WIDTH - 2 * MARGIN);
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob === null) throw new Error("no picture");
  return new Uint8Array(await blob.arrayBuffer());
}
