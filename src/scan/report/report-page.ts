import type { Language } from "../../i18n/language.ts";
import { renderTemplate, type TemplateSource } from "../../i18n/template.ts";
import { type Problem, type Result, success } from "../../rules/problem/problem.ts";
import type { Evening } from "./evening.ts";
import type { Reject } from "./evening-csv.ts";
import { eveningView, type PageSheet, scriptJson, sheetId, sheetView, titleOf } from "./page-view.ts";

/** What the page is made from. */
export interface PageParts {
  /** The page around the sheets. */
  readonly page: TemplateSource;
  /** One sheet. */
  readonly sheet: TemplateSource;
  /** Style sheet and script as they stand on the page. */
  readonly style: string;
  readonly script: string;
}

export interface ReportPage {
  readonly sheets: readonly PageSheet[];
  readonly evenings: readonly Evening[];
  readonly rejects: readonly Reject[];
}

/** Stand around the number of a picture until it is put in; escaped texts can't hold them. */
const PICTURE = { open: "\ue010", close: "\ue011" } as const;

/**
 * All checked sheets on one page that needs nothing else: pictures, style and script are inside, and nothing is fetched. On it a person
 * sees each doubtful box enlarged, types what stands on the paper and saves the corrected sheet as YAML.
 *
 * @returns the file's text, or every problem of the templates
 */
export async function reportPage(
  report: ReportPage,
  language: Language,
  parts: PageParts,
): Promise<Result<string>> {
  const pictures: string[] = [];
  const place = (address: string) => {
    pictures.push(address);
    return `${PICTURE.open}${pictures.length - 1}${PICTURE.close}`;
  };
  const options = { language, escape: escapeHtml };
  const sheets: string[] = [];
  for (const [at, sheet] of report.sheets.entries()) {
    const written = renderTemplate(parts.sheet, [], sheetView(sheet, at, language, place), options);
    if (!written.ok) return written;
    sheets.push(written.value);
  }
  const mark = place(sheets.join("\n"));
  const around = renderTemplate(parts.page, [], pageView(report, language, mark), options);
  if (!around.ok) return around;
  const body = fill(fill(around.value, pictures), pictures);
  return success(await wholePage(body, language, parts));
}

/** Puts the pictures, and in the same way the sheets, into their places. */
function fill(html: string, pictures: readonly string[]): string {
  const places = new RegExp(`${PICTURE.open}(\\d+)${PICTURE.close}`, "g");
  return html.replace(places, (_, at: string) => pictures[Number(at)] ?? "");
}

function pageView({ sheets, evenings, rejects }: ReportPage, language: Language, body: string): object {
  const links = sheets.map((sheet, at) => ({
    id: sheetId(at),
    title: titleOf(sheet, language),
    verdict: sheet.checked.verdict,
    verdictWords: language.translate(`photo.verdict.${sheet.checked.verdict}`),
  }));
  return {
    sheets: sheets.length,
    links: links.length > 1 ? links : [],
    // Who played alone on the only sheet has nobody to be ranked with.
    evenings: evenings
      .filter(({ sheets: n, ranking }) => n > 1 || ranking.length > 1)
      .map((one) => eveningView(one, language)),
    rejects: rejects.map(({ file, problems }) => ({ file, problems: problems.map(problemView) })),
    body,
  };
}

function problemView({ message, hint }: Problem) {
  return { message, hint: hint ?? "" };
}

/** The policy lets in nothing but this very style and script, and pictures that stand on the page. */
async function wholePage(body: string, language: Language, { style, script }: PageParts): Promise<string> {
  const words = scriptJson({
    empty: language.translate("photo.empty"),
    fault: language.translate("photo.page.fault"),
    none: language.translate("photo.page.unchanged"),
  });
  const policy = [
    "default-src 'none'",
    "img-src data:",
    "font-src data:",
    `style-src ${await digest(style)}`,
    `script-src ${await digest(script)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!doctype html>
<html lang="${escapeHtml(language.code)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(language.translate("photo.page.title"))}</title>
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
<script type="application/json" id="words">${words}</script>
<script>${script}</script>
</body>
</html>
`;
}

/** The hash by which a browser knows a style or script again. */
async function digest(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(hash)))}'`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text that is shown literally, in an element as in an attribute; private-use characters stand for pictures here and are taken out. */
function escapeHtml(text: string): string {
  return text.replace(/[\ue000-\uf8ff]/g, "").replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
