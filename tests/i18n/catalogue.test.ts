import { expect, it } from "vitest";
import { Catalogue, translateProblem } from "../../src/i18n/language.ts";
import { msg } from "../../src/rules/problem/message.ts";
import { problem } from "../../src/rules/problem/problem.ts";

const german = new Catalogue(
  "de",
  new Map([
    ["test.no-file", "die Datei {0} gibt es nicht"],
    ["test.sheet", "das Blatt von {0}"],
    ["test.both", "{1} und {0}"],
  ]),
);

it("tells messages, and those within them, with their values in its own order", () => {
  expect(german.code).toBe("de");
  expect(german.tell(msg`test.no-file: there is no file ${"a.yaml"}`)).toBe("die Datei a.yaml gibt es nicht");
  expect(german.tell(msg`test.no-file: there is no file ${msg`test.sheet: the sheet of ${"Anna"}`}`)).toBe(
    "die Datei das Blatt von Anna gibt es nicht",
  );
  expect(german.tell(msg`test.both: ${1} and ${"two"}`)).toBe("two und 1");
});

it("tells in English what it lacks, with what it knows inside", () => {
  expect(german.tell(msg`test.look: look at ${msg`test.sheet: the sheet of ${"Ben"}`}`)).toBe(
    "look at das Blatt von Ben",
  );
});

it("tells all of a problem, and changes nothing else of it", () => {
  const hint = msg`test.sheet: the sheet of ${"Ben"}`;
  const plain = problem("gone", msg`test.no-file: there is no file ${"b"}`);
  expect(translateProblem(plain, german)).toEqual({ ...plain, message: "die Datei b gibt es nicht" });
  expect(
    translateProblem(problem("gone", msg`test.no-file: there is no file ${"b"}`, { hint }), german),
  ).toMatchObject({
    code: "gone",
    severity: "error",
    message: "die Datei b gibt es nicht",
    hint: "das Blatt von Ben",
  });
});
