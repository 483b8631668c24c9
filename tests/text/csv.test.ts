import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCsv } from "../../src/text/csv.ts";

function rows(text: string): string[][] {
  const read = readCsv("f.csv", text);
  if (!read.ok) throw new Error(read.problems.map((p) => p.message).join());
  return read.value.rows.map((row) => row.map((cell) => cell.text));
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

describe("readCsv", () => {
  test("reads what RFC 4180 writes", () => {
    const cell = fc
      .array(fc.constantFrom("a", "Ü", " b ", '"', ";", ",", "\t", "\n", "\r\n", "1"), { maxLength: 4 })
      .map((parts) => parts.join(""));
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(
        table,
        fc.constantFrom(";", ",", "\t"),
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
  });

  test("takes any line end, a byte order mark and spaces around cells", () => {
    expect(rows("\ufeffa; b \r\nc;d\re;f\n")).toEqual([["a", "b"], ["c", "d"], ["e", "f"], []]);
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

  test("has one problem for quotation marks that don't match", () => {
    for (const [text, col] of [
      ['a;"b', 3],
      ['a;"b"c', 3],
      ['a;"b""', 3],
    ] as const) {
      const read = readCsv("f.csv", text);
      expect(read.ok ? [] : read.problems.map((p) => [p.code, p.place?.col])).toEqual([["csv-syntax", col]]);
    }
  });
});
