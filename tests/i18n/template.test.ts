import Handlebars from "handlebars";
import { describe, expect, it } from "vitest";
import { type PartialSource, renderTemplate } from "../../src/i18n/template.ts";
import type { Problem } from "../../src/rules/problem/problem.ts";
import { language } from "../support/languages.ts";

const plainly = { language: language("en"), escape: (text: string) => text };

function render(
  text: string,
  context: unknown = {},
  partials: PartialSource[] = [],
  options = plainly,
): string {
  const result = renderTemplate({ file: "page.hbs", text }, partials, context, options);
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join("\n"));
  return result.value;
}

function problemsOf(text: string, context: unknown = {}, partials: PartialSource[] = []): readonly Problem[] {
  const result = renderTemplate({ file: "page.hbs", text }, partials, context, plainly);
  return result.ok ? [] : result.problems;
}

/** Message, hint and place of the only problem. */
function onlyProblem(text: string, context: unknown = {}, partials: PartialSource[] = []) {
  const [first, ...more] = problemsOf(text, context, partials);
  expect(more).toEqual([]);
  return { ...first, at: `${first?.place?.file}:${first?.place?.line}:${first?.place?.col}` };
}

const CONTEXT = {
  name: "Anna",
  none: null,
  zero: 0,
  yes: true,
  empty: [],
  rows: [
    { label: "Ones", boxes: [1, 2] },
    { label: "Twos", boxes: [] },
  ],
  deep: { inner: { word: "found" } },
};

describe("a template", () => {
  it.each([
    "plain text\n\n  with lines\n",
    "{{name}} {{none}}|{{zero}}|{{yes}}|{{deep.inner.word}}",
    "{{#if yes}}a{{else}}b{{/if}}{{#if zero}}c{{else}}d{{/if}}{{#if empty}}e{{else}}f{{/if}}{{#if none}}g{{/if}}",
    "{{#unless none}}a{{else}}b{{/unless}}",
    "{{#if none}}a{{else if yes}}b{{else}}c{{/if}}",
    "list:\n{{#each rows}}\n- {{label}} {{@index}} {{@first}} {{@last}}\n{{/each}}\nend\n",
    "{{#each rows as |row i|}}{{i}}{{row.label}}{{#each row.boxes}}<{{this}}{{../label}}>{{else}}none{{/each}}{{/each}}",
    "{{#each rows}}{{#each boxes}}{{../../name}}{{@root.name}}{{/each}}{{/each}}",
    "{{#with deep}}{{inner.word}}{{#with inner}}{{word}}{{/with}}{{/with}}{{#with none}}x{{else}}y{{/with}}",
    "{{#each deep}}{{@key}}={{word}}{{/each}}",
    "  {{#if yes}}\n    kept\n  {{/if}}\nnext {{~ name ~}} glued",
    "{{! gone }}a{{!-- gone, too --}}b",
    "{{> row label='given'}}|{{#each rows}}\n  {{> row}}\n{{/each}}",
    "\\{{not a tag}} {{{name}}}",
  ])("gives what Handlebars gives: %s", (text) => {
    const row = "[{{label}}]\n";
    const theirs = Handlebars.create();
    theirs.registerPartial("row", row);
    expect(render(text, CONTEXT, [{ name: "row", file: "row.hbs", text: row }])).toBe(
      theirs.compile(text)(CONTEXT),
    );
  });

  it("puts a no-break space where a tilde stands, but leaves labels alone", () => {
    expect(render("63~points {{name}}", { name: "a~b" })).toBe("63\u00a0points a~b");
    expect(render("63 {{~name~}}~points", { name: ":" })).toBe("63:\u00a0points");
  });

  it("escapes what is put in, and nothing else", () => {
    const loud = { ...plainly, escape: (text: string) => text.toUpperCase() };
    const partial = { name: "p", file: "p.hbs", text: "text {{word}}" };
    expect(
      render("text {{word}} {{{word}}} {{join word 'x'}} {{> p}} {{5}}", { word: "w" }, [partial], loud),
    ).toBe("text W w WX text W 5");
  });

  it("compares unescaped words", () => {
    const loud = { ...plainly, escape: (text: string) => `\\${text}` };
    expect(render('{{#if (eq kind "two_pairs")}}yes{{/if}}', { kind: "two_pairs" }, [], loud)).toBe("yes");
  });

  it("says messages of the word list", () => {
    expect(render('{{say "unit.dice" n=count}}', { count: 5 })).toBe("5\u00a0dice");
    expect(render('{{say (join "unit." "dice") n=1}}')).toBe("1\u00a0die");
    expect(render("{{text label}}", { label: { de: "Paar", en: "Pair" } })).toBe("Pair");
    expect(render("{{sentence 'the run 1-2-3'}} {{sentence 'done.'}}")).toBe(
      "The run 1-2-3. done.".replace("done", "Done"),
    );
    expect(render('{{list rows with=", " last=" or "}}', { rows: ["a", "b", "c"] })).toBe("a, b or c");
    expect(render("{{number n}}", { n: -19 })).toBe("\u221219");
  });

  it("gives a partial its named values beside what it stands in; inside a list they are one step out", () => {
    const partial = {
      name: "p",
      file: "p.hbs",
      text: "{{x}}{{#each rows}}{{x}}{{../y}}{{../name}}{{/each}}",
    };
    expect(render("{{> p x='out' y='!'}}", { rows: [{ x: "in" }], name: "?" }, [partial])).toBe("outin!?");
  });

  it("shows what stands in a block with 0, which is no empty value there", () => {
    expect(
      render("{{#with zero}}<{{this}}>{{else}}none{{/with}}{{#if zero}}yes{{else}}no{{/if}}", CONTEXT),
    ).toBe("<0>no");
  });

  it("looks in what this is where it is told to, whatever a given name says", () => {
    const text =
      "{{#with deep as |inner|}}{{inner.inner.word}} {{this.inner.word}} {{./inner.word}}{{/with}}";
    expect(render(text, CONTEXT)).toBe("found found found");
    expect(render("{{#each rows as |name|}}{{../name}}{{/each}}", CONTEXT)).toBe("AnnaAnna");
  });

  it("writes forty partials within each other, and no more", () => {
    const chain = (length: number) =>
      Array.from({ length }, (_, at) => {
        const text = at === length - 1 ? "end" : `{{> p${at + 1}}}`;
        return { name: `p${at}`, file: `p${at}.hbs`, text };
      });
    expect(render("{{> p0}}", {}, chain(40))).toBe("end");
    expect(() => render("{{> p0}}", {}, chain(41))).toThrow("recursively");
  });

  it("prefers a name that was given here to one that this has", () => {
    const text =
      "{{#each rows as |label|}}{{label.label}}{{#with label as |name|}}{{name.label}}{{/with}}{{/each}}{{name}}";
    expect(render(text, CONTEXT)).toBe("OnesOnesTwosTwosAnna");
  });
});

describe("a faulty template", () => {
  it("names an unknown name, its place and the near miss", () => {
    const found = onlyProblem("fine\n  {{nmae}}", CONTEXT);
    expect(found).toMatchObject({ code: "unknown-name", at: "page.hbs:2:5", hint: "did you mean `name`?" });
  });

  it.each([
    ["in an argument", "{{join deep.iner.word}}"],
    ["in a condition", "{{#if nothing}}x{{/if}}"],
    ["in a list to go through", "{{#each rowz}}x{{/each}}"],
    ["below a list", "{{#each rows}}{{lable}}{{/each}}"],
    ["out of the page", "{{../name}}"],
    ["in a text", "{{name.length}}"],
    ["of a prototype", "{{constructor}}"],
    ["of a prototype's prototype", "{{__proto__}}"],
    ["a loop variable outside", "{{@index}}"],
  ])("tells an unknown name %s", (_, text) => {
    expect(problemsOf(text, CONTEXT).map(({ code }) => code)).toEqual(["unknown-name"]);
  });

  it("names the partial that a problem stands in", () => {
    const partial = { name: "p", file: "partials/p.hbs", text: "a\nb {{nope}}" };
    expect(onlyProblem("{{> p}}", {}, [partial]).at).toBe("partials/p.hbs:2:5");
  });

  it("names a missing word with language, key and file", () => {
    const { message, hint, at } = onlyProblem("{{say 'unit.dices' n=1}}");
    expect(message).toContain("`en`");
    expect(message).toContain("`unit.dices`");
    expect(message).toContain("templates/en/words.yaml");
    expect(hint).toContain("`unit.dice`");
    expect(at).toBe("page.hbs:1:1");
  });

  it("names the argument that a message lacks", () => {
    expect(onlyProblem("{{say 'unit.dice'}}").message).toContain("n=…");
  });

  it.each([
    ["{{#if a}}x{{/fi}}", "page.hbs:1:4"],
    ["one\n{{name b=}}", "page.hbs:2:10"],
    ["one\n\n{{#each rows}} b", "page.hbs:3:17"],
    ["{{> foo", "page.hbs:1:5"],
    ["one\n{{/if}}", "page.hbs:2:1"],
  ])("shows where it cannot be read: %s", (text, at) => {
    const found = onlyProblem(text);
    expect(found).toMatchObject({ code: "template-syntax", at });
    expect(found.message).not.toMatch(/Expecting|Parse error|OPEN_/);
  });

  it.each([
    ["{{sayy 'x'}}", "did you mean `say`?"],
    ["{{#eech rows}}{{/eech}}", "did you mean `each`?"],
  ])("names an unknown function or block: %s", (text, hint) => {
    expect(onlyProblem(text)).toMatchObject({ code: "template-form", hint });
  });

  it("refuses forms that it does not carry out", () => {
    expect(onlyProblem('{{#*inline "x"}}a{{/inline}}').code).toBe("template-form");
    expect(onlyProblem("{{#> p}}a{{/p}}").code).toBe("template-form");
  });

  it("stops a partial that comes back to itself", () => {
    const partial = { name: "p", file: "p.hbs", text: "{{> p}}" };
    expect(onlyProblem("{{> p}}", {}, [partial]).code).toBe("endless-partial");
  });

  it("cannot put in a list or a group of values", () => {
    expect(problemsOf("{{rows}}{{deep}}", CONTEXT).map(({ code }) => code)).toEqual([
      "not-a-text",
      "not-a-text",
    ]);
  });

  it("reports all problems at once, each place once", () => {
    expect(problemsOf("{{a}}{{#each rows}}{{b}}{{/each}}", CONTEXT).length).toBe(2);
  });
});
