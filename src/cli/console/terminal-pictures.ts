import { on } from "node:events";
import { platform } from "../../platform/node.ts";
import type { RawImage } from "../../platform/platform.ts";

/** Protocols for pictures in a terminal, the best first. */
export type PictureProtocol = "kitty" | "iterm" | "sixel";

/** A terminal that can be queried. */
export interface Terminal {
  readonly input: Pick<NodeJS.ReadStream, "on" | "off" | "pause" | "setRawMode" | "isRaw">;
  readonly output: { write(text: string): unknown };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The terminal in which questions are asked and answered. */
export const QUESTION_TERMINAL: Terminal = { input: process.stdin, output: process.stderr, env: process.env };

/** The time for a terminal to answer; even over a slow connection it takes a fraction of this. */
const PATIENCE_MS = 1000;

/**
 * The protocol that a terminal supports; null if it supports none or doesn't answer. Most terminals are queried, because environment
 * variables are wrong inside another terminal or over SSH. @param patience ends the wait for an answer
 */
export async function pictureProtocol(
  terminal: Terminal,
  patience: AbortSignal = AbortSignal.timeout(PATIENCE_MS),
): Promise<PictureProtocol | null> {
  const { env } = terminal;
  if (isUnaskable(env)) return null;
  if (isInIterm(env)) return "iterm";
  const answer = await readTerminalReply(terminal, patience);
  if (answer.includes(KITTY_YES)) return "kitty";
  // The first number is the family of the terminal, the others are what it can do.
  const [, ...abilities] = (ATTRIBUTES.exec(answer)?.[1] ?? "").split(";");
  return abilities.includes(SIXEL_ABILITY) ? "sixel" : null;
}

/** Whether a terminal would print our questions, or none is known to be there. */
function isUnaskable({ TERM, TERM_PROGRAM, WT_SESSION }: Terminal["env"]): boolean {
  if (TERM === undefined) return WT_SESSION === undefined;
  return ["", "dumb", "linux"].includes(TERM) || TERM_PROGRAM === "Apple_Terminal";
}

/** iTerm2, which takes pictures as they are, and says so in the environment; not inside tmux or screen. */
function isInIterm({ TERM = "", TERM_PROGRAM, LC_TERMINAL, TMUX }: Terminal["env"]): boolean {
  if (TMUX !== undefined || /^(tmux|screen)/.test(TERM)) return false;
  return TERM_PROGRAM === "iTerm.app" || LC_TERMINAL === "iTerm2";
}

const ESCAPE = "\u001b";
const END = `${ESCAPE}\\`;

/** Asks with a picture of one pixel, which is not shown. */
const KITTY_QUESTION = `${ESCAPE}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA${END}`;
const KITTY_YES = `${ESCAPE}_Gi=31;OK${END}`;
/** The question for attributes, which every terminal answers: its answer ends the wait. */
const ATTRIBUTES_QUESTION = `${ESCAPE}[c`;
const ATTRIBUTES = new RegExp(`${ESCAPE}\\[\\?([\\d;]*)c`);
const SIXEL_ABILITY = "4";

/** The terminal's answers to both queries, as far as they arrived in time. */
async function readTerminalReply({ input, output }: Terminal, patience: AbortSignal): Promise<string> {
  const wasRaw = input.isRaw;
  let heard = "";
  input.setRawMode(true);
  try {
    const answers = on(input as NodeJS.ReadStream, "data", { signal: patience });
    output.write(KITTY_QUESTION + ATTRIBUTES_QUESTION);
    for await (const [bytes] of answers) {
      heard += String(bytes);
      if (ATTRIBUTES.test(heard)) break;
    }
  } catch {
    // It has not answered.
  } finally {
    input.setRawMode(wasRaw);
    input.pause();
  }
  return heard;
}

/** The height of a picture in lines of text, where that can be said. */
const LINES = 8;
/** Terminals of kitty's kind take pictures in pieces of this length. */
const PIECE_LENGTH = 4096;
const SIXEL_COLOURS = 64;

/** A picture with three channels as what a terminal shows it by, followed by a line break. */
export async function terminalPicture(image: RawImage, protocol: PictureProtocol): Promise<string> {
  switch (protocol) {
    case "kitty":
      return `${kittyPicture(await encodePngBuffer(image))}\n`;
    case "iterm": {
      const png = await encodePngBuffer(image);
      const said = `inline=1;size=${png.length};height=${LINES};preserveAspectRatio=1`;
      return `${ESCAPE}]1337;File=${said}:${png.toString("base64")}\u0007\n`;
    }
    case "sixel":
      return `${await sixelPicture(image)}\n`;
    default:
      return protocol satisfies never;
  }
}

async function encodePngBuffer(image: RawImage): Promise<Buffer> {
  return Buffer.from(await platform.images.encodePng(image, 9));
}

/** A PNG to be shown at once, and not answered. */
function kittyPicture(png: Buffer): string {
  const pieces = png.toString("base64").match(new RegExp(`.{1,${PIECE_LENGTH}}`, "g")) ?? [];
  return pieces
    .map((piece, at) => {
      const first = at === 0 ? `a=T,f=100,q=2,r=${LINES},` : "";
      return `${ESCAPE}_G${first}m=${Number(at < pieces.length - 1)};${piece}${END}`;
    })
    .join("");
}

async function sixelPicture({ pixels, width, height }: RawImage): Promise<string> {
  const { image2sixel } = await import("sixel");
  const opaque = new Uint8Array(4 * width * height).fill(255);
  for (let at = 0; at < width * height; at++) opaque.set(pixels.subarray(3 * at, 3 * at + 3), 4 * at);
  return image2sixel(opaque, width, height, SIXEL_COLOURS);
}
