import { describe, expect, it } from "vitest";
import { findExcessDepth } from "../../src/i18n/parse-template.ts";

describe("how deep a template is nested", () => {
  it("is counted by blocks and calls", () => {
    expect(findExcessDepth("{{#if a}}{{#each b}}x{{/each}}{{/if}}", 2)).toBeNull();
    expect(findExcessDepth("{{#if a}}{{#each b}}x{{/each}}{{/if}}", 1)).toBe(9);
    expect(findExcessDepth("x {{join (join (join a))}}", 1)).toBe(2);
    expect(findExcessDepth("x {{join (join a) (join b)}}", 1)).toBeNull();
  });

  it("goes back where blocks are closed", () => {
    expect(findExcessDepth("{{#if a}}x{{/if}}".repeat(50), 1)).toBeNull();
    expect(findExcessDepth("{{#if a}}x{{else if b}}y{{else}}z{{/if}}".repeat(50), 2)).toBeNull();
    expect(findExcessDepth(`${"{{/if}}".repeat(50)}{{#if a}}{{/if}}`, 1)).toBeNull();
  });

  it("grows with every `else if`, which is a block in a block", () => {
    expect(findExcessDepth("{{#if a}}{{else if b}}{{else if c}}{{/if}}", 2)).toBe(22);
    expect(findExcessDepth("{{~#if a~}}{{~else if b~}}{{/if}}", 1)).toBe(11);
    expect(findExcessDepth("{{^if a}}{{^if b}}{{/if}}{{/if}}", 1)).toBe(9);
    expect(findExcessDepth("{{#if a}}{{^}}{{/if}}", 1)).toBeNull();
  });

  it("is found at once, however long the text and whatever is missing in it", () => {
    for (const text of [
      "{{".repeat(200_000),
      "{{#if ".repeat(60_000),
      "}}".repeat(200_000),
      "{{a}}".repeat(80_000),
    ])
      expect(findExcessDepth(text, 250)).toBeNull();
  });
});
