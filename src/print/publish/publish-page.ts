import type { Game } from "../../rules/game/game.ts";
import type { PadLayout } from "../layout/pad-layout.ts";
import { type Result, success } from "../../rules/problem/problem.ts";
import type { SetPages } from "../rulebook/pdf/pages.ts";
import { GlyphSheet } from "../svg/glyph-sheet.ts";
import type { TypeFamily } from "../fonts/typeface.ts";
import type { Language } from "../../i18n/language.ts";
import { renderTemplate, type TemplateSource } from "../../i18n/template.ts";
import { contentPolicy, escapeHtml } from "./html.ts";
import { dearestDice, type Edition, editionView } from "./page-view.ts";
import { dicePicture, padPicture, rulesPicture } from "./pictures.ts";
import type { PublishedFile } from "./publication.ts";

/** What the page is made from, whatever the game. */
export interface PageParts {
  /** One language of the page. */
  readonly template: TemplateSource;
  /** The style as it stands on the page, fonts included. */
  readonly style: string;
  readonly family: TypeFamily;
  /** Of the program, for the last line. */
  readonly version: string;
}

/** A language of the page, with what its pictures show. */
export interface ShownEdition extends Edition {
  readonly layout: PadLayout;
  readonly rules: SetPages;
}

/** Stand around the name of a picture until it is put in; escaped texts can't hold them. */
const PICTURE = { open: "\ue010", close: "\ue011" } as const;

/**
 * The page of a published game: what there is to print and to read, with pictures of the sheet and the rules that are drawn from
 * the same layout as the PDFs, by the same hands. It needs nothing but itself and has every language; which one is seen follows
 * from the link alone, so it works without scripts.
 *
 * @param editions the languages, the one that is seen first at the front
 * @param variant the file with all rules
 * @returns the file's text, or every problem of the template
 */
export async function publishPage(
  game: Game,
  editions: readonly ShownEdition[],
  variant: PublishedFile,
  { template, style, family, version }: PageParts,
): Promise<Result<string>> {
  const glyphs = new GlyphSheet(family);
  const articles: string[] = [];
  for (const edition of editions) {
    const { language } = edition;
    const view = {
      ...editionView(game, edition),
      languages: editions.length > 1 ? editions.map((one) => languageView(one.language, language)) : [],
      variant: variant.path,
      version,
      pictures: Object.fromEntries(PICTURES.map((name) => [name, PICTURE.open + name + PICTURE.close])),
    };
    const written = renderTemplate(template, [], view, { language, escape: escapeHtml });
    if (!written.ok) return written;
    articles.push(withPictures(written.value, picturesOf(game, edition, family, glyphs)));
  }
  const [first] = editions;
  const title = first === undefined ? game.id : first.language.text(game.name);
  return success(
    await wholePage(title, first?.language.code ?? "", glyphs.outlines() + articles.join("\n"), style),
  );
}

const PICTURES = ["dice", "pad", "rules"] as const;
type Pictures = Readonly<Record<(typeof PICTURES)[number], string>>;

function picturesOf(
  game: Game,
  { language, layout, rules }: ShownEdition,
  family: TypeFamily,
  glyphs: GlyphSheet,
): Pictures {
  return {
    dice: dicePicture(dearestDice(game, language), family, glyphs),
    pad: padPicture(layout, family, glyphs),
    rules: rulesPicture(rules, family, glyphs),
  };
}

function withPictures(html: string, pictures: Pictures): string {
  return PICTURES.reduce(
    (page, name) => page.replaceAll(PICTURE.open + name + PICTURE.close, () => pictures[name]),
    html,
  );
}

/** A language by the name that it has for itself. */
function languageView({ code }: Language, current: Language) {
  const name = new Intl.DisplayNames(code, { type: "language" }).of(code) ?? code;
  const capital = name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
  return { code, name: capital, isCurrent: code === current.code };
}

async function wholePage(title: string, code: string, body: string, style: string): Promise<string> {
  return `<!doctype html>
<html lang="${escapeHtml(code)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${await contentPolicy(style)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}
