import { baseName, type CheckedSheet, type Reject } from "../../check/evening.ts";
import { escapeHtml, fillPlaceholders, htmlPage, placeholder } from "../../i18n/html.ts";
import { translateProblem, type Language } from "../../i18n/language.ts";
import { renderTemplate, type TemplateSource } from "../../i18n/template.ts";
import { success, formatPlace } from "../../rules/problem/problem.ts";
import { contentPolicy, sourceHash } from "../../print/page-policy.ts";
import { base64 } from "../../rules/bytes.ts";
import type { PhotoSheet } from "../sheet/photo-sheet.ts";
import { LiveSheet, tellableEvenings } from "./live-report.ts";
import { livePhoto, packReport } from "./packed-report.ts";
import { eveningHtml, sheetHtml, sheetWords } from "../../check/sheet-table.ts";
import { photoWords } from "./photo-words.ts";

/** What the page is made from: the templates of the page and of one sheet on it. */
interface PageParts {
  readonly page: TemplateSource;
  readonly sheet: TemplateSource;
  /** The text of the style sheet and of the script. */
  readonly style: string;
  readonly script: string;
}

/** The content of the page. */
export interface ReportPage {
  readonly sheets: readonly PageSheet[];
  readonly rejects: readonly Reject[];
}

/** A sheet on the page. */
export interface PageSheet {
  readonly checked: CheckedSheet;
  /** Null for a typed sheet. */
  readonly photo: PhotoSheet | null;
  /** The name under which the corrected sheet is saved. */
  readonly saveAs: string;
}

/**
 * All checked sheets on one page that needs nothing else: pictures, style, script and the rules of their games are inside, and nothing is
 * fetched. On it a person corrects any box of a photographed sheet, sees at once what that changes, and saves the sheet as YAML.
 *
 * @returns the file's text, or every problem of the templates
 */
export function reportPage(report: ReportPage, language: Language, parts: PageParts) {
  const pictures: string[] = [];
  // Addresses of pictures are too long for a template: they are filled in at the end.
  const place = (address: string) => placeholder(pictures.push(address) - 1);
  const options = { language, escape: escapeHtml };
  const views = report.sheets.map((sheet, at) => sheetView(sheet, at, language, place));
  const sheets: string[] = [];
  for (const view of views) {
    const written = renderTemplate(parts.sheet, [], view, options);
    if (!written.ok) return written;
    sheets.push(written.value);
  }
  const evenings = tellableEvenings(report.sheets.map(({ checked }) => checked));
  const page = {
    sheets: sheets.length,
    links: sheets.length > 1 ? views : [],
    evenings: place(evenings.map((one) => eveningHtml(one, language).html).join("\n")),
    rejects: report.rejects.map(({ problems, ...reject }) => ({
      ...reject,
      problems: problems.map((one) => ({
        ...translateProblem(one, language),
        at: one.place && formatPlace(one.place),
      })),
    })),
    body: place(sheets.join("\n")),
  };
  const around = renderTemplate(parts.page, [], page, options);
  if (!around.ok) return around;
  const getPicture = (at: string) => pictures[Number(at)];
  // The sheets hold the places of pictures themselves.
  const body = fillPlaceholders(fillPlaceholders(around.value, getPicture), getPicture);
  return success(wholePage(body, report, language, parts));
}

/** The words that the page says after a correction. */
const LIVE_WORDS = ["cli", "finding", "line", "photo", "sheet", "table", "unit"];

/** The policy allows nothing but this very style and script, and pictures on the page itself. */
function wholePage(body: string, { sheets }: ReportPage, language: Language, { style, script }: PageParts) {
  const packed = packReport(
    sheets.map(({ photo, checked, saveAs }) => (photo ? livePhoto(photo, saveAs) : { photo, checked })),
  );
  const scriptSource = `script-src ${sourceHash(script)}`;
  return htmlPage({
    language: language.code,
    title: language.translate("photo.page.title"),
    policy: contentPolicy(style, "img-src data:", "font-src data:", scriptSource),
    style,
    body: `<main>
${body}
</main>
<script type="application/json" id="language">${scriptJson(JSON.stringify(language.pack(LIVE_WORDS)))}</script>
<script type="application/json" id="report">${scriptJson(packed)}</script>
<script>${script}</script>`,
  });
}

function sheetView(sheet: PageSheet, at: number, language: Language, place: (content: string) => string) {
  const { checked, photo, saveAs } = sheet;
  const words = photo === null ? sheetWords(checked, language) : photoWords(photo, language);
  const { verdict, findings, table, pad, questions } =
    photo === null
      ? { ...sheetHtml(words, checked.verdict, photo, language), pad: "", questions: "" }
      : new LiveSheet(livePhoto(photo, saveAs), language).html();
  const { notes, disagreements, warnings } = words;
  const files = photo?.files ?? [checked.file];
  // The folder is of no use to readers of the page.
  const title = files.reduce((text, file) => text.replaceAll(file, baseName(file)), words.title);
  const picture = photo?.picture ?? null;
  // The question which pad it is goes away once it is answered, and says as much.
  const lasting = warnings.filter(({ code }) => pad === "" || code !== "uncertain-pad");
  return {
    title,
    id: `sheet-${at + 1}`,
    at,
    verdict: checked.verdict,
    verdictWords: language.translate(`photo.verdict.${checked.verdict}`),
    notes: [...notes, ...disagreements, ...lasting.map((one) => translateProblem(one, language).message)],
    picture: picture && place(`data:image/jpeg;base64,${base64(picture.jpeg)}`),
    width: picture?.widthPx,
    height: picture?.heightPx,
    outcome: place(verdict),
    pad: place(pad),
    told: place(`${findings}\n${table}`),
    questions: place(questions),
    isPhoto: photo !== null,
    command: `augenblock check ${saveAs}`,
  };
}

/** JSON for a script element: nothing in it can end the element or be taken for a placeholder. */
function scriptJson(json: string): string {
  const escapeCharacter = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return json.replace(/[<\ue000-\uf8ff]/g, escapeCharacter);
}
