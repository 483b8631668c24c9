// Checks the spelling of what the templates produce: the rule sheets of all shipped games in all languages. `npm run spelling`.
// Words that no dictionary knows are in `spelling/`: names of games and boxes, and words of each language.
import { fileURLToPath } from "node:url";
import { loadConfig, spellCheckDocument } from "cspell-lib";
import { loadGame } from "../src/files/package/games.ts";
import { languageCodes } from "../src/files/package.ts";
import { loadLanguage } from "../src/files/package/languages.ts";
import { rulesFile } from "../src/files/print/rules.ts";
import { playableIds } from "../src/files/package/variants.ts";
import { need } from "../src/rules/problem/problem.ts";

const CONFIG = fileURLToPath(new URL("../spelling/cspell.json", import.meta.url));
/** What dictionaries call our languages. */
const LOCALES: Readonly<Record<string, string>> = { en: "en-GB" };

const settings = await loadConfig(CONFIG);
const games = await Promise.all(playableIds().map(async (id) => need(await loadGame(id))));
const unknown = new Map<string, Set<string>>();
let sheets = 0;
for (const code of languageCodes()) {
  const language = need(loadLanguage(code));
  const texts: string[] = [];
  for (const game of games) texts.push(String(need(await rulesFile(game, language, { format: "md" }))));
  // All sheets of a language are one document: to begin with another takes longer than to read it.
  const text = texts.join("\n\n");
  const document = { uri: `${code}.md`, text, languageId: "markdown", locale: LOCALES[code] ?? code };
  const { issues, errors } = await spellCheckDocument(document, { noConfigSearch: true }, settings);
  if (errors !== undefined && errors.length > 0) throw errors[0];
  for (const { text: word } of issues) {
    const found = games.filter((_, at) => texts[at]?.includes(word));
    unknown.set(`${code}: ${word}`, new Set(found.map(({ id }) => id)));
  }
  sheets += texts.length;
}
if (sheets === 0) throw new Error("there was nothing to check");
for (const [word, ids] of unknown) console.log(`${word} (${[...ids].slice(0, 3).join(", ")})`);
console.log(`${sheets} rule sheets, ${unknown.size} words that no dictionary knows`);
if (unknown.size > 0) process.exit(1);
