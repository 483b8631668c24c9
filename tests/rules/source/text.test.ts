import { describe, expect, it } from "vitest";
import { need } from "../../../src/rules/problem/problem.ts";
import { placesIn, plainMap, plainValue } from "../../../src/rules/source/text.ts";
import { readYaml } from "../../../src/rules/source/yaml.ts";

describe("a text that was read", () => {
  it("is a plain value: maps without a prototype, lists, and what stands in them", () => {
    const { root } = need(readYaml("f", "a: [1, x, {b: true}]\nc: {}\n__proto__: {d: 2}\n"));
    const value = plainValue(root) as Record<string, unknown>;
    expect(Object.getPrototypeOf(value)).toBeNull();
    expect(Object.keys(value)).toEqual(["a", "c", "__proto__"]);
    expect(JSON.stringify(value)).toBe('{"a":[1,"x",{"b":true}],"c":{},"__proto__":{"d":2}}');
    expect(root.kind === "map" && JSON.stringify(plainMap(root))).toBe(JSON.stringify(value));
  });

  it("has places: lines and columns from 1, with the line and at least one character", () => {
    const place = placesIn("f.yaml", "ab\r\ncd\n");
    expect(place(1)).toEqual({ file: "f.yaml", line: 1, col: 2, length: 1, text: "ab" });
    expect(place(5, 0)).toEqual({ file: "f.yaml", line: 2, col: 2, length: 1, text: "cd" });
    expect(place(4, 2)).toEqual({ file: "f.yaml", line: 2, col: 1, length: 2, text: "cd" });
    expect(place(99)).toEqual({ file: "f.yaml", line: 3, col: 1, length: 1, text: "" });
    expect(place(-3)).toMatchObject({ line: 1, col: 1 });
  });
});
