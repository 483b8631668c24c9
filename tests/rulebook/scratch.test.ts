import { readFileSync, writeFileSync, mkdirSync } from "node:fs";
import { test } from "vitest";
import { language } from "../support/languages.ts";
import { shippedTemplates } from "../support/templates.ts";
import { shippedGame, SHIPPED } from "../support/games.ts";
import { showProblems } from "../../src/problem/show.ts";
import { rulesMarkdown } from "../../src/rulebook/rules-markdown.ts";
import { rulesHtml } from "../../src/rulebook/rules-html.ts";
import { rulesPdf } from "../../src/rulebook/rules-pdf.ts";
import { typeFamily } from "../../src/cli/fonts.ts";
mkdirSync("/tmp/rules", {recursive: true});
const P = { a4: {widthMm:210,heightMm:297}, a5: {widthMm:148,heightMm:210}, a6: {widthMm:105,heightMm:148} };
for (const id of SHIPPED) for (const code of ["de","en"]) test(`${id} ${code}`, async () => {
  const r = rulesMarkdown(shippedGame(id), language(code), shippedTemplates(code, "rules"));
  if (!r.ok) throw new Error(showProblems(r.problems));
  writeFileSync(`/tmp/rules/${id}-${code}.md`, r.value);
  const d = "node_modules/@fontsource/source-sans-3/files/source-sans-3-latin";
  const h = rulesHtml(shippedGame(id), language(code), shippedTemplates(code, "rules"), {regularWoff2: readFileSync(`${d}-400-normal.woff2`), boldWoff2: readFileSync(`${d}-700-normal.woff2`)});
  if (!h.ok) throw new Error(showProblems(h.problems));
  writeFileSync(`/tmp/rules/${id}-${code}.html`, h.value);
  for (const [p, paper] of Object.entries(P)) {
    const t = Date.now();
    const x = await rulesPdf(shippedGame(id), language(code), shippedTemplates(code, "rules"), {paper}, typeFamily());
    if (!x.ok) throw new Error(showProblems(x.problems));
    writeFileSync(`/tmp/rules/${id}-${code}-${p}.pdf`, x.value);
  }
});
