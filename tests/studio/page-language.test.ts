import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { loadLanguage } from "../../src/files/package/languages.ts";
import { studioFile } from "../../src/files/package/studio-files.ts";
import { quoteName } from "../../src/i18n/format.ts";
import { english, type Message } from "../../src/rules/problem/message.ts";
import { need, problem } from "../../src/rules/problem/problem.ts";
import { PAGE_HINTS, pageProblem } from "../../src/studio/engine/page-language.ts";
import { messagesInCode } from "../support/messages.ts";

const OF_COMMAND_LINE = /(?<![\w-])--[a-z]|`augenblock /;
/** What can be told in the studio: it has neither commands nor seasons. */
const messages = messagesInCode().filter(({ file }) => !/src.(cli|season|files.season)./.test(file));
const asMessage = (text: string, id = "test.any"): Message => ({
  id,
  text,
  values: Array.from({ length: 9 }, (_, n) => n),
});

describe.each(["de", "sv"])("problems on the page in %s", (code) => {
  const language = need(loadLanguage(code));

  it("are all translated by what the studio brings", () => {
    const texts: Record<string, string> = JSON.parse(readFileSync(studioFile("texts.json") ?? "", "utf8"));
    const files = Object.keys(texts).filter((name) => name.startsWith(`templates/${code}/messages/`));
    const known = new Set(files.flatMap((name) => Object.keys(parse(texts[name] ?? "") ?? {})));
    expect(messages.length).toBeGreaterThan(500);
    expect(messages.filter(({ id }) => !known.has(id))).toEqual([]);
  });

  it("give no hint of the command line, whatever the problem", () => {
    const hints = messages
      .map(({ id, text }) => asMessage(text, id))
      .filter((one) => OF_COMMAND_LINE.test(english(one)));
    expect(hints.length).toBeGreaterThan(20);
    for (const problemCode of ["anything", ...Object.keys(PAGE_HINTS)])
      for (const hint of hints) {
        const told = pageProblem(problem(problemCode, asMessage("here"), { hint }), language);
        expect(told.hint ?? "").not.toMatch(OF_COMMAND_LINE);
      }
  });

  it("have a way out on the page, in its language, where the usual one is a command", () => {
    const usual = asMessage("use `augenblock --anything`");
    const codes = Object.keys(PAGE_HINTS);
    expect(codes.length).toBeGreaterThan(9);
    for (const problemCode of codes) {
      const { hint } = pageProblem(problem(problemCode, asMessage("here"), { hint: usual }), language);
      expect(hint, problemCode).toBeTruthy();
      expect(hint).not.toBe(english(PAGE_HINTS[problemCode] ?? usual));
    }
  });

  it.each(["variant-not-here", "variant-changed"])("say nothing about files and codes: %s", (problemCode) => {
    const usual = asMessage("the sheet is for a game that is not among the shipped variants (code AB 12)");
    const { message, hint } = pageProblem(
      problem(problemCode, usual, { hint: asMessage("`augenblock x`") }),
      language,
    );
    expect(message).not.toMatch(/code|variant|^(?:the|this) /i);
    // The form below says what to do.
    expect(hint).toBeNull();
  });

  it("keep every other hint, with values in quotation marks", () => {
    const hint = asMessage("did you mean `{0}`?");
    expect(pageProblem(problem("does-not-fit", asMessage("here"), { hint }), language).hint).toBe(
      language
        .tell(hint)
        .replace("`0`", quoteName(language, "0"))
        .replace("`{0}`", quoteName(language, "{0}")),
    );
  });
});
