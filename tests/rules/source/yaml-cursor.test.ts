import { describe, expect, it } from "vitest";
import { findCompletionCursor, findCursor } from "../../../src/rules/source/edit-yaml.ts";

/** A text with `|` where the cursor is. */
function split(marked: string): [text: string, offset: number] {
  return [marked.replace("|", ""), marked.indexOf("|")];
}

/** What is typed there, in short: kind, path and word, and the keys next to it. */
function typed(marked: string) {
  const found = findCompletionCursor(...split(marked));
  return found && [found.kind, found.path.join("."), found.word, found.beside.join(",")];
}

/** What is written there. */
function written(marked: string) {
  const found = findCursor(...split(marked));
  return found && [found.kind, found.path.join("."), found.word, found.beside.join(",")];
}

describe("what is being typed", () => {
  it.each([
    ["the first key of a file", "|", ["key", "", "", ""]],
    ["a key after others", "id: a\nna|\nrows: 1\n", ["key", "", "na", "id,rows"]],
    ["a key on a blank line in a map", "a:\n  b: 1\n  |\nc: 2\n", ["key", "a", "", "b"]],
    ["a key before a comment", "a: 1\nb| # later\n", ["key", "", "b", "a"]],
    ["a key beside a dash", "a:\n  - fr|\n", ["key", "a.0", "fr", ""]],
    ["a key far from its dash", "a:\n  -   fr|\n", ["key", "a.0", "fr", ""]],
    ["another key below a dash", "a:\n  - from: 1\n    ad|\n", ["key", "a.0", "ad", "from"]],
    ["a key with a dot and a dash", "low.er-b|", ["key", "", "low.er-b", ""]],
    ["a key that has its colon", "i|: a\nb: 2\n", ["key", "", "i", "b"]],
    ["a key between brackets", "name: { de: a, e| }\n", ["key", "name", "e", "de"]],
    ["a value", "a: b|\nc: 1\n", ["value", "a", "b", ""]],
    ["a value where none is yet", "a: |\nc: 1\n", ["value", "a", "", ""]],
    ["a value right behind the colon", "a:|\nc: 1\n", ["value", "a", "", ""]],
    ["a value deep below", "a:\n  b:\n    - c: 1\n      d: |\n", ["value", "a.b.0.d", "", ""]],
    ["an element of a list", "a: [one, tw|]\n", ["value", "a.1", "tw", ""]],
    ["a key before blanks", "a: 1\nb|  \n", ["key", "", "b", "a"]],
    ["an element with words behind it", "a:\n  - on| two\n", ["value", "a.0", "on", ""]],
    ["a value with more words behind it", "a: b| c\n", ["value", "a", "b", ""]],
  ])("is told: %s", (_, marked, expected) => {
    expect(typed(marked)).toEqual(expected);
  });

  it("stands where its word does, up to the cursor", () => {
    expect(findCompletionCursor("id: yaz\n", 7)).toMatchObject({ word: "yaz", from: 4, to: 7 });
    expect(findCompletionCursor("id: yaz\n", 6)).toMatchObject({ word: "ya", from: 4, to: 6 });
    expect(findCompletionCursor("id:\n", 3)).toMatchObject({ word: "", from: 3, to: 3 });
  });

  it("is nothing in a comment", () => {
    expect(typed("# abo|ut\nid: a\n")).toBeNull();
    expect(typed("id: a # abo|ut\n")).toBeNull();
  });
});

describe("what is written", () => {
  it.each([
    ["a key", "id: a\nna|me: b\n", ["key", "", "name", "id"]],
    ["its end", "id|: a\nname: b\n", ["key", "", "id", "name"]],
    ["a value", "id: a\nname: |b\n", ["value", "name", "b", ""]],
    ["a quoted value, without the quotation marks", 'id: "yaz|zo"\n', ["value", "id", "yazzo", ""]],
    ["an element of a list", "rows:\n  - one\n  - t|wo\n", ["value", "rows.1", "two", ""]],
    ["a key in a map of a list", "rows:\n  - a: 1\n    b|: 2\n", ["key", "rows.0", "b", "a"]],
    ["a number as it was typed", "stake: 2.|50\n", ["value", "stake", "2.50", ""]],
    ["the only value of a file", "ya|zzo\n", ["value", "", "yazzo", ""]],
  ])("is told: %s", (_, marked, expected) => {
    expect(written(marked)).toEqual(expected);
  });

  it("is nothing between words, after an empty value, and on a key that is a map", () => {
    expect(written("id:  |  a\n")).toBeNull();
    expect(written("id:|\n")).toBeNull();
    expect(written("? {a: 1}\n:| 2\n")).toBeNull();
  });

  it("stands where it stands", () => {
    expect(findCursor("id: yazzo # x\n", 5)).toMatchObject({ from: 4, to: 9 });
    expect(findCursor("id: yazzo\n", 0)).toMatchObject({ from: 0, to: 2 });
  });
});
