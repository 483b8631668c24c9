import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import { readCsv } from "../../../src/rules/source/csv.ts";

function rows(text: string): string[][] {
  const read = readCsv("f.csv", text);
  if (!read.ok) throw new Error(read.problems.map((p) => p.message).join());
  return read.value.rows.map((row) => row.map((cell) => cell.text));
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/** Cells and lines as a hand may type them, sensible or not. */
const typed = fc
  .array(fc.constantFrom("a", "b c", " ", "  ", '"', '"', '""', ";", ";", "\n", "\r\n"), { maxLength: 14 })
  .map((parts) => parts.join(""));

describe("readCsv", () => {
  test("reads what RFC 4180 writes", () => {
    const cell = fc
      .array(fc.constantFrom("a", "Ü", " b ", '"', ";", ",", "\t", "|", "\n", "\r\n", "1"), { maxLength: 4 })
      .map((parts) => parts.join(""));
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(
        table,
        fc.constantFrom(";", ",", "\t", "|"),
        fc.constantFrom("\n", "\r\n"),
        (cells, delimiter, end) => {
          const text = cells.map((row) => row.map(quoted).join(delimiter)).join(end);
          const said = `sep=${delimiter}\r\n${text}`;
          expect(rows(said)).toEqual(cells.map((row) => row.map((value) => value.trim())));
        },
      ),
    );
  });

  test("finds out what stands between cells", () => {
    expect(rows("a;b,c")).toEqual([["a", "b,c"]]);
    expect(rows("a,b\nc;d,e")).toEqual([
      ["a", "b"],
      ["c;d", "e"],
    ]);
    expect(rows("a\tb;c\td")).toEqual([["a", "b;c", "d"]]);
    expect(rows("title\n\na;b")).toEqual([["title"], [""], ["a", "b"]]);
    expect(rows("two, words\n\nx;A;B\n1er;1,0;2,0\n2er;3,5;4,0").at(-1)).toEqual(["2er", "3,5", "4,0"]);
    expect(rows('"a;b;c",d\n"e;f;g",h')).toEqual([
      ["a;b;c", "d"],
      ["e;f;g", "h"],
    ]);
    expect(rows("alone")).toEqual([["alone"]]);
    expect(rows("")).toEqual([[""]]);
  });

  test("takes any line end, a byte order mark and spaces around cells", () => {
    expect(rows("\ufeffa; b \r\nc;d\re;f\n")).toEqual([
      ["a", "b"],
      ["c", "d"],
      ["e", "f"],
    ]);
    expect(rows('a; "b;c" ;d')).toEqual([["a", "b;c", "d"]]);
  });

  test("knows where cells stand", () => {
    const read = readCsv("f.csv", 'ä;b\n  c ;"d ""e"""\n');
    if (!read.ok) throw new Error("not read");
    const [, second] = read.value.rows;
    expect(second?.map((cell) => read.value.place(cell))).toMatchObject([
      { line: 2, col: 3, length: 1 },
      { line: 2, col: 6, length: 9 },
    ]);
  });

  test("knows where cells stand, whatever is typed", () => {
    fc.assert(
      fc.property(typed, fc.constantFrom("", "\ufeff", "sep=;\r\n", "\ufeffsep=;\n"), (body, opening) => {
        const text = `${opening}a;b;c;d\n${body}`;
        const read = readCsv("f.csv", text);
        fc.pre(read.ok);
        for (const { text: content, from, to } of read.value.rows.flat()) {
          const written = text.slice(from, to);
          const bare = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"').trim() : written;
          expect(bare).toBe(content);
        }
        const cells = read.value.rows.flat();
        cells.forEach(({ from }, at) => {
          const gap = text.slice(cells[at - 1]?.to ?? opening.length, from);
          expect(gap).toMatch(at === 0 ? /^\s*$/ : /^\s*[;\r\n]\s*$/);
        });
      }),
      { numRuns: 2000 },
    );
  });

  test("finds broken quotation marks where the parser finds them", () => {
    fc.assert(
      fc.property(typed, (body) => {
        const text = `sep=;\n${body.replaceAll(" ", "")}\n`;
        const parsed = Papa.parse(text.slice(6), { delimiter: ";", newline: "\n" });
        const read = readCsv("f.csv", text);
        const [first] = parsed.errors;
        const before = text.slice(6, 5 + (first?.index ?? 1)).split("\n");
        const expected = first === undefined ? null : [before.length + 1, (before.at(-1)?.length ?? 0) + 1];
        const place = read.ok ? null : read.problems.flatMap((p) => [p.place?.line, p.place?.col]);
        expect(place).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });

  test("has one problem for quotation marks that don't match", () => {
    for (const [text, col] of [
      ['a;"b', 3],
      ['a;"b"c', 3],
      ['a;"b""', 3],
      ['a;  "b', 5],
      ['a;  "b" c;d', 5],
    ] as const) {
      const read = readCsv("f.csv", text);
      expect(read.ok ? [] : read.problems.map((p) => [p.code, p.place?.col])).toEqual([["csv-syntax", col]]);
    }
  });

  test("takes numbers that a spreadsheet keeps as text for what they are", () => {
    const numbers = ["0", "3", "-5", "−12", "+7", "2,0"];
    for (const number of numbers)
      expect(rows(`x;="${number}";"=""${number}"""\n`)).toEqual([["x", number, number]]);
    expect(rows(`'8;x\n"=""Anna""";'\n`)).toEqual([
      ["'8", "x"],
      ["Anna", "'"],
    ]);
  });
});
