import { beforeAll, describe, expect, it } from "vitest";
import { diceWords, replaceDice, withoutHand } from "../../../src/print/rulebook/dice.ts";
import { rulesMarkup } from "../../../src/print/rulebook/markup.ts";
import { type RulesPrint, rulesPdf } from "../../../src/print/rulebook/rules-pdf.ts";
import { gameFrom, shippedGame } from "../../support/games.ts";
import { language } from "../../support/languages.ts";
import { FAMILY, good } from "../../support/pads.ts";
import {
  elementsOf,
  type ReadElement,
  type ReadOut,
  readOut,
  spoken,
  wordsIn,
} from "../../support/read-out.ts";
import { shippedTemplates } from "../../support/templates.ts";

const A4 = { widthMm: 210, heightMm: 297 };
const A5 = { widthMm: 148, heightMm: 210 };
/** So narrow that many words are broken, and rows of boxes take two lines. */
const CARD = { widthMm: 62, heightMm: 100 };

async function madeAnew(id: string, code: string, print: RulesPrint): Promise<Uint8Array> {
  const templates = shippedTemplates(code, "rules");
  return good(await rulesPdf(shippedGame(id), language(code), templates, print, FAMILY));
}

const made = new Map<string, Promise<Uint8Array>>();

/** A rule sheet, made once. */
function rules(id: string, code: string, print: RulesPrint): Promise<Uint8Array> {
  const key = JSON.stringify([id, code, print]);
  const known = made.get(key) ?? madeAnew(id, code, print);
  made.set(key, known);
  return known;
}

/** A whole document: elements that go on over pages are told once for each. */
function whole({ pages }: ReadOut): ReadElement {
  return { role: "Document", alternative: "", children: pages.flatMap(({ children }) => children) };
}

/**
 * The sections of the Markdown rule sheet in words, dice told. What is above lists of boxes is not printed, nor, in narrow columns, the
 * word above the names of house rules, which are above their texts there.
 */
function sectionsOfMarkdown(id: string, code: string, isNarrow: boolean): string[] {
  const markup = good(rulesMarkup(shippedGame(id), language(code), shippedTemplates(code, "rules")));
  const lines = markup.split("\n");
  const isRuled = (at: number) => /^\|[-:| ]+$/.test(lines[at] ?? "");
  const isBoxes = (at: number) => isRuled(at + 1) && /[\ue000]/.test(lines[at + 2] ?? "");
  const printed = lines.filter((_, at) => !isRuled(at) && !isBoxes(at)).join("\n");
  const names = `| ${language(code).translate("rules.options.rule")} |`;
  const sections = (isNarrow ? printed.replace(names, "|") : printed).split(/^(?=## )/m);
  return sections.map((section) => saidWords(section, code).join(" "));
}

function saidWords(markup: string, code: string): string[] {
  const plain = replaceDice(markup, (dice) => diceWords(dice, language(code)))
    .replace(/^(?:#+|-) /gm, "")
    .replace(/(?<!\\)\||\*\*/g, (sign) => (sign === "|" ? " " : ""))
    .replace(/\\(.)/g, "$1");
  return wordsIn(withoutHand(plain));
}

const CASES = [
  ["yazzo", "de", "A4 in narrow columns", A4],
  ["edencity-yatzy", "en", "A5", A5],
  ["edencity-yatzy", "de", "a card", CARD],
] as const;

describe.each(CASES)("the rules of %s in %s on %s", (id, code, _, paper) => {
  let read: ReadOut;
  beforeAll(async () => {
    read = await readOut(await rules(id, code, { paper }));
  });

  it("are read out word for word as the Markdown says them", () => {
    const words = wordsIn(spoken(whole(read)));
    expect(words.length).toBeGreaterThan(400);
    const said = words.join(" ");
    // Some sections are where they fill their pages best.
    const sections = sectionsOfMarkdown(id, code, paper !== A5);
    const found = sections.toSorted((a, b) => said.indexOf(a) - said.indexOf(b));
    expect(found[0]).toBe(sections[0]);
    expect(said).toBe(found.join(" "));
  });

  it("mark everything that is drawn, and only the foot of pages and heads said again as decoration", () => {
    const { unmarked, decoration, pages } = read;
    expect(unmarked).toEqual([]);
    const heads = ["rules.box.name", "rules.box.points", "rules.finished.notes"].map((words) =>
      language(code).translate(words),
    );
    const again = language(code).translate("rules.continued", { name: "" });
    const feet = decoration.filter(
      (text) => !heads.includes(text) && !text.endsWith(again) && !/: ?$/.test(text),
    );
    expect(feet.length).toBe(pages.length > 1 ? pages.length : 0);
    for (const [at, text] of feet.entries())
      expect(text).toMatch(new RegExp(` ${at + 1} (?:of|von) ${pages.length}$`));
  });

  it("have headings that leave out no level", () => {
    const levels = elementsOf(whole(read), "H1", "H2", "H3", "H4").map(({ role }) => Number(role.slice(1)));
    expect(levels.length).toBeGreaterThan(8);
    expect(levels.indexOf(1)).toBe(0);
    expect(levels.lastIndexOf(1)).toBe(0);
    for (const [at, level] of levels.entries()) expect(level).toBeLessThanOrEqual((levels[at - 1] ?? 0) + 1);
  });

  it("tell every drawing of dice", () => {
    const figures = elementsOf(whole(read), "Figure");
    expect(figures.length).toBeGreaterThan(10);
    for (const { alternative } of figures) expect(alternative).toMatch(/^[\p{L}\d ,;]{6,}$/u);
  });

  it("have lists of items with label and body, and rows that begin with what they are about", () => {
    const document = whole(read);
    const lists = elementsOf(document, "L");
    expect(lists.length).toBeGreaterThan(0);
    for (const { children } of lists)
      for (const item of children as ReadElement[]) {
        expect(item.role).toBe("LI");
        // An item that goes on on the next page has its label on the one before.
        expect((item.children as ReadElement[]).map(({ role }) => role).join("-")).toMatch(
          /^(?:Lbl-)?LBody$/,
        );
      }
    const rows = elementsOf(document, "TR");
    expect(rows.length).toBeGreaterThan(10);
    for (const { children } of rows) {
      const [first, ...others] = (children as ReadElement[]).map(({ role }) => role);
      expect(first).toBe("TH");
      expect(new Set(others).size).toBe(1);
    }
  });
});

/** The entries of the file's dictionaries, which pdfkit does not pack. */
function count(pdf: Uint8Array, entry: RegExp): number {
  return [...Buffer.from(pdf).toString("latin1").matchAll(entry)].length;
}

describe("a tagged rule sheet", () => {
  it("breaks words with hyphens that only say that the word goes on", async () => {
    const document = whole(await readOut(await rules("edencity-yatzy", "de", { paper: CARD })));
    expect(spoken(document).match(/\p{L}\u00ad\p{Ll}/gu)?.length).toBeGreaterThan(2);
  });

  it("says what it is", async () => {
    const pdf = await rules("edencity-yatzy", "en", { paper: A4 });
    const { metadata } = await readOut(pdf);
    expect(metadata.get("pdfuaid:part")).toBe("1");
    expect(metadata.get("dc:title")).toBe("EdenCity Yatzy – rules");
    expect(metadata.has("pdfaid:part")).toBe(false);
    for (const entry of [/\/Lang \(en\)/g, /\/DisplayDocTitle true/g, /\/Marked true/g])
      expect(count(pdf, entry), String(entry)).toBe(1);
    expect(count(pdf, /\/Tabs \/S/g)).toBe(2);
  });

  it("says what columns of tables hold, on paper or aside", async () => {
    const pdf = await rules("edencity-yatzy", "en", { paper: A4 });
    const summaries = count(pdf, /\/Summary \(Box, Example, Rule, Points\)/g);
    const tables = count(pdf, /\/S \/Table/g);
    expect(summaries).toBeGreaterThan(1);
    expect(tables).toBeGreaterThan(summaries);
    // Two tables of payouts, the example turn, the finished sheet and the house rules.
    expect(tables - summaries).toBe(5);
    expect(count(pdf, /\/Scope \/Column/g)).toBe(4 + 4 + 2 + 3 + 3);
    expect(count(pdf, /\/Scope \/(?:Row|Column)/g)).toBe(count(pdf, /\/S \/TH/g));
  });

  it("says where each drawing lies", async () => {
    const pdf = await rules("yazzo", "de", { paper: A4 });
    const figures = count(pdf, /\/S \/Figure/g);
    expect(figures).toBeGreaterThan(10);
    expect(count(pdf, /\/BBox \[[\d. ]+\]/g)).toBe(figures);
  });

  it("keeps to the order of headings where a template does not", async () => {
    const templates = {
      main: { file: "rules.hbs", text: "### {{name}}\n\n##### Deep\n\nText.\n\n## Less\n\n- a\n- b\n" },
      partials: [],
    };
    const game = gameFrom("id: test\nextends: numbers5\nname: { de: Test, en: Test }\n");
    const pdf = good(await rulesPdf(game, language("en"), templates, { paper: A5 }, FAMILY));
    const roles = (whole(await readOut(pdf)).children as ReadElement[]).map(({ role }) => role);
    expect(roles).toEqual(["H1", "H2", "P", "H2", "L"]);
  });
});

describe("an archived rule sheet", () => {
  it("promises PDF/A-2 at level A, and tells what it says of PDF/UA", async () => {
    const pdf = await rules("yazzo", "de", { paper: A4, isArchived: true });
    const { metadata } = await readOut(pdf);
    expect([metadata.get("pdfaid:part"), metadata.get("pdfaid:conformance")]).toEqual(["2", "A"]);
    expect(metadata.get("pdfuaid:part")).toBe("1");
    expect(count(pdf, /<pdfaSchema:prefix>pdfuaid<\/pdfaSchema:prefix>/g)).toBe(1);
    expect(count(pdf, /\/S \/GTS_PDFA1/g)).toBe(1);
  });

  it("is read out as the other one is, and has the same bytes each time", async () => {
    const print = { paper: A4, isArchived: true };
    const [first, second] = [await rules("yazzo", "de", print), await madeAnew("yazzo", "de", print)];
    expect(Buffer.compare(first, second)).toBe(0);
    const { pages } = await readOut(first);
    expect(pages).toEqual((await readOut(await rules("yazzo", "de", { paper: A4 }))).pages);
  });
});
