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
