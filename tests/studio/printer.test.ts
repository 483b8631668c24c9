import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { loadLanguages } from "../../src/files/languages.ts";
import { PROFILE_NAMES } from "../../src/print/imposition/imposition.ts";
import { PAPER_NAMES } from "../../src/print/layout/paper.ts";
import { need } from "../../src/rules/problem/problem.ts";
import { type PrintWish, Printer } from "../../src/studio/engine/printer.ts";
import { PageLanguage } from "../../src/studio/engine/page-language.ts";
import { augenblock, emptyFolder } from "../support/command-line.ts";
import { language } from "../support/languages.ts";

const spoken = new PageLanguage();
spoken.choose(language("en"));
const fetched = { takeFonts: async () => undefined };
/** The printer of the page, where the files of the package lie on disk. */
const printer = new Printer(fetched as never, spoken, null as never);
const names = printer.names();

const WISH: PrintWish = {
  ...{ variant: "yatzy", choices: {}, paper: "a5", profile: "home", players: "", sheets: "" },
  ...{ numbered: "", title: "", accent: "", logo: null, back: "none", link: "" },
};

// A file for a press says when it was made.
beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2024-05-17T12:00:00Z") }));
afterAll(() => void vi.useRealTimers());

describe("the page for printing", () => {
  it.each(PROFILE_NAMES)("prints for %s what the command does", async (profile) => {
    const folder = emptyFolder();
    const out = join(folder, "pad.pdf");
    const run = await augenblock(
      ["pad", "yatzy", "--profile", profile, "--lang", "en", "--out", out],
      folder,
    );
    expect(run).toMatchObject({ code: 0 });
    const made = await printer.pad({ ...WISH, profile, paper: names.paperFor[profile] ?? WISH.paper });
    expect(made.problems).toEqual([]);
    expect(readFileSync(out).equals(Buffer.from(made.made?.content ?? ""))).toBe(true);
  });

  it("offers every paper and profile of the command, and has words for each", () => {
    expect(names).toMatchObject({ paper: PAPER_NAMES, profile: PROFILE_NAMES });
    const languages = need(loadLanguages());
    expect(languages.length).toBeGreaterThan(1);
    for (const one of languages)
      for (const kind of ["paper", "profile", "back"] as const)
        for (const name of names[kind])
          expect(one.translate(`studio.print.${kind}s.${name}`)).not.toMatch(/^\[/);
  });
});
