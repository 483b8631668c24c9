import { need } from "../../src/rules/problem/problem.ts";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { loadLanguage, loadLanguages } from "../../src/files/package/languages.ts";
import { readOwnTemplates } from "../../src/files/package/templates.ts";
import { knownSheets } from "../../src/files/pictures/sheet-sources.ts";
import { loadTemplates } from "../../src/files/package/templates.ts";
import { padText } from "../../src/print/pad/pad-text.ts";
import { parsePaper } from "../../src/print/layout/paper.ts";
import { buildSheetCode } from "../../src/print/layout/sheet-code.ts";
import { emptyFolder, put } from "../support/command-line.ts";
import { shippedGame } from "../support/games.ts";
import { good } from "../support/pads.ts";

const OURS = fileURLToPath(new URL("../../templates", import.meta.url));

/** A folder with these files in it. */
function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = emptyFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    put(folder, path, content);
  }
  return folder;
}

/** Every problem of a folder as `code file: hint`, the folder itself left out. */
function complaints(folder: string): string[] {
  const read = readOwnTemplates(folder);
  if (read.ok) return [];
  return read.problems.map(({ code, message, hint }) =>
    `${code} ${message}${hint === null ? "" : ` | ${hint}`}`.replaceAll(`${folder}/`, ""),
  );
}

describe("one's own templates", () => {
  it("are laid over ours: what the folder lacks comes from ours", () => {
    const folder = folderWith({
      "de/rules.hbs": "mine",
      "de/partials/rules-turn.hbs": "my turn",
      "de/partials/rules-more.hbs": "more",
      "de/notes.txt": "not a template",
    });
    const templates = need(loadTemplates(folder));
    const ours = need(loadTemplates(undefined));
    const { main, partials } = templates("de", "rules");
    expect(main).toMatchObject({ file: join(folder, "de/rules.hbs"), text: "mine" });
    const names = ours("de", "rules").partials.map(({ name }) => name);
    expect(partials.map(({ name }) => name).sort()).toEqual([...names, "rules-more"].sort());
    expect(partials.find(({ name }) => name === "rules-turn")?.text).toBe("my turn");
    expect(partials.find(({ name }) => name === "rules-goal")?.file).toBe(
      "templates/partials/rules-goal.hbs",
    );
    expect(templates("de", "pad")).toEqual(ours("de", "pad"));
    expect(templates("en", "rules")).toEqual(ours("en", "rules"));
  });

  it("are for all languages in the folder itself, and for one in its folder, which come first", () => {
    const folder = folderWith({
      "rules.hbs": "all",
      "de/rules.hbs": "German",
      "partials/rules-turn.hbs": "turn",
      "sv/partials/rules-turn.hbs": "tur",
    });
    const templates = need(loadTemplates(folder));
    const turnOf = (code: string) =>
      templates(code, "rules").partials.find(({ name }) => name === "rules-turn")?.text;
    expect(["de", "en", "sv"].map((code) => templates(code, "rules").main.text)).toEqual([
      "German",
      "all",
      "all",
    ]);
    expect(["de", "en", "sv"].map(turnOf)).toEqual(["turn", "turn", "tur"]);
  });

  it("may be a copy of all of ours", () => {
    const folder = emptyFolder();
    cpSync(OURS, folder, { recursive: true });
    expect(complaints(folder)).toEqual([]);
    put(folder, "de/wrods.yaml", "unit: {}\n");
    put(folder, "photos.hbs", "mine");
    expect(complaints(folder).map((one) => one.split(" | ")[0])).toEqual([
      "unused-template no page uses photos.hbs",
      "unused-template de/wrods.yaml has no effect: only words.yaml and games.yaml are word lists",
    ]);
  });

  it("may have word lists: a new language, and words in place of ours", () => {
    const swedish = readFileSync(join(OURS, "sv/words.yaml"), "utf8");
    const folder = folderWith({
      "eo/words.yaml": swedish.replace("goal: Mål", "goal: Celo"),
      "eo/games.yaml": readFileSync(join(OURS, "sv/games.yaml"), "utf8").replace("Kåk", "Plenulo"),
      "de/words.yaml": "rules: { heading: { goal: Ziel des Spiels } }\n",
      "de/games.yaml": "Full house: Volles Haus\n",
    });
    const [eo, de] = [need(loadLanguage("eo", folder)), need(loadLanguage("de", folder))];
    expect([eo, de].map((one) => one.translate("rules.heading.goal"))).toEqual(["Celo", "Ziel des Spiels"]);
    expect([eo, de].map((one) => one.text({ en: "Full house" }))).toEqual(["Plenulo", "Volles Haus"]);
    expect(de.translate("rules.heading.turn")).toBe(need(loadLanguage("de")).translate("rules.heading.turn"));
    expect(need(loadLanguages("de", folder)).map(({ code }) => code)).toEqual(["de", "en", "eo", "sv"]);
    // What our pads are prepared with has none of these words.
    expect([eo.isCustom, de.isCustom, need(loadLanguage("de")).isCustom]).toEqual([true, true, false]);
  });

  it("say which words a new language lacks", () => {
    const folder = folderWith({ "eo/words.yaml": "rules: { heading: { goal: Celo } }\n" });
    const eo = need(loadLanguage("eo", folder));
    expect(() => eo.translate("rules.heading.turn")).toThrow(/eo\/words\.yaml lacks the message .* more/);
    expect(loadLanguage("eo").ok).toBe(false);
  });

  it.skipIf(process.platform === "win32")("read no word list from outside the folder", () => {
    const folder = folderWith({ "de/games.yaml": "Full house: Haus\n" });
    mkdirSync(join(folder, "eo"));
    symlinkSync(join(OURS, "sv/words.yaml"), join(folder, "eo/words.yaml"));
    const read = loadLanguage("eo", folder);
    expect(read.ok ? [] : read.problems.map(({ code }) => code)).toEqual(["leads-out"]);
  });

  it("that no page uses are told, all at once and with what was meant", () => {
    const told = complaints(
      folderWith({
        "rule.hbs": "",
        "partials/turn.hbs": "",
        "de/rule.hbs": "",
        "de/rules-turn.hbs": "",
        "de/partials/turn.hbs": "",
        "ed/rules.hbs": "",
      }),
    );
    expect(told).toEqual([
      "unused-template no page uses partials/turn.hbs | possible here: partials/pad-turn.hbs, partials/rules-turn.hbs, partials/strategy-turn.hbs",
      "unused-template no page uses rule.hbs | did you mean `rules.hbs`?",
      "unused-template no page uses de/partials/turn.hbs | possible here: de/partials/pad-turn.hbs, de/partials/rules-turn.hbs, de/partials/strategy-turn.hbs",
      "unused-template no page uses de/rule.hbs | did you mean `de/rules.hbs`?",
      "unused-template no page uses de/rules-turn.hbs | did you mean `de/partials/rules-turn.hbs`?",
      expect.stringMatching(
        /^unknown-language ed contains templates, but there is no language `ed` \| did you mean/,
      ),
    ]);
  });

  it("need a folder with templates in it", () => {
    const folder = emptyFolder();
    expect(complaints(join(folder, "nowhere"))).toEqual([
      expect.stringMatching(/^unreadable .*no such file/),
    ]);
    expect(complaints(put(folder, "file", ""))).toEqual([expect.stringMatching(/^unreadable .*is a file/)]);
    expect(complaints("")).toEqual([expect.stringMatching(/^bad-value /)]);
    expect(complaints(emptyFolder())).toEqual([expect.stringMatching(/^no-templates .*de\/rules\.hbs$/)]);
  });
});

describe("a pad from one's own templates", () => {
  it("is known again by its code, with the templates that it was printed with", async () => {
    const ours = readFileSync(join(OURS, "pad.hbs"), "utf8");
    const templates = folderWith({ "en/pad.hbs": ours.replace(/^title:.*$/m, 'title: "Mine"') });
    const game = shippedGame("forced-yatzy");
    const text = good(padText(game, need(loadLanguage("en")), need(loadTemplates(templates))("en", "pad")));
    expect(text.title).toBe("Mine");
    const code = buildSheetCode(game, text, { paper: good(parsePaper("a5")), players: 2 });
    const known = await knownSheets({ templates });
    const found = good(known.ofCode(code));
    expect(found.game.id).toBe("forced-yatzy");
    expect(found.language.code).toBe("en");
    expect(found.layout.texts.some((placed) => placed.text === "Mine")).toBe(true);
  });
});

describe("a folder of templates that is up to something", () => {
  it("leads nowhere outside of itself", () => {
    const secret = put(emptyFolder(), "secret", "the secret");
    const folder = folderWith({ "sv/pad.hbs": "fine", "de/other": "" });
    symlinkSync(secret, join(folder, "de/rules.hbs"));
    symlinkSync(dirname(secret), join(folder, "en"));
    symlinkSync("/nowhere", join(folder, "de/pad.hbs"));
    expect(complaints(folder)).toEqual([
      "unreadable de/pad.hbs can’t be read: there is no such file | check the name and the folder",
      "leads-out de/rules.hbs points outside the folder | copy into the folder what you want to use",
      "leads-out en points outside the folder | copy into the folder what you want to use",
    ]);
  });

  it("may use links within itself", () => {
    const folder = folderWith({ "de/rules.hbs": "one for all" });
    symlinkSync(join(folder, "de"), join(folder, "en"));
    expect(need(loadTemplates(folder))("en", "rules").main.text).toBe("one for all");
  });

  it.skipIf(process.platform === "win32")("is not waited for", () => {
    const folder = folderWith({ "de/pad.hbs": "fine" });
    execFileSync("mkfifo", [join(folder, "de/rules.hbs")]);
    expect(complaints(folder)).toEqual([expect.stringMatching(/^no-file de\/rules\.hbs /)]);
  });

  it("is not read without end", () => {
    const huge = "x".repeat(1_000_001);
    expect(complaints(folderWith({ "de/rules.hbs": huge }))).toEqual([
      expect.stringMatching(/^file-too-large /),
    ]);
    const large = "x".repeat(300_000);
    expect(complaints(folderWith({ "de/rules.hbs": large, "en/rules.hbs": large }))).toEqual([
      expect.stringMatching(/^too-large the templates .* have 600000 characters/),
    ]);
    expect(complaints(folderWith({ "de/rules.hbs": new Uint8Array([0xff, 0xd8, 0]) }))).toEqual([
      expect.stringMatching(/^not-text /),
    ]);
    const many = Object.fromEntries(
      Array.from({ length: 201 }, (_, at) => [`de/partials/rules-${at}.hbs`, ""]),
    );
    expect(complaints(folderWith(many))).toEqual([expect.stringMatching(/^too-many .*201 files/)]);
  });
});
