import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStudio, type Studio } from "../../bench/photos/camera/photograph.ts";
import { FIRST_FOLD } from "../../bench/photos/folds.ts";
import { printSheet } from "../../bench/photos/print.ts";
import { planSheetOf } from "../../bench/photos/sheets/plan.ts";
import { loadGame } from "../../src/files/package/games.ts";
import { openScanner, type Scanner } from "../../src/files/pictures/scanner.ts";
import { good } from "../support/results.ts";

const VARIANT = fileURLToPath(new URL("files/all-words.yaml", import.meta.url));

/** Where everything is tested, a missing tool is a fault; at a desk these tests are skipped without it (package poppler-utils). */
const canRender = spawnSync("pdftoppm", ["-v"]).status === 0 || process.env.AUGENBLOCK_TOOLS === "required";

describe.skipIf(!canRender)("a photographed sheet with all that variants can say", () => {
  const prints = mkdtempSync(join(tmpdir(), "augenblock-words-"));
  let studio: Studio;
  let scanner: Scanner;

  beforeAll(async () => {
    const game = good(await loadGame(VARIANT));
    studio = await openStudio(prints, FIRST_FOLD, "first", {
      plan: (photo, topic, wish) => planSheetOf(game, photo, topic, wish),
      print: printSheet,
    });
    scanner = good(await openScanner({ variant: VARIANT }));
  }, 120_000);
  afterAll(async () => {
    await scanner.close();
    rmSync(prints, { recursive: true, force: true });
  });

  const read = async (photo: number, mistake: string | null) => {
    const wish = { mistake, isHalfFilled: false, paper: "a5" };
    const { jpeg, truth } = await studio.take(photo, "easy", wish);
    const sheets = await scanner.scan(jpeg);
    expect(sheets).toHaveLength(1);
    const [sheet] = sheets.map((one) => good(one));
    const faults = truth.sheets.map((one) => one.planted);
    return { judgement: sheet?.judgement, boxes: sheet?.reading.boxes ?? [], faults };
  };

  it("is read, minus points included, and found correct", async () => {
    const { judgement, boxes, faults } = await read(3, null);
    expect(faults).toEqual([null]);
    expect(judgement).toMatchObject({ verdict: "correct", findings: [] });
    const scores = boxes.flatMap(({ written }) => (written.kind === "score" ? [written.value] : []));
    expect(scores).toContain(-20);
  }, 120_000);

  it("is told its planted mistake", async () => {
    const { judgement, faults } = await read(5, "wrongLine");
    const [planted] = faults;
    expect(planted).toMatchObject({ code: "wrong-sum" });
    expect(judgement?.verdict).toBe("mistakes");
    expect(judgement?.findings.map(({ finding }) => finding)).toMatchObject([
      { code: "wrong-sum", column: planted?.column },
    ]);
  }, 120_000);
});
