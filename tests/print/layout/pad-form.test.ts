import { describe, expect, it } from "vitest";
import { PAD_FORM } from "../../../src/print/layout/pad-form.ts";

const formOf = (more: object) => PAD_FORM.parse({ title: "Yazzo", rows: [{ heading: "Oben" }], ...more });

describe("the form of a pad", () => {
  it("needs a title and a row; all else may be left out", () => {
    expect(formOf({})).toEqual({
      title: "Yazzo",
      subtitle: null,
      fields: [],
      name: "",
      nameOfOne: "",
      columns: new Map(),
      rows: [{ kind: "heading", text: "Oben" }],
      foot: [],
    });
    expect(PAD_FORM.safeParse({ title: "Yazzo", rows: [] }).success).toBe(false);
  });

  it.each<[written: unknown, read: string | null]>([
    [undefined, null],
    [null, null],
    ["", null],
    ["für zwei", "für zwei"],
  ])("has words or none: %j", (written, read) => {
    expect(formOf({ subtitle: written }).subtitle).toBe(read);
    const [row] = formOf({ rows: [{ box: "ones", label: "1er", hint: written }] }).rows;
    expect(row).toMatchObject({ kind: "box", category: "ones", label: "1er", hint: read });
  });

  it.each<[written: string, dice: (number | string)[]]>([
    ["", []],
    ["1", [1]],
    ["3 3  5 10", [3, 3, 5, 10]],
    ["K D 9 1a a1 AB", ["K", "D", 9, "1a", "a1", "AB"]],
  ])("shows dice %j", (dice, faces) => {
    expect(formOf({ rows: [{ box: "b", label: "B", dice }] }).rows).toMatchObject([{ dice: faces }]);
  });

  it("has fields, columns, lines and small boxes", () => {
    const form = formOf({
      fields: [{ label: "Name", kind: "name", share: 3 }, { label: "Ort" }],
      columns: [
        { column: "down", label: "Ab", arrow: "down", factor: "×2" },
        { column: "up", label: "Auf" },
      ],
      rows: [
        { line: "grand.total", label: "Summe", rank: "grand" },
        { ticks: "chips", label: "Chips", count: 3 },
      ],
    });
    expect(form.fields).toEqual([
      { label: "Name", share: 3, several: false, purpose: "name" },
      { label: "Ort", share: 1, several: false, purpose: null },
    ]);
    expect([...form.columns]).toEqual([
      ["down", { label: "Ab", arrow: "down", factor: "×2" }],
      ["up", { label: "Auf", arrow: null, factor: null }],
    ]);
    expect(form.rows).toEqual([
      { kind: "line", line: "grand.total", label: "Summe", hint: null, rank: "grand" },
      { kind: "ticks", ticks: "chips", label: "Chips", hint: null, count: 3 },
    ]);
  });
});
