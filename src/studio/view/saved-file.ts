export function download(name: string, type: string, content: string | Uint8Array): void {
  const url = fileAddress(type, content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}

/** Hands a text and its link to other apps; copies them where the browser can't. A person may cancel that. */
export async function shareText(title: string, url: string, text: string): Promise<void> {
  try {
    if (navigator.share === undefined) await navigator.clipboard.writeText(`${text}\n\n${url}`);
    else await navigator.share({ title, text, url });
  } catch {
    // Cancelled, or there is no clipboard.
  }
}

/** A temporary address of a file. */
export function fileAddress(type: string, content: string | Uint8Array): string {
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

/** A picture of a heading and lines of text, as a messenger shows it. @returns PNG */
export async function drawLines(heading: string, lines: readonly string[]): Promise<Uint8Array> {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = 2 * MARGIN + (lines.length + 1) * LINE;
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("no canvas");
  const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name);
  pen.fillStyle = colour("--paper");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = colour("--ink");
  pen.textBaseline = "top";
  for (const [at, line] of [heading, ...lines].entries()) {
    pen.font = `${at === 0 ? 700 : 400} 40px Rules, sans-serif`;
    pen.fillText(line, MARGIN, MARGIN + at * LINE, WIDTH - 2 * MARGIN);
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob === null) throw new Error("no picture");
  return new Uint8Array(await blob.arrayBuffer());
}
