import { english, msg } from "../../../src/rules/problem/message.ts";
import { describe, expect, it } from "vitest";
import { loadLanguage } from "../../../src/files/package/languages.ts";
import { translateProblem } from "../../../src/i18n/language.ts";
import {
  decimal,
  suggestWord,
  formatQuantity,
  nearest,
  quotedWords,
} from "../../../src/rules/problem/wording.ts";
import { problem, excerpt, showProblem, showProblems } from "../../../src/rules/problem/problem.ts";
import { createPlaceLocator } from "../../../src/rules/source/text.ts";

const TEXT = "dice: 5\r\nturn:\n  rols: 3\n";

describe("a number in a message", () => {
  const about = problem(
    "thin-line",
    msg`test.has: ${quotedWords("x")} has ${formatQuantity(decimal(0.1249, 2), "pt")}`,
    {
      hint: msg`print.thin-line-hint: make lines at least ${decimal(6.5)} ${"mm"} thick`,
    },
  );

  it("has a point in English", () => {
    expect(about.message).toBe("“x” has 0.12 pt");
    expect(about.hint).toBe("make lines at least 6.5 mm thick");
    expect(english(msg`rules.quantity: ${decimal(7)} ${decimal(7, 1)}`)).toBe("7 7.0");
  });

  it.each([
    ["de", "zeichne Linien mindestens 6,5 mm dick"],
    ["sv", "rita linjer minst 6,5 mm tjocka"],
  ])("has a comma in %s", (code, hint) => {
    const language = loadLanguage(code);
    expect(language.ok && translateProblem(about, language.value).hint).toBe(hint);
  });
});

describe("a place", () => {
  it("counts lines and columns from one and leaves the line break out", () => {
    expect(createPlaceLocator("a.yaml", TEXT)(0)).toEqual({
      file: "a.yaml",
      line: 1,
      col: 1,
      length: 1,
      text: "dice: 5",
    });
    expect(createPlaceLocator("a.yaml", TEXT)(17, 4)).toEqual({
      file: "a.yaml",
      line: 3,
      col: 3,
      length: 4,
      text: "  rols: 3",
    });
  });

  it("stays inside the text", () => {
    expect(createPlaceLocator("a.yaml", TEXT)(9_999)).toMatchObject({ line: 4, col: 1, text: "" });
    expect(createPlaceLocator("a.yaml", "")(0)).toMatchObject({ line: 1, col: 1 });
  });

  it("shows the caret below its column, also far out in an enormous line", () => {
    const text = `${"x".repeat(5_000)}!${"y".repeat(5_000)}`;
    const { line, caret } = excerpt(createPlaceLocator("a", text)(5_000));
    expect(line.length).toBeLessThan(200);
    expect(line[caret.indexOf("^")]).toBe("!");
  });

  it("keeps control characters off the terminal", () => {
    const { line } = excerpt(createPlaceLocator("a", "a\u001b[31m\tb")(0));
    expect(line).toBe("a [31m b");
  });
});

describe("a near miss", () => {
  it("is offered when it is near, otherwise what would do", () => {
    expect(nearest("patern", ["score", "pattern"])).toBe("pattern");
    expect(nearest("zzz", ["score", "pattern"])).toBeNull();
    expect(nearest("b", ["a", "c"])).toBeNull();
    expect(nearest("og", ["of"])).toBe("of");
    const words = ["rolls", "entries"];
    expect(english(suggestWord("rols", words))).toBe("did you mean `rolls`?");
    expect(english(suggestWord("zzz", words))).toBe("possible here: rolls, entries");
  });
});

describe("a shown problem", () => {
  const place = createPlaceLocator("a.yaml", TEXT)(17, 4);

  it("has place, sentence, excerpt, caret and the way out", () => {
    const p = problem("unknown-key", msg`test.there-no-key: there is no key \`rols\` here`, {
      place,
      hint: msg`test.did-you-mean: did you mean \`rolls\`?`,
    });
    expect(showProblem(p)).toBe(
      [
        "a.yaml:3:3 error: there is no key `rols` here [unknown-key]",
        "  3 |   rols: 3",
        "    |   ^^^^",
        "  did you mean `rolls`?",
      ].join("\n"),
    );
  });

  it("comes in the order of places, those without place first", () => {
    const later = problem("b", msg`test.later: later`, { place });
    const first = problem("a", msg`test.first: first`, { place: createPlaceLocator("a.yaml", TEXT)(0) });
    const text = showProblems([later, first, problem("c", msg`test.no-place: no place`)]);
    expect([text.indexOf("no place"), text.indexOf("first"), text.indexOf("later")]).toEqual(
      [text.indexOf("no place"), text.indexOf("first"), text.indexOf("later")].sort((a, b) => a - b),
    );
  });
});
