import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { webFonts } from "../../../files/package/fonts.ts";
import { loadLanguage, loadLanguages } from "../../../files/package/languages.ts";
import { pageStyle, shippedTemplate } from "../../../files/package/templates.ts";
import { type PadChoices, preparePad } from "../../../files/print/pads.ts";
import { rulesFile } from "../../../files/print/rules.ts";
import { wordsProblem } from "../../../i18n/game-words.ts";
import { escapeHtml, htmlPage } from "../../../i18n/html.ts";
import type { Language } from "../../../i18n/language.ts";
import { renderTemplate } from "../../../i18n/template.ts";
import { sheetSvg } from "../../../print/pad/draw-sheet.ts";
import { contentPolicy, sourceHash } from "../../../print/page-policy.ts";
import { fontFaces } from "../../../print/rulebook/page-style.ts";
import { dieShapes } from "../../../print/shapes/figures.ts";
import { shapeSvg } from "../../../print/svg/drawing.ts";
import type { Game } from "../../../rules/game/game.ts";
import { type Problem, type Result, attempt, need, excerpt } from "../../../rules/problem/problem.ts";
import { translatedProblems } from "../../console/language.ts";
import { LIMITS, createLimitedServer, listen, openBrowser } from "../../console/server.ts";
import { print } from "../../console/output.ts";
import type { PrintAudience, PrintedGame, WatchFlags } from "./printer.ts";

/** One language of what is shown: its problems, if it can't be. */
interface ShownLanguage {
  readonly code: string;
  readonly name: string;
  readonly problems: readonly ShownProblem[];
}

type ShownProblem = ReturnType<typeof shownProblem>;

/** The event that the page gets on every save; `watch.js` reads it. */
interface News {
  /** Which print is to be seen, counted from 1; 0 before the first. */
  readonly print: number;
  readonly name: string;
  readonly change: string;
  readonly problems: readonly ShownProblem[];
  /** That of the print first. */
  readonly editions: readonly ShownLanguage[];
}

/** Opens the page of `watch --serve`. Ends the command if its port is not available. */
export async function openWatchPage(flags: WatchFlags) {
  const home = {
    path: "/",
    type: "text/html",
    text: pageText(need(loadLanguage(flags.lang, flags.templates))),
  };
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
    /** Prints the address of the page, and opens it in a browser if the output is a terminal. */
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
  const [, ...others] = need(loadLanguages(language.code, choices.templates));
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

/** The icon of the browser tab. */
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

export interface ServedFile {
  /** With `/` before it. */
  readonly path: string;
  /** Its media type; texts are in UTF-8. */
  readonly type: string;
  readonly text: string;
}

/** Other computers can't reach it. */
const HOST = "127.0.0.1";

/** Where the page hears of prints, as server-sent events. */
const NEWS = "/news";

/**
 * Serves a page to browsers on this computer, and sends it news. Ends the command if the port is not available.
 *
 * @param lasting what is served all the time. @param port 0 for any that is free
 */
export async function servePage(lasting: readonly ServedFile[], port: number) {
  let files: readonly ServedFile[] = [];
  let news = "";
  const listeners = new Set<ServerResponse>();
  const tellNews = (response: ServerResponse) => {
    listeners.add(response.on("close", () => listeners.delete(response)));
    response.writeHead(200, { ...HEADERS, "content-type": "text/event-stream" });
    response.write(news);
  };
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const status = findErrorStatus(request, port);
    if (status !== null) response.writeHead(status, HEADERS).end();
    else if (request.url === NEWS) tellNews(response);
    else
      sendFile(
        response,
        [...lasting, ...files].find(({ path }) => path === request.url),
      );
  };
  // A page that waits for news is idle for hours.
  const server = createLimitedServer(answer, { ...LIMITS, idleMs: 0 });
  port = await listen(server, port, HOST);
  return {
    address: `http://${HOST}:${port}/`,
    /** Tells all pages, and those that are opened later. @param data JSON @param now the files from now on; those before if left out */
    show(data: string, now: readonly ServedFile[] = files): void {
      files = now;
      news = `data: ${data}\n\n`;
      for (const listener of listeners) listener.write(news);
    },
    async close(): Promise<void> {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

const HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" } as const;

/** The status of a request that gets nothing; null if it gets something. */
function findErrorStatus({ method, headers }: IncomingMessage, port: number): number | null {
  if (!isOwnName(headers.host ?? "", port)) return 403;
  return method === "GET" ? null : 405;
}

/** Browsers leave it out. */
const HTTP_PORT = 80;

/**
 * Whether a `Host` header names this computer. A page of a stranger may give its own name this address, and would then be asked for under
 * that name.
 */
export function isOwnName(host: string, port: number): boolean {
  const names = [HOST, "localhost"].flatMap((name) => [
    `${name}:${port}`,
    ...(port === HTTP_PORT ? [name] : []),
  ]);
  return names.includes(host.toLowerCase());
}

function sendFile(response: ServerResponse, file: ServedFile | undefined): void {
  if (file === undefined) response.writeHead(404, HEADERS).end();
  else response.writeHead(200, { ...HEADERS, "content-type": `${file.type}; charset=utf-8` }).end(file.text);
}

/** What is printed of a game, to be looked at on a screen. */
export interface Preview {
  /** A sheet of the pad, as an SVG file. */
  readonly pad: string;
  /** The rule sheet, as an HTML page that needs nothing else. */
  readonly rules: string;
}

/** Pad and rule sheet of a game for a screen; or why they can't be printed, as for `padPdf` and `rulesFile`. */
export function buildPadPreview(
  game: Game,
  language: Language,
  choices: PadChoices,
): Promise<Result<Preview>> {
  return attempt(async () => {
    const { layout, family } = await preparePad(game, language, choices);
    const { templates, branding, look } = choices;
    const rules = need(await rulesFile(game, language, { format: "html", templates, branding, look }));
    return { pad: sheetSvg(layout, family, look), rules: String(rules) };
  });
}
