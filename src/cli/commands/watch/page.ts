import { webFonts } from "../../../files/package/fonts.ts";
import { loadLanguage, loadLanguages } from "../../../files/package/languages.ts";
import { type Preview, buildPadPreview } from "../../../files/print/preview.ts";
import { pageStyle, shippedTemplate } from "../../../files/package/templates.ts";
import { wordsProblem } from "../../../i18n/game-words.ts";
import { escapeHtml, htmlPage } from "../../../i18n/html.ts";
import type { Language } from "../../../i18n/language.ts";
import { renderTemplate } from "../../../i18n/template.ts";
import { contentPolicy, sourceHash } from "../../../print/page-policy.ts";
import { dieShapes } from "../../../print/shapes/figures.ts";
import { shapeSvg } from "../../../print/svg/drawing.ts";
import { fontFaces } from "../../../print/rulebook/page-style.ts";
import { need, type Problem } from "../../../rules/problem/problem.ts";
import { excerpt } from "../../../rules/problem/show.ts";
import { openBrowser } from "../../console/browser.ts";
import { translatedProblems } from "../../console/language.ts";
import { print } from "../../console/output.ts";
import type { WatchFlags } from "./watch-flags.ts";
import type { PrintedGame, PrintAudience } from "./printer.ts";
import { type ServedFile, servePage } from "./server.ts";

/** One language of what is shown: its problems, if it can't be. */
interface ShownLanguage {
  readonly code: string;
  readonly name: string;
  readonly problems: readonly ShownProblem[];
}

type ShownProblem = ReturnType<typeof shownProblem>;

/** What the page is told on every save; `watch.js` reads it. */
interface News {
  /** Which print is to be seen, counted from 1; 0 before the first. */
  readonly print: number;
  readonly name: string;
  readonly change: string;
  readonly problems: readonly ShownProblem[];
  /** That of the print first. */
  readonly editions: readonly ShownLanguage[];
}

/** Opens the page of `watch --serve`. Ends the command if its port can't be had. */
export async function openWatchPage(flags: WatchFlags) {
  const home = { path: "/", type: "text/html", text: pageText(need(loadLanguage(flags.lang))) };
  const server = await servePage([home, icon()], flags.port ?? 0);
  let news: News = { print: 0, name: "", change: "", problems: [], editions: [] };
  const audience: PrintAudience = {
    async showPrint(made, change) {
      const shown = await renderEditions(made);
      const count = news.print + 1;
      const files = shown.flatMap(({ code, preview }) =>
        preview === null ? [] : listPreviewFiles(count, code, preview),
      );
      const editions = shown.map(({ preview: _, ...edition }) => edition);
      const name = made.language.text(made.game.name);
      news = { print: count, name, change, problems: [], editions };
      server.show(JSON.stringify(news), files);
    },
    showFailure(problems) {
      news = { ...news, change: "", problems: translatedProblems(problems).map(shownProblem) };
      server.show(JSON.stringify(news));
    },
  };
  return {
    ...audience,
    close: server.close,
    /** Tells where the page is, and opens it in a browser if somebody sits at the terminal. */
    async present(): Promise<void> {
      print(server.address);
      if (flags.open && process.stdout.isTTY === true) await openBrowser(server.address);
    },
  };
}

/** The page itself, which is the same for all games. */
function pageText(language: Language): string {
  const [style, script] = [fontFaces(webFonts()) + pageStyle("watch.css"), shippedTemplate("watch.js").text];
  const body = need(renderTemplate(shippedTemplate("watch.hbs"), [], {}, { language, escape: escapeHtml }));
  const words = { pad: language.translate("watch.page.pad"), rules: language.translate("watch.page.rules") };
  const json = JSON.stringify(words).replaceAll("<", "\\u003c");
  const own = ["img-src 'self'", "frame-src 'self'", "connect-src 'self'", "font-src data:"];
  return htmlPage({
    language: language.code,
    title: "augenblock",
    policy: contentPolicy(style, ...own, `script-src ${sourceHash(script)}`),
    style,
    body: `${body}<script type="application/json" id="words">${json}</script>\n<script>${script}</script>`,
  });
}

/** Pad and rules in every language that has words for the game, that of the print first. */
async function renderEditions({ game, language, choices }: PrintedGame) {
  const [, ...others] = need(loadLanguages(language.code));
  const spoken = [language, ...others.filter((other) => wordsProblem(game, other) === null)];
  const editions: (ShownLanguage & { readonly preview: Preview | null })[] = [];
  for (const one of spoken) {
    const preview = await buildPadPreview(game, one, choices);
    const problems = preview.ok ? [] : translatedProblems(preview.problems).map(shownProblem);
    editions.push({
      code: one.code,
      name: one.ownName,
      problems,
      preview: preview.ok ? preview.value : null,
    });
  }
  return editions;
}

/** What a browser shows beside the title. */
function icon(): ServedFile {
  const shapes = dieShapes(5).map((shape) => shapeSvg(shape, () => ""));
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">${shapes.join("")}</svg>`;
  return { path: "/favicon.ico", type: "image/svg+xml", text };
}

function listPreviewFiles(count: number, code: string, { pad, rules }: Preview): ServedFile[] {
  return [
    { path: `/${count}/${code}/pad.svg`, type: "image/svg+xml", text: pad },
    { path: `/${count}/${code}/rules.html`, type: "text/html", text: rules },
  ];
}

/** A problem with the line of the file that it is about. */
function shownProblem({ message, hint, place }: Problem) {
  if (place === null) return { place, message, hint, line: null, caret: null };
  return { place: `${place.file}:${place.line}:${place.col}`, message, hint, ...excerpt(place) };
}
