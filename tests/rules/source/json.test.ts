import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readJson } from "../../../src/rules/source/json.ts";
import type { TextNode } from "../../../src/rules/source/text.ts";

function plainValue(node: TextNode): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map(plainValue);
  return Object.fromEntries(node.entries.map((e) => [e.key, plainValue(e.value)]));
}

function problemOf(text: string): string | null {
  const read = readJson("f.json", text);
  if (read.ok) return null;
  return read.problems.map((p) => `${p.code} ${p.place?.line ?? 0}:${p.place?.col ?? 0}`).join();
}

describe("readJson", () => {
  test("reads what JSON.parse reads", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2, "\t"), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const read = readJson("f", text);
        expect(read.ok && JSON.stringify(plainValue(read.value.root))).toEqual(
          JSON.stringify(JSON.parse(text)),
        );
      }),
    );
  });

  test("counts as deep only what is still open: many maps and lists may stand side by side", () => {
    const entries = Array.from({ length: 60 }, (_, at) => `"k${at}": ${at % 2 === 0 ? '{"a": []}' : "[{}]"}`);
    expect(problemOf(`{${entries.join(",")}}`)).toBeNull();
    const open = "[{".repeat(20);
    expect(problemOf(`[${open.replaceAll("{", '{"a": ')}`)).toMatch(/^too-deep /);
  });

  test("refuses what JSON.parse refuses", () => {
    const broken = fc.array(
      fc.constantFrom("{", "}", "[", "]", ",", ":", '"a"', "1", "-", "null", " ", "x"),
      {
        maxLength: 8,
      },
    );
    fc.assert(
      fc.property(broken, (parts) => {
        const text = parts.join("");
        let parses = true;
        try {
          JSON.parse(text);
        } catch {
          parses = false;
        }
        expect(readJson("f", text).ok).toBe(parses);
      }),
      { numRuns: 2000 },
    );
  });

  test("knows where things stand and keeps what stands there twice", () => {
    const read = readJson("f", '{\n  "a": 1,\n  "a": "x"\n}');
    if (!read.ok || read.value.root.kind !== "map") throw new Error("not read");
    const [first, second] = read.value.root.entries;
    expect(first?.key).toBe("a");
    expect(second && read.value.place(second.value)).toMatchObject({ line: 3, col: 8, length: 3 });
  });

  test("has one problem, with its place, for a file that is no JSON", () => {
    expect(problemOf("variant: x\nplayers: []\n")).toBe("json-syntax 1:1");
    expect(problemOf('{"a": 1,}')).toBe("json-syntax 1:9");
    expect(problemOf('{"a": 01}')).toBe("json-syntax 1:8");
    expect(problemOf('{"a": "x\ny"}')).toBe("json-syntax 1:7");
    expect(problemOf('{"a": "\\q"}')).toBe("json-syntax 1:7");
    expect(problemOf('{"a": 1} {}')).toBe("json-syntax 1:10");
    expect(problemOf("")).toBe("json-syntax 1:1");
    expect(problemOf('"unfinished\\')).toBe("json-syntax 1:1");
  });

  test("says what is wrong in words of its own", () => {
    const message = (text: string) => {
      const read = readJson("f", text);
      return read.ok ? [] : read.problems.map((p) => p.message);
    };
    expect(message("\ufeffvariant: yatzy\n")).toEqual(["this is not JSON"]);
    expect(message('{"a": 1,}')).toEqual(["this is not JSON: expected a key in quotation marks here"]);
    expect(message("[1, 2")).toEqual(["the file ends too early: a comma or ] is missing"]);
    expect(message('{"chance": -}')).toEqual(["JSON has no such word or character"]);
    expect(message("[1 /* one */]")).toEqual(["JSON has no comments"]);
    expect(message('["a\tb"]')).toEqual(["there is a tab in this text"]);
    expect(message("[2.]")).toEqual(["a digit is missing in this number"]);
  });

  test("takes a byte order mark for nothing", () => {
    const read = readJson("f", '\ufeff{"a": 2.50}');
    if (!read.ok || read.value.root.kind !== "map") throw new Error("not read");
    const [entry] = read.value.root.entries;
    expect(entry).toMatchObject({
      keySpan: { from: 2, to: 5 },
      value: { value: 2.5, source: "2.50", from: 7 },
    });
  });

  test("turns away what is too deep, too large or not text", () => {
    expect(problemOf("[".repeat(200_000))).toBe("too-deep 1:41");
    expect(problemOf('{"a":'.repeat(100_000))).toBe("too-deep 1:201");
    // A wrong bracket closes nothing.
    expect(problemOf("[},".repeat(100_000))).toBe("too-deep 1:121");
    expect(problemOf(`${"[".repeat(40)}${"]".repeat(40)}`)).toBe(null);
    expect(problemOf(`[${"[],".repeat(100)}[]]`)).toBe(null);
    expect(problemOf(`"${"a".repeat(1_000_001)}"`)).toBe("file-too-large 0:0");
    expect(problemOf('"a\u0000"')).toBe("control-character 1:3");
  });
});
