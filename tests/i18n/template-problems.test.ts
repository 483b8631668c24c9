import { describe, expect, it } from "vitest";
import { readLanguage } from "../../src/i18n/read-language.ts";
import { type PartialSource, renderTemplate } from "../../src/i18n/template.ts";
import { showProblem } from "../../src/rules/problem/problem.ts";

const WORDS = `
unit:
  points: "{n, plural, one {# point} other {# points}}"
greeting: "Hello"
`;

function words() {
  const read = readLanguage("en", "words.yaml", WORDS);
  if (!read.ok) throw new Error(read.problems.map((p) => p.message).join("\n"));
  return read.value;
}

const partial = (name: string, text: string): PartialSource => ({ name, file: `${name}.hbs`, text });

const LANGUAGE = words();

/** @param most how much a page may take, if that is not as much as usual */
function render(
  text: string,
  context: unknown = {},
  partials: readonly PartialSource[] = [],
  most: number | null = null,
) {
  const options = { language: LANGUAGE, escape: (shown: string) => shown };
  const bounded = most === null ? options : { ...options, most };
  return renderTemplate({ file: "page.hbs", text }, partials, context, bounded);
}

function written(text: string, context: unknown = {}, partials: readonly PartialSource[] = []): string {
  const result = render(text, context, partials);
  if (!result.ok) throw new Error(result.problems.map((p) => showProblem(p)).join("\n"));
  return result.value;
}

/** Every problem as `file:line:col code: message | hint`. */
function complaints(
  text: string,
  context: unknown = {},
  partials: readonly PartialSource[] = [],
  most: number | null = null,
): string[] {
  const result = render(text, context, partials, most);
  return result.ok
    ? []
    : result.problems.map(
        (p) =>
          `${p.place?.file}:${p.place?.line}:${p.place?.col} ${p.code}: ${p.message}${p.hint === null ? "" : ` | ${p.hint}`}`,
      );
}

describe("problems before anything is written", () => {
  it("tells every unknown function, block, partial and form of all files at once", () => {
    const row = partial("row", "a\n{{sya 'x'}}");
    expect(
      complaints("{{> row}}\n{{shout name}} {{#loop x}}{{/loop}}\n {{> rwo}}", { name: "" }, [row]),
    ).toEqual([
      "page.hbs:2:3 template-form: there is no template function `shout` | possible here: translate, say, rule, text, quoted, join, list, number, dice, written, sentence, eq, ne, gt, and, or, not",
      "page.hbs:2:19 template-form: there is no block `loop` | possible here: if, unless, each, with",
      "page.hbs:3:2 unknown-partial: there is no partial `rwo` | did you mean `row`?",
      "row.hbs:2:3 template-form: there is no template function `sya` | did you mean `say`?",
    ]);
  });

  it("tells the functions that Handlebars would bring along as unknown", () => {
    for (const text of [
      "{{log name}}",
      '{{lookup this "name"}}',
      '{{helperMissing "x"}}',
      "{{blockHelperMissing this}}",
    ])
      expect(complaints(text, { name: "n" }), text).toHaveLength(1);
  });

  it("refuses forms that it does not carry out", () => {
    const text =
      "{{#> row}}{{/row}}{{#*inline 'a'}}{{/inline}}{{* d}}{{#if a b}}{{/if}}{{> row a b}}{{> (join 'r')}}";
    const told = complaints(text, {}, [partial("row", "")]);
    expect(told.filter((one) => one.includes(" template-form: "))).toHaveLength(6);
  });

  it("refuses names for things that are none", () => {
    const told = complaints(
      "{{#if a as |x|}}{{/if}}{{#with a as |x y|}}{{/with}}{{#each a as |x y z|}}{{/each}}{{#each a as |say|}}{{/each}}",
      { a: [] },
    );
    expect(told.map((one) => one.split(" ")[0])).toEqual([
      "page.hbs:1:1",
      "page.hbs:1:24",
      "page.hbs:1:53",
      "page.hbs:1:84",
    ]);
  });
});

describe("a template that can't be read", () => {
  const WAY_OUT = "every {{ needs a }}, every {{#block}} a {{/block}}";
  it.each([
    ["a\r\nb {{#if name}}x{{/unless}}", "page.hbs:2:6 template-syntax: {{#if}} is closed by {{/unless}}"],
    ["{{#each list}}\n{{/list}}", "page.hbs:1:4 template-syntax: {{#each}} is closed by {{/list}}"],
    ["{{#if name}}\n\nx", `page.hbs:3:2 template-syntax: this is not a valid template | ${WAY_OUT}`],
    ["{{name}", `page.hbs:1:7 template-syntax: this is not a valid template | ${WAY_OUT}`],
    ["x\n  {{/if}}", `page.hbs:2:3 template-syntax: this is not a valid template | ${WAY_OUT}`],
    ["{{name b=}}", `page.hbs:1:10 template-syntax: this is not a valid template | ${WAY_OUT}`],
  ])("%j", (text, problem) => {
    expect(complaints(text, { name: "n" })).toEqual([problem]);
  });

  it.each([
    ["{{#> row}}{{/row}}", "page.hbs:1:1 template-form: templates do not support this syntax"],
    ["x {{#*inline 'a'}}{{/inline}}", "page.hbs:1:3 template-form: templates do not support this syntax"],
    ["{{* d}}", "page.hbs:1:1 template-form: templates do not support this syntax"],
    ["{{#if a b}}{{/if}}", "page.hbs:1:1 template-form: {{#if}} takes exactly one value"],
    ["{{#if}}{{/if}}", "page.hbs:1:1 template-form: {{#if}} takes exactly one value"],
    ["{{#each a x=1}}{{/each}}", "page.hbs:1:1 template-form: {{#each}} takes exactly one value"],
    ["{{> row a b}}", "page.hbs:1:1 template-form: a partial takes at most one unnamed value"],
    ["{{> (join 'r')}}", "page.hbs:1:1 template-form: a partial must be called by its name"],
    [
      "{{#if a as |x|}}{{/if}}",
      "page.hbs:1:1 template-form: the name `x` is not possible here | names that {{#if}} can give: 0; those of functions and blocks are reserved",
    ],
    [
      "{{#with a as |x y|}}{{/with}}",
      "page.hbs:1:1 template-form: the name `y` is not possible here | names that {{#with}} can give: 1; those of functions and blocks are reserved",
    ],
    [
      "{{#each a as |x if|}}{{/each}}",
      "page.hbs:1:1 template-form: the name `if` is not possible here | names that {{#each}} can give: 2; those of functions and blocks are reserved",
    ],
    [
      "{{#each a as |say|}}{{/each}}",
      "page.hbs:1:1 template-form: the name `say` is not possible here | names that {{#each}} can give: 2; those of functions and blocks are reserved",
    ],
    [
      "{{#with a}}{{else with b as |x y|}}{{/with}}",
      "page.hbs:1:12 template-form: the name `y` is not possible here | names that {{#with}} can give: 1; those of functions and blocks are reserved",
    ],
    [
      "{{join 'a' (join (sya 1)) x=2}}",
      "page.hbs:1:19 template-form: there is no template function `sya` | did you mean `say`?",
    ],
    [
      "{{join 'a' x=(join (sya 1))}}",
      "page.hbs:1:21 template-form: there is no template function `sya` | did you mean `say`?",
    ],
  ])("because of its form: %s", (text, problem) => {
    expect(complaints(text, { a: 1, b: 2 }, [partial("row", "")])).toEqual([problem]);
  });
});

describe("problems found while writing", () => {
  const context = { name: "Y", dice: { count: 5, layers: [] as string[] }, list: [{ id: "a" }, { id: "b" }] };

  it("tells every unknown name once, wherever it stands, with a near miss", () => {
    expect(
      complaints(
        "{{nam}}\n{{#if nmae}}{{/if}}{{#each lits}}{{/each}}{{#with dise}}{{/with}}\n{{join dice.cuont}}{{#each list}}{{ide}}{{/each}}\n{{say 'greeting' n=naem}} {{list zzz with=', '}}",
        context,
      ),
    ).toEqual([
      "page.hbs:1:3 unknown-name: this page has no `nam` | did you mean `name`?",
      "page.hbs:2:7 unknown-name: this page has no `nmae` | did you mean `name`?",
      "page.hbs:2:28 unknown-name: this page has no `lits` | did you mean `list`?",
      "page.hbs:2:51 unknown-name: this page has no `dise` | did you mean `dice`?",
      "page.hbs:3:8 unknown-name: this page has no `cuont` (in `dice.cuont`) | did you mean `count`?",
      "page.hbs:3:36 unknown-name: this page has no `ide` | did you mean `id`?",
      "page.hbs:4:20 unknown-name: this page has no `naem` | did you mean `name`?",
      "page.hbs:4:34 unknown-name: this page has no `zzz` | possible here: name, dice, list",
    ]);
  });

  it("tells the place within a partial, also where two files are alike", () => {
    const partials = [partial("a", "{{#if yes}}{{nam}}{{/if}}"), partial("b", "\n{{#if yes}}{{nam}}{{/if}}")];
    expect(complaints("{{> a}}{{> b}}{{nam}}", { yes: true, name: "" }, partials)).toEqual([
      "a.hbs:1:14 unknown-name: this page has no `nam` | did you mean `name`?",
      "b.hbs:2:14 unknown-name: this page has no `nam` | did you mean `name`?",
      "page.hbs:1:17 unknown-name: this page has no `nam` | did you mean `name`?",
    ]);
  });

  it("tells the right one of two blocks that are written alike", () => {
    const text = '{{#if no}}{{number "x"}}{{/if}}\n{{#if yes}}{{number "x"}}{{/if}}';
    expect(complaints(text, { no: false, yes: true })).toEqual([
      "page.hbs:2:12 template-call: this is not a number",
    ]);
    const nested =
      '{{#if no}}{{#if (number "x")}}{{/if}}{{/if}}\n{{#if yes}}{{#if (number "x")}}{{/if}}{{/if}}';
    expect(complaints(nested, { no: false, yes: true })).toEqual([
      "page.hbs:2:18 template-call: this is not a number",
    ]);
  });

  it("tells names below a named element, a missing value, a loop that is none, and a step too far out", () => {
    expect(complaints("{{#each list as |row|}}{{row.ix}}{{/each}}", context)).toEqual([
      "page.hbs:1:26 unknown-name: this page has no `ix` (in `row.ix`) | did you mean `id`?",
    ]);
    expect(complaints("{{none.of}}", { none: null })).toEqual([
      "page.hbs:1:3 unknown-name: this page has no `of` (in `none.of`) | remove it: there is nothing to choose from here",
    ]);
    expect(complaints("{{@index}} {{#each list}}{{@indx}}{{/each}}", context)).toEqual([
      expect.stringMatching(/^page\.hbs:1:3 unknown-name: this page has no `@index`/),
      "page.hbs:1:28 unknown-name: this page has no `@indx` | did you mean `@index`?",
    ]);
    expect(complaints("{{../name}}", context)).toEqual([
      "page.hbs:1:3 unknown-name: `../name` leads outside the template",
    ]);
  });

  it("tells calls that cannot be carried out", () => {
    expect(
      complaints(
        "{{say 'unit.pionts' n=1}}\n{{say 'unit.points'}}\n{{number name}}\n{{list name}}\n{{text name}}\n{{dice name}}",
        context,
      ),
    ).toEqual([
      "page.hbs:1:1 template-call: the word list of `en` (words.yaml) lacks the message `unit.pionts` | did you mean `unit.points`?",
      "page.hbs:2:1 template-call: the message `unit.points` needs n=…",
      "page.hbs:3:1 template-call: this is not a number",
      "page.hbs:4:1 template-call: this is not a list",
      "page.hbs:5:1 template-call: this is not a text in several languages",
      "page.hbs:6:1 template-call: `dice` takes a list of faces",
    ]);
  });

  it("does not complain of what follows from a mistake", () => {
    expect(complaints("{{number (list nam)}}{{#each (list nam)}}{{x}}{{/each}}", context)).toHaveLength(2);
    expect(complaints("{{#with nam}}{{x}}{{/with}}", context)).toHaveLength(1);
  });

  it("tells a list or a group where a text should be, and a text where a list should be", () => {
    expect(complaints("{{list}} {{dice}}\n{{{list}}}{{#each name}}{{/each}}", context)).toEqual([
      "page.hbs:1:3 not-a-text: `list` is a list, not a text",
      "page.hbs:1:12 not-a-text: `dice` is a group of values, not a text",
      "page.hbs:2:4 not-a-text: `list` is a list, not a text",
      "page.hbs:2:19 not-a-list: `name` is not a list",
    ]);
  });

  it("tells a name of a loop that is not there, also further out", () => {
    expect(
      written("{{#each list}}{{#each ../list}}{{@../index}}{{@index}} {{/each}}{{/each}}", context),
    ).toBe("00 01 10 11 ");
    expect(complaints("{{#each list}}{{@../indx.a}}{{/each}}", context)).toEqual([
      "page.hbs:1:17 unknown-name: this page has no `@indx` (in `@../indx.a`) | did you mean `@index`?",
    ]);
  });
});

describe("a template that is up to something", () => {
  const context = { name: "n", list: ["a"], inner: { b: 1 } };

  it("finds only what the page tells, nothing that values inherit", () => {
    const inherited = ["constructor", "__proto__", "prototype", "toString", "hasOwnProperty", "valueOf"];
    const accessors = ["__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__"];
    const names = [...inherited, ...accessors];
    for (const name of names) {
      const forms = [
        `{{${name}}}`,
        `{{{this.${name}}}}`,
        `{{inner.${name}}}`,
        `{{list.${name}}}`,
        `{{name.${name}}}`,
        `{{inner.${name}.${name}}}`,
        `{{@root.${name}}}`,
        `{{@${name}}}`,
        `{{#if ${name}}}{{/if}}`,
        `{{#with inner.${name}}}{{/with}}`,
        `{{#each list as |one|}}{{one.${name}}}{{/each}}`,
        `{{join ${name}}}`,
        `{{say "greeting" x=${name}}}`,
        `{{> row inner.${name}}}`,
      ];
      for (const form of forms) {
        const told = complaints(form, context, [partial("row", "")]);
        expect(told, form).toHaveLength(1);
        expect(told[0], form).toContain(" unknown-name: ");
      }
      for (const form of [`{{${name} "x"}}`, `{{#${name} this}}{{/${name}}}`, `{{> ${name}}}`]) {
        expect(complaints(form, context)[0], form).toMatch(/ (?:template-form|unknown-partial): /);
      }
    }
    expect(names).toHaveLength(10);
  });

  it("does not get at anything by naming it so", () => {
    const row = partial("row", "{{b}}");
    expect(complaints("{{> row __proto__=inner}}", context, [row])).toHaveLength(1);
    expect(
      complaints("{{@_parent}}{{@partial-block}}{{helpers}}{{container}}{{@root._parent}}", context),
    ).toHaveLength(5);
    expect(written("{{#each list as |constructor|}}{{constructor}}{{/each}}", context)).toBe("a");
    expect(({} as { b?: unknown }).b).toBeUndefined();
  });

  it("stops at partials that call themselves without end", () => {
    const partials = [partial("a", "x{{> b}}"), partial("b", "{{> a}}")];
    expect(complaints("{{> a}}", {}, partials)).toEqual([
      expect.stringMatching(
        /^[ab]\.hbs:1:\d endless-partial: the partial `[ab]` includes itself recursively$/,
      ),
    ]);
  });

  it("stops where it writes without end, or only goes round and round", () => {
    const many = Array.from({ length: 200 }, (_, i) => i);
    const round = (inside: string) =>
      `{{#each m}}{{#each @root.m}}{{#each @root.m}}{{#each @root.m}}${inside}{{/each}}{{/each}}{{/each}}{{/each}}`;
    const doubling = many.slice(0, 35).map((i) => partial(`p${i}`, `{{> p${i + 1}}}{{> p${i + 1}}}`));
    for (const told of [
      complaints(round("x".repeat(200)), { m: many }),
      complaints(round("{{#if this}}{{/if}}"), { m: many }, [], 20_000),
      complaints("{{> p0}}", {}, [...doubling, partial("p35", "")], 20_000),
    ]) {
      expect(told).toEqual([
        expect.stringContaining(" too-much: the template writes more than fits on a page"),
      ]);
    }
  });

  it("stops before functions put together more than any page can hold", () => {
    const steps = Array.from({ length: 40 }, (_, i) => i);
    const doubled = `{{#with "${"x".repeat(100)}" as |a0|}}${steps
      .map((i) => `{{#with (join a${i} a${i}) as |a${i + 1}|}}`)
      .join("")}{{a40}}${"{{/with}}".repeat(41)}`;
    const own = partial("own", "{{> own x=(join x x)}}");
    const list = Array.from({ length: 1_000 }, () => "");
    for (const told of [
      complaints(doubled),
      complaints("{{> own}}", { x: "x".repeat(100) }, [own]),
      complaints(`{{#if (list list with="${"x".repeat(3_000)}")}}{{/if}}`, { list }),
    ]) {
      expect(told).toEqual([
        expect.stringContaining(" too-much: the template writes more than fits on a page"),
      ]);
    }
  });

  it("stops where it only decides things without end", () => {
    const m = Array.from({ length: 50 }, (_, i) => i);
    for (const idle of ["{{#if 1}}{{/if}}", "{{#unless 1}}{{/unless}}", "{{#if (eq 1 2)}}{{/if}}"]) {
      const text = `{{#each m}}{{#each @root.m}}${idle.repeat(20)}{{/each}}{{/each}}`;
      expect(complaints(text, { m }, [], 20_000), idle).toEqual([
        expect.stringContaining(" too-much: the template writes more than fits on a page"),
      ]);
    }
  });

  it.each<[what: string, text: string, context: object, spent: number]>([
    ["a text, and one for putting it in", "four", {}, 5],
    ["a value, the same and one for finding it", "{{name}}", { name: "four" }, 6],
    ["a condition and what it decides on", "{{#if name}}{{/if}}", { name: "four" }, 2],
    ["a list and its elements", "{{#each list}}{{/each}}", { list: [1, 2, 3] }, 5],
    ["a partial", "{{> none}}", {}, 2],
    ["a function, what it is given and what it gives", "{{#if (join 'a' 'bc')}}{{/if}}", {}, 9],
    [
      "what may stand between the elements of a list",
      "{{#if (list list with='--')}}{{/if}}",
      { list: [1, 2] },
      16,
    ],
  ])("spends on %s", (_, text, context, spent) => {
    const none = [partial("none", "")];
    expect(render(text, context, none, spent).ok).toBe(true);
    expect(render(text, context, none, spent - 1).ok).toBe(false);
  });

  it("has room for two million characters if nobody says otherwise", () => {
    expect(render("a".repeat(1_999_999)).ok).toBe(true);
    expect(render("a".repeat(2_000_000)).ok).toBe(false);
  });

  it("is told where it is nested too deeply", () => {
    for (const text of [
      `{{join ${"(join ".repeat(4_000)}"x"${")".repeat(4_000)}}}`,
      `{{join ${"(join ".repeat(220)}"x"${")".repeat(220)}}}`,
      `${"{{#if x}}".repeat(20_000)}x${"{{/if}}".repeat(20_000)}`,
      `${"{{#if x}}".repeat(150)}x${"{{/if}}".repeat(150)}`,
      `{{#if x}}${"{{else if x}}".repeat(20_000)}{{/if}}`,
      `${"{{^if x}}".repeat(20_000)}${"{{/if}}".repeat(20_000)}`,
    ]) {
      expect(complaints(text, { x: 1 })).toEqual([
        expect.stringMatching(/^page\.hbs:1:\d+ template-form: blocks or calls are nested too deeply here$/),
      ]);
    }
  });
});
