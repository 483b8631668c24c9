import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "vitest";
import { showProblems } from "../../src/problem/show.ts";
import { rulesHtml } from "../../src/rulebook/rules-html.ts";
import { rulesMarkdown } from "../../src/rulebook/rules-markdown.ts";
import { SHIPPED, shippedGame } from "../support/games.ts";
import { language } from "../support/languages.ts";
import { shippedTemplates } from "../support/templates.ts";

mkdirSync("/tmp/rules", { recursive: true });
for (const id of SHIPPED)
  for (const code of ["de", "en"])
    test(`${id} ${code}`, () => {
      const r = rulesMarkdown(shippedGame(id), language(code), shippedTemplates(code, "rules"));
      if (!r.ok) throw new Error(showProblems(r.problems));
      writeFileSync(`/tmp/rules/${id}-${code}.md`, r.value);
      const d = "node_modules/@fontsource/source-sans-3/files/source-sans-3-latin";
      const h = rulesHtml(shippedGame(id), language(code), shippedTemplates(code, "rules"), {
        regularWoff2: readFileSync(`${d}-400-normal.woff2`),
        boldWoff2: readFileSync(`${d}-600-normal.woff2`),
      });
      if (!h.ok) throw new Error(showProblems(h.problems));
      writeFileSync(`/tmp/rules/${id}-${code}.html`, h.value);
    });
