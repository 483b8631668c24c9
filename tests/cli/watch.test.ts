import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { rareTest } from "../support/cases.ts";
import { augenblock, emptyFolder } from "../support/command-line.ts";
import { BASE, OURS, watching } from "../support/watching.ts";

const PAD = "ours-en-a5.pdf";
const RULES = "ours-rules-en.pdf";
const start = watching();

describe("watch", () => {
  it("prints at once, then on each save of the variant or its base, and says what has changed", async () => {
    const watching = start();
    await watching.until("Press Ctrl-C to stop.");
    const first = watching.pdf(PAD);
    watching.write("ours.yaml", `${OURS}sections: {upper: {tiers: [{from: 60, add: 99}]}}\n`);
    expect(await watching.until(RULES)).toContain("99");
    expect(watching.pdf(PAD).equals(first)).toBe(false);
    watching.replace("base.yaml", `${BASE}categories: {straight: {score: 41}}\n`);
    expect(await watching.until(RULES)).toContain("41");
    watching.replace("base.yaml", `${BASE}categories: {straight: {score: 42}}\n`);
    expect(await watching.until(RULES)).toContain("42");
    watching.write("ours.yaml", `# words\n${OURS}sections: {upper: {tiers: [{from: 60, add: 99}]}}\n`);
    expect(await watching.until(RULES)).toContain("Nothing in the rules has changed.");
  });

  it("waits for a file that is mended, shows mistakes as lint does, and leaves the last good PDFs in place", async () => {
    const watching = start();
    watching.write("ours.yaml", "id: ours\nextends: nowhere\n");
    await watching.until("Press Ctrl-C to stop.");
    watching.write("ours.yaml", `${OURS}turn: {rolls: 2}\n`);
    await watching.until(RULES);
    expect(watching.pdf(PAD).subarray(0, 5).toString()).toBe("%PDF-");
    const good = [watching.pdf(PAD), watching.pdf(RULES)];
    watching.write("ours.yaml", `${OURS}turn: {rols: 3}\n`);
    const told = await watching.until("The last good PDFs stay in place.");
    expect(told).toContain("ours.yaml:4:8 error: `rols` is not a key of `turn`");
    expect(told).toContain("did you mean `rolls`?");
    expect([watching.pdf(PAD), watching.pdf(RULES)].every((pdf, at) => good[at]?.equals(pdf))).toBe(true);
    watching.write("ours.yaml", `${OURS}turn: {rolls: 4}\n`);
    expect(await watching.until(RULES)).toContain("4");
  });

  rareTest(
    "looks at one's own templates, too, also where they are new, takes the flags of pad, and ends cleanly",
    async () => {
      const own = emptyFolder();
      mkdirSync(join(own, "de"));
      writeFileSync(join(own, "de", "rules.hbs"), "for others");
      const flags = ["--templates", own, "--paper", "a4", "--set", "bonus_tiers=both", "--out", "printed"];
      const watching = start({ flags });
      expect(await watching.until("Press Ctrl-C to stop.")).toContain(join("printed", "ours-en-a4.pdf"));
      const rules = () => readFileSync(join(watching.folder, "printed", RULES));
      const first = rules();
      mkdirSync(join(own, "en"));
      writeFileSync(join(own, "en", "rules.hbs"), "# {{name}}, briefly");
      expect(await watching.until(RULES)).toMatch(/Changed: .*rules\.hbs/);
      expect(rules().equals(first)).toBe(false);
      writeFileSync(join(own, "en", "rules.hbs"), "# {{nmae}}");
      expect(await watching.until("did you mean")).toContain("rules.hbs:1:5 error: ");
      watching.process.kill("SIGINT");
      expect(await once(watching.process, "exit")).toEqual([0, null]);
    },
  );

  rareTest(
    "goes on where it can't watch a folder, or a PDF is open in a viewer that lets nobody replace it",
    async () => {
      const watching = start({
        system: `const { existsSync, renameSync, watch } = fs;
        fs.watch = (path, ...rest) => {
          if (path.endsWith("en")) throw Object.assign(new Error(), { code: "ENOSPC", path });
          return watch(path, ...rest);
        };
        fs.renameSync = (from, to) => {
          if (to.endsWith("${PAD}") && existsSync("viewer")) throw Object.assign(new Error(), { code: "EBUSY" });
          return renameSync(from, to);
        };`,
      });
      const begun = await watching.until("Press Ctrl-C to stop.");
      expect(
        begun.match(/error: can’t watch .*en for changes: the system already watches too many files/g),
      ).toHaveLength(1);
      const good = [watching.pdf(PAD), watching.pdf(RULES)];
      watching.write("viewer", "");
      watching.write("ours.yaml", `${OURS}turn: {rolls: 4}\n`);
      const told = await watching.until("The last good PDFs stay in place.");
      expect(told).toContain(
        `${join("output", PAD)} can’t be replaced: another program has it open [in-use]`,
      );
      expect(told).toContain("close it there");
      expect([watching.pdf(PAD), watching.pdf(RULES)].every((pdf, at) => good[at]?.equals(pdf))).toBe(true);
      rmSync(join(watching.folder, "viewer"));
      // Saved again as it is.
      watching.write("ours.yaml", `${OURS}turn: {rolls: 4}\n`);
      await watching.until(RULES);
      expect(watching.pdf(PAD).equals(good[0] ?? Buffer.of())).toBe(false);
    },
  );

  it("opens no port unless it is asked for a page", async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, "ours.yaml"), OURS);
    const { code, err } = await augenblock(["watch", "ours.yaml", "--port", "4000"], folder);
    expect([code, err]).toEqual([2, expect.stringContaining("add `--serve`")]);
  });
});
