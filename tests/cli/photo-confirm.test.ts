import { describe, expect, it } from "vitest";
import { confirmSheet } from "../../src/cli/commands/check/confirm.ts";
import type { Prompter } from "../../src/cli/console/prompts.ts";
import { msg } from "../../src/rules/problem/message.ts";
import { problem } from "../../src/rules/problem/problem.ts";
import { photoWords } from "../../src/scan/report/photo-words.ts";
import { answerPad, openQuestions, type PhotoSheet } from "../../src/scan/sheet/photo-sheet.ts";
import { otherPadProblem } from "../../src/scan/pads/view-tables.ts";
import { answering } from "../support/answering.ts";
import { evening } from "../support/evenings.ts";
import { language } from "../support/languages.ts";
import { ASKED_PAD, indexOf, numbers, photoOf } from "../support/made-up-photo.ts";

const en = language("en");

const torn = () =>
  photoOf(evening({ anna: "grand.total: , lower.sum: ", ben: "chance: 21" }), [
    [{ player: 2, row: "threes" }, null],
    [{ row: "chance" }, numbers({ "24": 0.55, "29": 0.45 })],
  ]);

const written = (photo: PhotoSheet, spot: Parameters<typeof indexOf>[1]) =>
  photo.reading.boxes[indexOf(photo, spot)]?.written;

describe("confirming a sheet", () => {
  it("asks box by box from the top of the reading, and offers readings with probabilities", async () => {
    const { prompter, heard, offered, left } = answering("29", "3");
    const photo = await confirmSheet(torn(), prompter, en);
    expect(heard[0]).toContain("2 questions");
    expect(heard.slice(1)).toEqual(["Anna, Chance: 24 or 29?", "Ben, Threes: can’t be seen. Perhaps 3?"]);
    expect(offered[0]?.[0]).toMatch(/^24 \(\d\d%\)$/);
    expect(offered[0]?.slice(-2)).toEqual(["type something else", "skip"]);
    expect(left).toEqual([]);
    expect(written(photo, { row: "chance" })).toEqual({ kind: "score", value: 29 });
    expect(openQuestions(photo)).toEqual([]);
    expect(photo.judgement.verdict).toBe("correct");
  });

  it("says what the photo lacks before it asks", async () => {
    const edge = problem("missing-edge", msg`test.left-edge-sheet: the left edge of the sheet is missing`, {
      severity: "warning",
    });
    const before = torn();
    const { prompter, heard } = answering("29", "3");
    await confirmSheet({ ...before, warnings: [edge] }, prompter, en);
    expect(heard[1]).toContain("the left edge of the sheet is missing");
    expect(heard[2]).toContain("Anna, Chance");
  });

  it("takes another number, a strike or a blank, and says what can't stand there", async () => {
    const { prompter, heard } = answering(
      "type something else",
      "abc",
      "27",
      "type something else",
      "/",
      "skip",
    );
    const photo = await confirmSheet(torn(), prompter, en);
    expect(heard).toContain("A whole number, a strike mark (/) or nothing");
    expect(written(photo, { row: "chance" })).toEqual({ kind: "score", value: 27 });
    expect(written(photo, { player: 2, row: "threes" })).toEqual({ kind: "strike" });
    const blank = await confirmSheet(torn(), answering("type something else", "", "skip").prompter, en);
    expect(written(blank, { row: "chance" })).toEqual({ kind: "empty" });
  });

  it("leaves what is skipped as it was, and does not ask again", async () => {
    const before = torn();
    const { prompter, heard } = answering("skip", "skip");
    const photo = await confirmSheet(before, prompter, en);
    expect(heard.length).toBe(3);
    expect(photo.reading).toEqual(before.reading);
    expect(photo.judgement.verdict).toBe("unsure");
  });

  it("changes the box that was asked about and no other", async () => {
    const before = torn();
    const photo = await confirmSheet(before, answering("29", "skip").prompter, en);
    const at = indexOf(before, { row: "chance" });
    const others = (one: PhotoSheet) =>
      one.reading.boxes.map(({ written }) => written).filter((_, other) => other !== at);
    expect(others(photo)).toEqual(others(before));
  });

  it("shows each box before it asks about it", async () => {
    const { prompter, heard } = answering("29", "skip");
    const before = torn();
    const shown: [at: number, heard: number][] = [];
    await confirmSheet(before, prompter, en, async (_, at) => void shown.push([at, heard.length]));
    expect(shown).toEqual([
      [indexOf(before, { row: "chance" }), 1],
      [indexOf(before, { player: 2, row: "threes" }), 2],
    ]);
  });

  it("says nothing where there is nothing to ask", async () => {
    const { prompter, heard } = answering();
    const photo = photoOf(evening());
    expect(await confirmSheet(photo, prompter, en)).toBe(photo);
    expect(heard).toEqual([]);
  });

  it("asks first which pad a sheet is of, if that is not sure", async () => {
    const pad = ASKED_PAD;
    const warnings = [
      problem("uncertain-pad", msg`test.which-pad: which pad is it?`, { severity: "warning" }),
    ];
    const before = photoOf(evening(), [], { pad, warnings });
    expect(before.judgement.verdict).toBe("unsure");
    const { prompter, heard, offered } = answering("Yes");
    const photo = await confirmSheet(before, prompter, en);
    expect(heard).toHaveLength(1);
    expect(heard[0]).toContain("Card");
    expect(offered[0]).toHaveLength(2);
    expect(photo.judgement.verdict).toBe("correct");
    expect(photo.pad?.isSure).toBe(true);
    expect(photo.warnings).toEqual([]);
    // Nothing is asked about a pad that is not known, and nothing on it is checked.
    const hidden = photoOf(evening(), [[{ row: "chance" }, null]], { pad });
    const other = await confirmSheet(hidden, answering("No, another one").prompter, en);
    expect(otherPadProblem(other.pad, "night.jpg")?.code).toBe("unknown-pad");
    expect(otherPadProblem(photo.pad, "night.jpg")).toBeNull();
  });

  it("does not ask which pad a sheet is of where a part of it is missing, and stays unsure", async () => {
    const pad = { ...ASKED_PAD, confidence: 1, staysUnsure: true } as const;
    const before = photoOf(evening({ anna: "grand.total: 300" }), [], { pad });
    const { prompter, heard } = answering("skip", "skip", "skip");
    const photo = await confirmSheet(before, prompter, en);
    expect(heard.filter((words) => words.includes("Card"))).toEqual([]);
    expect(photo.judgement.verdict).toBe("unsure");
    expect(photo.judgement.report.complete).toBe(false);
    expect(answerPad(before, true)).toBe(before);
    // A total of rows that nobody sees contradicts nothing.
    const says = (one: PhotoSheet) => photoWords(one, en).verdict;
    expect(says(before)).toContain("not 300");
    expect(says({ ...before, pad: { ...pad, lacksRows: true } })).not.toContain("not 300");
  });

  it("ends with whatever ends the answering, such as Ctrl-C", async () => {
    class Stopped extends Error {}
    const prompter: Prompter = {
      tell: () => undefined,
      choose: () => Promise.reject(new Stopped()),
      type: () => Promise.reject(new Stopped()),
    };
    await expect(confirmSheet(torn(), prompter, en)).rejects.toThrow(Stopped);
  });
});
