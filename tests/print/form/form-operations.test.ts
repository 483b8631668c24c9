import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import swc from "@swc/core";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type FormulaOperation, operate } from "../../../src/rules/dice/formula.ts";

const LIBRARY = readFileSync(new URL("../../../templates/form.js", import.meta.url), "utf8");
const FORMULA = readFileSync(new URL("../../../src/rules/dice/formula.ts", import.meta.url), "utf8");
/** A record, so that a new operation can't be left out here. */
const OPERATIONS = Object.keys({
  "+": true,
  "-": true,
  "*": true,
  "/": true,
  min: true,
  max: true,
} satisfies Record<FormulaOperation, true>) as FormulaOperation[];

/** What the script of a form makes of two numbers. */
function operateInForm(op: FormulaOperation, left: number, right: number): number {
  const table = JSON.stringify({ marks: [], sums: { "main.sum": ["least", -1e9, [op, ["main.a", right]]] } });
  const event = { target: { name: "sheet1.player1.main.sum" }, value: "" };
  const doc = { getField: () => ({ value: String(left) }) };
  runInNewContext(`${LIBRARY}\naugenblock(${table}).calculate(event, doc);`, { event, doc });
  return Number(event.value);
}

it("the script of a form has the function of the rules, as old JavaScript; `npm run golden` renews it", async () => {
  const [, source = ""] = /^export (function operate\(.*?^\})/ms.exec(FORMULA) ?? [];
  const { code } = swc.transformSync(source, {
    isModule: false,
    jsc: { target: "es5", parser: { syntax: "typescript" } },
  });
  const indented = code.trimEnd().replaceAll("    ", "  ").replaceAll(/^/gm, "  ");
  const made = indented.replace("switch(op){", "switch (op) {");
  const found = /^ {2}function operate\(.*?^ {2}\}/ms;
  expect(made).toMatch(found);
  await expect(LIBRARY.replace(found, made)).toMatchFileSnapshot("../../../templates/form.js");
});

it.each(OPERATIONS)("%s in the script of a form is the operation of the rules", (op) => {
  const number = fc.integer({ min: -10_000, max: 10_000 });
  const right = op === "/" ? fc.integer({ min: 1, max: 10_000 }) : number;
  fc.assert(
    fc.property(number, right, (one, other) => {
      expect(operateInForm(op, one, other)).toBe(operate(op, one, other) + 0);
    }),
    { numRuns: 60 },
  );
});
