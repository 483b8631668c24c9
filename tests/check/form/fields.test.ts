import { describe, expect, it } from "vitest";
import {
  boxField,
  headField,
  nameField,
  fieldOwner,
  readIdentity,
  tickField,
} from "../../../src/check/form/fields.ts";

describe("the fields of a form", () => {
  it("have names that say where they stand", () => {
    expect(boxField(3, 2, { column: "down", row: "ones" })).toBe("sheet3.player2.down.ones");
    expect(boxField(1, 1, { column: null, row: "grand.total" })).toBe("sheet1.player1.sheet.grand-total");
    expect(nameField(3, 2)).toBe("sheet3.name.player2");
    expect(headField(3, 2, 1)).toBe("sheet3.head.page2.line1");
    expect(tickField(3, 2, "chips", 4)).toBe("sheet3.ticks.player2.chips.4");
  });

  it.each([
    ["sheet3.player12.down.ones", { sheet: 3, player: 12 }],
    ["sheet9999.player9999.sheet.grand-total", { sheet: 9999, player: 9999 }],
    ["sheet3.name.player2", null],
    ["sheet3.head.page2.line1", null],
    ["sheet3.ticks.player2.chips.4", null],
    ["sheet0.player1.main.ones", null],
    ["sheet1.player0.main.ones", null],
    ["sheet10000.player1.main.ones", null],
    ["sheet1.player10000.main.ones", null],
    ["sheet1.player1", null],
    ["sheetX.player1.main.ones", null],
    ["sheet1.playerX.main.ones", null],
    ["sheet1_player1.main.ones", null],
    ["sheet1.player1_main.ones", null],
    ["my.sheet1.player1.main.ones", null],
    ["", null],
  ])("tell the sheet and the player of a box: %s", (field, owner) => {
    expect(fieldOwner(field)).toEqual(owner);
  });
});

describe("how a form identifies itself", () => {
  const identity = {
    code: "154HT RUBJ",
    variant: "yazzo",
    options: { bonus_tiers: "both" },
    language: "de",
    paper: "a5",
    rules: "0123456789abcdef",
    firstNumber: 0,
  };
  const readWith = (change: object) => readIdentity(JSON.stringify({ ...identity, ...change }));

  it("is read as it was written", () => {
    expect(readWith({})).toEqual(identity);
    expect(readWith({ firstNumber: 12 })).toEqual({ ...identity, firstNumber: 12 });
    const long = { code: "c".repeat(40), variant: "v".repeat(200), language: "l".repeat(40) };
    const longer = {
      paper: "p".repeat(40),
      rules: "r".repeat(40),
      options: { ["o".repeat(200)]: "c".repeat(200) },
    };
    expect(readWith({ ...long, ...longer })).toEqual({ ...identity, ...long, ...longer });
  });

  it.each<object>([
    { code: "c".repeat(41) },
    { variant: "v".repeat(201) },
    { variant: 3 },
    { options: { ["o".repeat(201)]: "c" } },
    { options: { o: "c".repeat(201) } },
    { options: null },
    { language: "l".repeat(41) },
    { paper: "p".repeat(41) },
    { rules: "r".repeat(41) },
    { rules: undefined },
    { firstNumber: -1 },
    { firstNumber: 1.5 },
  ])("is none with %o", (change) => {
    expect(readWith(change)).toBeNull();
  });

  it.each(["", "{", "[]", "null", '"yazzo"'])("is none in another text: %s", (strange) => {
    expect(readIdentity(strange)).toBeNull();
  });
});
