import { readFileSync } from "node:fs";
import { deflateRawSync, deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { packText, unpackText } from "../../src/print/publish/publication.ts";
import { need } from "../../src/rules/problem/problem.ts";

const packed = (bytes: Uint8Array | string) => deflateRawSync(bytes).toString("base64url");

describe("a game in a link", () => {
  it("comes out as it went in", () => {
    for (const text of ["id: ours\n", readFileSync("variants/doppel-yatzy.yaml", "utf8"), "ä 🎲", ""]) {
      const letters = need(packText(text));
      expect(letters).toMatch(/^[\w-]*$/);
      expect(letters === "" ? text : need(unpackText(letters))).toBe(text);
    }
  });

  it.each([
    ["ten megabytes", "A".repeat(10_000_000)],
    ["what unpacks to twenty megabytes", packed(new Uint8Array(20_000_000))],
    ["what is packed in another way", deflateSync("id: ours").toString("base64url")],
    ["half a game", packed("id: ours\nname: { de: Unser, en: Ours }\n").slice(0, 20)],
    ["other bytes than text", packed(new Uint8Array([0xff, 0xfe, 0x80]))],
    ["other signs", "<script>"],
    ["nothing", ""],
  ])("refuses %s in one sentence", (_, link) => {
    const read = unpackText(link);
    expect(read.ok ? read.value : read.problems.map(({ code }) => code)).toEqual(["no-variant"]);
  });

  it("refuses a game that is too large for a link", () => {
    const large = Array.from({ length: 30_000 }, (_, at) => Math.imul(at, 2_654_435_761).toString(36)).join(
      "",
    );
    expect(packText(large)).toMatchObject({ ok: false, problems: [{ code: "too-large" }] });
  });
});
