import {
  contentPolicy,
  escapeHtml,
  fillPlaceholders,
  htmlPage,
  placeholder,
  sourceHash,
} from "../../i18n/html.ts";
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
    return placeholder(pictures.push(address) - 1);
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
  const contentOf = (at: string) => pictures[Number(at)];
  // The sheets hold the places of pictures themselves.
  const body = fillPlaceholders(fillPlaceholders(around.value, contentOf), contentOf);
  return success(await wholePage(body, language, parts));
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
  const scriptSource = `script-src ${await sourceHash(script)}`;
  return htmlPage({
    language: language.code,
    title: language.translate("photo.page.title"),
    policy: await contentPolicy(style, "img-src data:", "font-src data:", scriptSource),
    style,
    body: `<main>
${body}
</main>
<script type="application/json" id="words">${words}</script>
<script>${script}</script>`,
  });
}
