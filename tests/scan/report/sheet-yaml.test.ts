import { describe, expect, it } from "vitest";
import { type Games, readSheet } from "../../../src/check/read/read-sheet.ts";
import { saveSheet } from "../../../src/check/write-sheet.ts";
import { success } from "../../../src/rules/problem/problem.ts";
import { photoYaml } from "../../../src/scan/report/sheet-yaml.ts";
import { evening } from "../../support/evenings.ts";
import { SHIPPED, shippedGame } from "../../support/games.ts";
import { language } from "../../support/languages.ts";
import { photoOf } from "../../support/made-up-photo.ts";
import { sheetFrom } from "../../support/sheet-files.ts";
import { correctSheet, randomFrom } from "../../support/sheets.ts";

const en = language("en");

describe("a photographed sheet as YAML", () => {
  it.each(SHIPPED)("of %s is read back as it was read from the photo", (id) => {
    const game = shippedGame(id);
    const players = game.columns.length === 1 ? 2 : 1;
    const sheet = correctSheet(game, randomFrom(3), { players, turns: 6, lines: 0.7 });
    const photo = photoOf(sheet);
    const back = sheetFrom(photoYaml(photo, en));
    expect(saveSheet(back, "yaml")).toBe(saveSheet(photo.sheet, "yaml"));
    expect(back.players.map(({ name }) => name)).toEqual(photo.sheet.players.map(({ name }) => name));
  });

  it("says beside a box what is not sure there, and leaves it blank where nothing was read", () => {
    const photo = photoOf(evening(), [[{ player: 2, row: "threes" }, null]]);
    const yaml = photoYaml(photo, en);
    expect(yaml).toContain("\n        threes:   # not sure: Ben, Threes: can’t be seen. Perhaps 3?\n");
    const back = sheetFrom(yaml);
    expect(back.players[1]?.boxes.get("main")?.get("threes")).toEqual({ kind: "empty" });
  });

  it("keeps names and files that mean something in YAML as they are", () => {
    const names = ["yes: {no}", "# a\\b"] as const;
    const photo = photoOf(evening({ names }), [], { files: ["a\n- b: c.jpg"] });
    const back = sheetFrom(photoYaml(photo, en));
    expect(back.players.map(({ name }) => name)).toEqual(names);
  });

  it("says what a store-bought pad changes of the rules, and is checked by that", () => {
    const changes = { sections: { upper: { tiers: [{ from: 64, add: 50 }] } } };
    const pad = { id: "own", name: { en: "Own" }, confidence: 1, isSure: true, columns: "players" } as const;
    const yaml = photoYaml(photoOf(evening(), [], { pad: { ...pad, changes } }), en);
    const asked: unknown[] = [];
    const { game } = evening();
    const games: Games = (variant, options, changed) => {
      asked.push([variant, options, JSON.parse(JSON.stringify(changed))]);
      return success(game);
    };
    expect(readSheet({ file: "night.yaml", text: yaml, format: "yaml" }, games, [en]).ok).toBe(true);
    expect(asked).toEqual([[game.id, {}, changes]]);
    expect(photoYaml(photoOf(evening()), en)).not.toContain("changes");
    const wrong = readSheet(
      { file: "night.yaml", text: yaml.replace(/changes: .*/, "changes: 64"), format: "yaml" },
      games,
      [en],
    );
    expect(!wrong.ok && wrong.problems[0]?.message).toContain("`changes`");
  });

  it("names the house rules that were played by", () => {
    const game = shippedGame("doppel-yatzy", { extra: "strike" });
    const sheet = correctSheet(game, randomFrom(3), { players: 1, turns: 2, lines: 0 });
    const back = sheetFrom(photoYaml(photoOf(sheet), en));
    expect(back.game.options.find(({ id }) => id === "extra")?.chosen).toBe("strike");
  });
});
