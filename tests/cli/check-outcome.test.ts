import { msg } from "../../src/rules/problem/message.ts";
import { describe, expect, it } from "vitest";
import {
  type Checked,
  type CheckedOne,
  checkedSheets,
  exitCode,
  unreadableFiles,
} from "../../src/cli/commands/check/checked.ts";
import { mendText, outputNames } from "../../src/cli/commands/check/outputs.ts";
import { eveningsJson, eveningsText, reportText, sheetJson } from "../../src/cli/commands/check/report.ts";
import { problem } from "../../src/rules/problem/problem.ts";
import { checkedPhoto, type PhotoSheet } from "../../src/scan/sheet/photo-sheet.ts";
import { emptyFolder } from "../support/command-line.ts";
import { evening } from "../support/evenings.ts";
import { language } from "../support/languages.ts";
import { clearly, numbers, photoOf } from "../support/made-up-photo.ts";

const en = language("en");

const checkedOne = (photo: PhotoSheet): CheckedOne => ({ ...checkedPhoto(photo), photo });

const outcomeOf = (photo: PhotoSheet): Checked => ({
  file: photo.files[0],
  result: { ok: true, value: checkedOne(photo) },
});
const photoReport = (photo: PhotoSheet) => reportText(checkedOne(photo), false, en);

const lost = (file: string): Checked => ({
  file,
  result: { ok: false, problems: [problem("too-blurred", msg`test.too-blurred: too blurred`)] },
});
const right = outcomeOf(photoOf(evening()));
const wrong = outcomeOf(photoOf(evening({ anna: "upper.sum: 73" })));
const unsure = outcomeOf(photoOf(evening(), [[{ player: 2, row: "threes" }, null]]));

describe("the exit code", () => {
  it.each<[string, Checked[], number]>([
    ["all correct", [right, right], 0],
    ["mistakes before unsure", [right, unsure, wrong], 1],
    ["unusable before mistakes", [wrong, lost("a.jpg"), unsure], 2],
    ["unsure before correct", [unsure, right], 3],
  ])("%s", (_, checked, code) => {
    expect(exitCode(checked)).toBe(code);
  });

  it("comes with each file that can't be used once", () => {
    const rejects = unreadableFiles([lost("a.jpg"), right, lost("a.jpg"), lost("b.jpg")]);
    expect(rejects.map(({ file, problems }) => [file, problems.length])).toEqual([
      ["a.jpg", 1],
      ["b.jpg", 1],
    ]);
  });
});

describe("what the terminal shows of a photographed sheet", async () => {
  const told = await photoReport(
    photoOf(evening({ anna: "upper.sum: 73" }), [[{ player: 2, row: "threes" }, null]]),
  );

  it("is the table with wrong and unsure boxes marked", () => {
    expect(told).toMatch(/^Upper sum +✗ 73 +21$/m);
    expect(told).toMatch(/^Threes +9 +\?$/m);
    expect(told).toMatch(/^Fours +12 +4$/m);
    expect(told).toContain("? not read for sure");
  });

  it("tells mistakes with their weight, and questions", () => {
    expect(told).toMatch(/1 mistake:\n {2}✗ Anna, Upper sum: 73 is not right; it should be 63\. \(.*%/);
    expect(told).toContain("One question:\n  ? Ben, Threes: can’t be seen. Perhaps 3?");
  });

  it("says that all is right only where all is sure", async () => {
    expect(await photoReport(photoOf(evening()))).toContain("2 players, everything is right.");
    const doubtful = await photoReport(photoOf(evening(), [[{ player: 2, row: "threes" }, null]]));
    expect(doubtful).toContain("No mistake found, but not everything was read for sure.");
    expect(doubtful).not.toContain("everything is right");
  });

  it("pays out provisionally at most as long as something is not sure", async () => {
    const torn = photoOf(evening({ ben: "grand.total: , upper.sum: , upper.bonus: " }), [
      [{ player: 2, row: "threes" }, numbers({ "3": 0.5, "9": 0.5 })],
    ]);
    expect(torn.judgement.verdict).toBe("unsure");
    expect(await photoReport(torn)).toContain("Provisional");
  });

  it("ends with the evening and the way out", () => {
    const closing = eveningsText(checkedSheets([right, unsure]), en);
    expect(closing).toContain("Game night: EdenCity Yatzy, 2 games added up");
    expect(mendText([right, unsure], en)).toContain("--confirm");
    expect(eveningsText(checkedSheets([right]), en) + mendText([right], en)).toBe("");
  });
});

describe("a photographed sheet as JSON", () => {
  it("has what a typed one has, and every box with its confidence", () => {
    const plain = JSON.parse(JSON.stringify(sheetJson(unsure, en, null)));
    expect(plain).toMatchObject({
      file: "night.jpg",
      photos: ["night.jpg"],
      number: null,
      variant: "edencity-yatzy",
      verdict: "unsure",
      problems: [],
    });
    expect(plain.boxes.length).toBe(2 * (13 + 5));
    expect(plain.boxes[0]).toEqual({
      player: "Anna",
      column: "main",
      category: "ones",
      line: null,
      kind: "score",
      value: 3,
      confidence: expect.closeTo(1, 2),
      alternatives: expect.any(Array),
      doubt: null,
      confirmed: false,
    });
    const hidden = plain.boxes.find((box: { doubt: string }) => box.doubt !== null);
    expect(hidden).toMatchObject({
      player: "Ben",
      category: "threes",
      kind: "unknown",
      value: null,
      doubt: "hidden",
    });
    expect(hidden.alternatives[0]).toMatchObject({ kind: "score", value: 3 });
  });

  it("weighs each finding", () => {
    const plain = JSON.parse(JSON.stringify(sheetJson(wrong, en, null)));
    expect(plain.findings[0]).toMatchObject({ code: "wrong-sum", player: "Anna", expected: 63, sure: true });
    expect(plain.findings[0].probability).toBeGreaterThan(0.9);
    expect(plain.findings[0]).toHaveProperty("misread");
  });

  it("has the evening beside the sheets", () => {
    expect(eveningsJson(checkedSheets([right, right]))).toEqual([
      {
        variant: "edencity-yatzy",
        date: null,
        place: null,
        evening: null,
        sheets: 2,
        games: 2,
        nameless: false,
        unnamed: [],
        provisional: false,
        ranking: [
          { name: "Anna", rank: 1, total: 568, points: null, payout: 9 },
          { name: "Ben", rank: 2, total: 414, points: null, payout: 0 },
        ],
      },
    ]);
  });
});

describe("names of files that are written", () => {
  it("are as given for one sheet, numbered for several, and the photos' own in a folder", () => {
    const folder = emptyFolder();
    expect(outputNames("out.png", ["a.jpg"], ".png")).toEqual(["out.png"]);
    expect(outputNames("x.y/out.png", ["a.jpg", "b.jpg"], ".png")).toEqual([
      "x.y/out-1.png",
      "x.y/out-2.png",
    ]);
    expect(outputNames(folder, ["p/a.jpg", "q/a.jpg"], ".png")).toEqual([
      `${folder}/a.png`,
      `${folder}/a-2.png`,
    ]);
    expect(outputNames("new/", ["a.jpg"], ".yaml")).toEqual(["new/a.yaml"]);
  });
});

describe("the standing of a sheet with boxes in question", () => {
  const hidden = ["threes", "fives", "chance"].map((row) => [{ row }, null] as const);
  const total = (rows: readonly string[]) => {
    const views = rows.map((row) => [{ row }, null] as const);
    return photoReport(photoOf(evening(), views)).match(/On the sheet, Anna has (\d+) points/)?.[1];
  };

  it("names the total that is written, if it is read for sure", () => {
    const { report } = photoOf(evening()).judgement;
    const [anna] = report.players;
    expect(anna?.written).toBeGreaterThan(100);
    expect(photoReport(photoOf(evening(), hidden))).toContain("Standings so far");
    expect(total(["threes", "fives", "chance"])).toBe(String(anna?.written));
    expect(total([])).toBeUndefined();
    expect(total(["threes", "fives", "chance", "grand.total"])).toBeUndefined();
  });
});

describe("a sheet with very many questions", () => {
  const blurred = clearly({ kind: "unknown" });
  const warnings = (count: number) => {
    const sheet = evening();
    const rows = photoOf(sheet).reading.boxes.slice(0, count);
    const views = rows.map(({ player, column, category, line }) => {
      const place = { player: player ?? 1, row: category ?? line ?? "" };
      return [column === null ? place : { ...place, column }, blurred] as const;
    });
    return photoOf(sheet, views).warnings.map(({ code }) => code);
  };

  it("is better typed", () => {
    expect(photoOf(evening()).reading.boxes.length).toBeGreaterThan(30);
    expect(warnings(60)).toContain("many-questions");
    expect(warnings(10)).not.toContain("many-questions");
  });
});
