import { base64 } from "../../rules/bytes.ts";

/** Font files to put into a page, so that it looks the same everywhere. */
export interface WebFonts {
  readonly regularWoff2: Uint8Array;
  readonly boldWoff2: Uint8Array;
  /** A handwriting for what players write, as far as it is needed; one of the reader's system if it is left out. */
  readonly handTtf?: Uint8Array;
}

/** `@font-face` rules with the font files inside. */
export function fontFaces({ regularWoff2, boldWoff2, handTtf }: WebFonts): string {
  const face = (family: string, weight: number, format: "woff2" | "truetype", bytes: Uint8Array) => {
    const type = format === "woff2" ? "woff2" : "ttf";
    return `@font-face {
  font-family: "${family}";
  font-weight: ${weight};
  src: url("data:font/${type};base64,${base64(bytes)}") format("${format}");
}
`;
  };
  const rules = face("Rules", 400, "woff2", regularWoff2) + face("Rules", 700, "woff2", boldWoff2);
  return handTtf === undefined ? rules : rules + face("Hand", 400, "truetype", handTtf);
}

/** A box in two lines: its name and points above, its dice and rule below, in the same four places in every row. */
const TWO_LINES = `  .boxes td { border: 0; padding: 0; width: auto !important; }
  .boxes td + td { padding-left: 0; }
  .boxes td:nth-child(1) { grid-area: 1 / 1 / 2 / 3; }
  .boxes td:nth-child(4) { grid-area: 1 / 2; }
  .boxes td:nth-child(2) { grid-area: 2 / 1; }
  .boxes td:nth-child(3) { grid-area: 2 / 2; }`;

/** The look of the page. On a narrow screen and in the two columns of a print, a box takes two lines. */
export const PAGE_STYLE = `:root {
  --paper: #fff; --ink: #1a1a1a; --quiet: #5f5f5f; --line: #b8b8b8;
}
@media (prefers-color-scheme: dark) {
  :root { --paper: #191919; --ink: #e8e8e8; --quiet: #a8a8a8; --line: #4d4d4d; }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 400 1.0625rem/1.45 "Rules", "Source Sans 3", "Source Sans Pro", system-ui, sans-serif;
  font-variant-numeric: lining-nums tabular-nums;
  hyphens: auto; text-wrap: pretty;
}
main { max-width: 43rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1, h2, h3 { color: var(--accent, inherit); line-height: 1.2; margin: 0; text-wrap: balance; hyphens: manual; break-after: avoid; }
h1 { font-size: 2.4rem; letter-spacing: -0.01em; }
.brand { display: flex; align-items: center; gap: 1rem; margin-bottom: 1.75rem; }
.brand img { height: 3.25rem; max-width: 40%; object-fit: contain; border-radius: 4px; }
.brand p { margin: 0; line-height: 1.25; }
.brand strong { margin-right: 0.4em; font-size: 1.2rem; color: var(--accent, inherit); }
.brand span, .brand-foot { color: var(--quiet); }
.brand span { display: inline-block; }
.brand-foot { margin-top: 2.5rem; padding-top: 0.6rem; border-top: 1px solid var(--line); }
@media screen and (prefers-color-scheme: dark) { .brand img { padding: 0.3rem; background: #fff; } }
h1 + p { color: var(--quiet); margin: 0.2rem 0 1.5rem; }
h2 { font-size: 1.3rem; margin-top: 2rem; padding-bottom: 0.2rem; }
h3 { font-size: 1.0625rem; margin-top: 1.2rem; }
p, ul { margin: 0.35rem 0 0.7rem; orphans: 2; widows: 2; }
ul { padding-left: 1.1em; }
li { margin: 0.1rem 0; }
strong, th { font-weight: 700; }
table { width: 100%; border-collapse: collapse; margin: 0.5rem 0 0.9rem; }
tr { break-inside: avoid; }
th { font-size: 0.82em; font-weight: 400; color: var(--quiet); text-align: left; padding: 0 0 0.25rem; }
td { padding: 0.45rem 0; border-top: 1px solid var(--line); vertical-align: top; }
td + td, th + th { padding-left: 0.9rem; }
.right { text-align: right; }
.center { text-align: center; }
.symbols { position: absolute; }
.boxes td:nth-child(1) { width: 8.5rem; hyphens: auto; }
.boxes td:nth-child(2) { white-space: nowrap; width: 1%; }
.boxes td:nth-child(4) { white-space: nowrap; width: 1%; text-align: right; }
.figures { width: auto; break-inside: avoid; }
.figures td, .figures th { padding: 0.15rem 0 0.15rem 1.6rem; }
.figures .left { padding-left: 0; }
.wide { overflow-x: auto; }
.hand { font: 400 1.25em/1 "Hand", "Bradley Hand", "Segoe Print", "Comic Sans MS", cursive; }
.dice { white-space: nowrap; }
.die { width: 1.25em; height: 1.25em; vertical-align: -0.28em; margin-right: 0.16em; }
@media screen and (prefers-color-scheme: dark) { .die { filter: invert(1); } }
.run { white-space: nowrap; }
@media (max-width: 40rem) {
  .figures td, .figures th { padding-left: 0.8rem; }
  .figures .left { padding-left: 0; }
  .boxes thead { display: none; }
  .boxes tbody { display: block; }
  .boxes tr { display: grid; grid-template-columns: auto 1fr; column-gap: 0.9rem; border-top: 1px solid var(--line); padding: 0.45rem 0; }
${TWO_LINES}
}
@page { size: A4; margin: 12mm 13mm; }
@media print {
  :root { --paper: #fff; --ink: #000; --quiet: #444; --line: #999; }
  body { font-size: 8.8pt; line-height: 1.36; }
  main { max-width: none; padding: 0; columns: 2; column-gap: 8mm; }
  .brand, h1, h1 + p { column-span: all; }
  .brand { gap: 4mm; margin-bottom: 4mm; }
  .brand img { height: 11mm; }
  .brand strong { font-size: 12pt; }
  .brand-foot { margin-top: 4mm; padding-top: 1mm; }
  h1 { font-size: 21pt; }
  h1 + p { margin: 0.5mm 0 3mm; padding-bottom: 1.5mm; border-bottom: 0.8pt solid var(--accent, #000); }
  h2 { font-size: 11pt; margin-top: 3.2mm; padding: 0; }
  h1 + p + h2 { margin-top: 0; }
  h3 { font-size: 8.8pt; margin-top: 2mm; }
  p, ul { margin: 0.6mm 0 1.4mm; }
  ul { padding-left: 1.4em; }
  table { margin: 0.8mm 0 1.6mm; }
  .boxes thead { display: none; }
  .boxes, .boxes tbody { display: block; }
  .boxes tr { display: grid; grid-template-columns: 27mm 1fr; column-gap: 2.5mm; border-top: 0.3pt solid var(--line); padding: 0.8mm 0; break-inside: avoid; }
${TWO_LINES}
  .boxes.short { break-inside: avoid; }
  .boxes.short tr { grid-template-columns: 15mm 25mm 1fr auto; }
  .boxes.short td { grid-area: auto !important; }
  p:has(+ table, + ul) { break-after: avoid; }
  .figures td, .figures th { padding: 0.2mm 0 0.2mm 6mm; border-top-width: 0.3pt; }
}
`;
