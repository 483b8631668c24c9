import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { unzipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TRIES_ALL } from "../support/cases.ts";
import { clone, commandsOn, GERMAN, inShell, type Reaction } from "../support/clone.ts";
import { augenblock, emptyFolder } from "../support/command-line.ts";
import { pagesOf } from "../support/pdfs.ts";

/** What a command of the documentation does. */
interface Does {
  /** 0 if left out. */
  readonly code?: number;
  /** What it prints, errors included. */
  readonly says?: RegExp;
  /** How many pages the PDF has whose path it prints first. */
  readonly pages?: number;
  /** What else it writes, by its path. */
  readonly writes?: Readonly<Record<string, (bytes: Buffer) => unknown>>;
  readonly reaction?: Reaction;
  /** Runs only where all cases are tried: other tests run the like each time, and it takes seconds. */
  readonly isRare?: true;
}

const isText = (part: RegExp) => (bytes: Buffer) => expect(bytes.toString("utf8")).toMatch(part);
const isPng = (bytes: Buffer) => expect(bytes.subarray(1, 4).toString("latin1")).toBe("PNG");
const holds = (count: number) => (zip: Buffer) => expect(Object.keys(unzipSync(zip))).toHaveLength(count);

const PUBLISHED = (files: number, id: string, folder = id) => ({
  says: new RegExp(`^output/${folder}/index\\.html\noutput/${folder}\\.zip \\(${files} `),
  writes: {
    [`output/${folder}/index.html`]: isText(/^<!doctype html>.*Yazzo/is),
    [`output/${folder}.zip`]: holds(files),
    [`output/${folder}/${id}.yaml`]: isText(/^id: /m),
  },
});

/** Every command of the pages, with what it does where all before it have run. What an earlier page has, is not run again. */
const DOES: Readonly<Record<string, Readonly<Record<string, Does | "as above">>>> = {
  "README.md": {
    "npx augenblock check examples/night-with-mistakes.yaml": {
      code: 1,
      says: /^ +✗ Anna, Full.House: 6 .*^ +✗ Ben, Summe: 69 .* 59/ms,
    },
    "npx augenblock pad yazzo --sheets 50": { pages: 50, says: /50/ },
    "npx augenblock rules edencity-yatzy --lang en": { pages: 2 },
    "npx augenblock check examples/photos/first.jpg": {
      code: 1,
      says: /✗ 184$.*^ +✗ [^\n]*184 [^\n]* 183.*^1\. [^\n]* 253 /ms,
      isRare: true,
    },
    "npx augenblock check examples/night.pdf": { says: /^1\. +Anna +292 .*^2\. +Ben +175 /ms },
    "npx augenblock new our-yazzo --from yazzo": {
      says: /our-yazzo\.yaml/,
      writes: {
        "our-yazzo.yaml": isText(/^extends: yazzo$/m),
      },
    },
    "npx augenblock check examples/season --into output/winter": { says: /^output\/winter: .*: 24$/m },
    "npx augenblock league output/winter --rules examples/season/league.yaml --html output/league.html --pdf output/league.pdf":
      {
        says: /^Winter at the Lion$.*^1\. +Frida +40 .*^output\/league\.html$/ms,
        writes: {
          "output/league.html": isText(/^<!doctype html>.*Winter at the Lion.*<svg/is),
          "output/league.pdf": isText(/^%PDF/),
        },
      },
  },
  "docs/commands.md": {
    "npx augenblock variants": { says: /^doppel-yatzy .*^yazzo /ms },
    "npx augenblock pad yazzo --sheets 50": "as above",
    "npx augenblock pad yahtzee-block --players 6 --paper a4 --lang en": { pages: 1 },
    "npx augenblock pad yatzy --games 6": { pages: 1 },
    "npx augenblock pad yazzo --paper a6 --numbered 1-1000 --profile copyshop": { pages: 250, says: /1000/ },
    'npx augenblock pad yatzy --title "The Golden Lion" --logo examples/lion.svg --accent "#7a1f1f" --players-named Anna,Ben':
      { pages: 1 },
    "npx augenblock pad examples/lion.yaml": { pages: 100, says: /200/ },
    "npx augenblock pad yahtzee-block --profile large-print": { pages: 1, says: /a4-large/, isRare: true },
    "npx augenblock pad yatzy --players 3 --profile fillable": { pages: 1, says: /fillable/ },
    "npx augenblock rules edencity-yatzy --lang en": "as above",
    "npx augenblock rules yazzo --fold": { pages: 2, says: /yazzo-rules-de-a5-fold\.pdf/ },
    "npx augenblock rules yazzo --no-alternatives": { pages: 2, says: /yazzo-rules-de-no-alternatives\.pdf/ },
    "npx augenblock rules examples/lion.yaml": { pages: 2, says: /yazzo-the-golden-lion-rules-en\.pdf/ },
    "npx augenblock sheet yazzo --players Anna,Ben > output/night.yaml": {
      says: /^$/,
      writes: { "output/night.yaml": isText(/^variant: yazzo$.*- name: Anna$.*- name: Ben$/ms) },
    },
    "npx augenblock check examples/night.yaml": { says: /^1\. +Anna +292 .*^2\. +Ben +175 /ms },
    "npx augenblock check examples/night-with-mistakes.yaml": "as above",
    "npx augenblock check examples/photos/first.jpg": "as above",
    "npx augenblock check examples/night.pdf": "as above",
    "npx augenblock pad yazzo --sheets 50 --profile printshop --out output/block.pdf": {
      pages: 50,
      says: /^output\/block\.pdf/,
    },
    "npx augenblock preflight output/block.pdf --profile printshop": { says: /^output\/block\.pdf/ },
    "npx augenblock score yahtzee-block 5 5 5 3 3": { says: /^Full House +25$/m },
    "npx augenblock show doppel-yatzy": { says: /\(doppel-yatzy\)/ },
    "npx augenblock lint examples/my-yazzo.yaml": { says: /^examples\/my-yazzo\.yaml: in Ordnung$/m },
    "npx augenblock diff yazzo examples/my-yazzo.yaml": { code: 1, says: /\+70.*→.*\+100.* 1236 → 1768$/ms },
    "npx augenblock odds crag": { says: /149,8$/m },
    "npx augenblock publish examples/lion.yaml": {
      ...PUBLISHED(27, "yazzo", "yazzo-the-golden-lion"),
      isRare: true,
    },
    "npx augenblock show yazzo --layout": { says: /^\{.*"variant": ?"yazzo"/s },
  },
  "docs/games.md": {
    "npx augenblock new our-yazzo --from yazzo": "as above",
    "npx augenblock watch our-yazzo.yaml": {
      says: /our-yazzo[^\n]*\.pdf.*our-yazzo[^\n]*\.pdf/s,
      reaction: { to: /Strg\+C/, by: "SIGINT" },
      isRare: true,
    },
    "npx augenblock watch our-yazzo.yaml --serve": {
      says: /^http:\/\/127\.0\.0\.1:\d+\/$/m,
      reaction: { to: /Strg\+C/, by: "SIGINT" },
      isRare: true,
    },
    "npx augenblock publish our-yazzo.yaml --lang en": { ...PUBLISHED(27, "our-yazzo"), isRare: true },
  },
  "docs/odds.md": {
    "npx augenblock odds crag": { says: /149,8$/m },
    "npx augenblock odds crag --json": { says: /"mean": 149\.8475/ },
    "npx augenblock odds advise crag --roll 6 6 1 --rolls-left 1": { says: /Crag +161,77$/m },
    "npx augenblock odds strategy crag": { says: /149,8.*^- Crag: 50/ms },
    "npx augenblock odds strategy crag --pdf output/crag-strategy.pdf": {
      pages: 1,
      says: /crag-strategy/,
      isRare: true,
    },
    "npx augenblock pad crag --back strategy": { pages: 2, isRare: true },
    "npx augenblock odds balance crag": { says: /60,1\s%/ },
    "npx augenblock lint crag --odds": { code: 3, says: /`low`.* 60 %/, isRare: true },
    "npx augenblock diff crag crag --set-b crag_as_thirteen=no --odds": { code: 1, says: /−2,44/ },
  },
  "docs/paper-and-profiles.md": {
    "npx augenblock pad yazzo --paper a6 --numbered 1-1000 --profile copyshop": "as above",
    "npx augenblock pad kniffel --paper 95x200mm": { pages: 1, says: /kniffel-de-95x200mm\.pdf/ },
    "npx augenblock pad kniffel --paper 95x200mm --on 297x210mm": { pages: 1, isRare: true },
    "npx augenblock pad kniffel --on 297x210mm": { pages: 1 },
    "npx augenblock pad examples/lion.yaml --profile printshop --job-ticket --out output/lion.pdf": {
      pages: 200,
      says: /^output\/lion\.pdf/,
      isRare: true,
    },
    "npx augenblock pad yahtzee-block --profile large-print": "as above",
    "npx augenblock pad yatzy --profile receipt": { pages: 1, says: /receipt/ },
    "npx augenblock pad examples/lion.yaml": "as above",
    "npx augenblock pad examples/lion.yaml --numbered 201-400": { pages: 100, says: /200/ },
    "npx augenblock rules examples/lion.yaml": "as above",
    "npx augenblock publish examples/lion.yaml": "as above",
    "npx augenblock pad yatzy --players 3 --profile fillable": "as above",
    "npx augenblock check examples/night.pdf": "as above",
    "npx augenblock rules yazzo --fold": "as above",
    "npx augenblock rules yazzo --fold --paper a6": {
      pages: 2,
      says: /yazzo-rules-de-a6-fold\.pdf/,
      isRare: true,
    },
  },
  "docs/photos.md": {
    "npx augenblock check examples/photos/first.jpg": "as above",
    "npx augenblock check examples/photos/second.jpg --confirm --picture output/marked.png": {
      says: /\b1\. [^\n]* 199 /s,
      writes: { "output/marked.png": isPng },
      // Only a terminal can be asked in; if anything is unclear, the second answer is what adds up.
      reaction: { to: /❯/, by: "\u001b[B\r" },
      isRare: true,
    },
    "npx augenblock check examples/photos/*.jpg --jobs 2 --csv output/ranking.csv --report output/night.html":
      {
        code: 1,
        writes: {
          "output/ranking.csv": isText(/253.*199/s),
          "output/night.html": isText(/^<!doctype html>.*first\.jpg.*second\.jpg/is),
        },
        isRare: true,
      },
  },
  "docs/scale.md": {
    "npx augenblock check examples/photos --shard 1/2 --results output/part-1.jsonl": {
      code: 1,
      says: /^output\/part-1\.jsonl$/m,
      writes: { "output/part-1.jsonl": isText(/^\{"augenblock":"results",.*\n\{"at":0,/) },
      isRare: true,
    },
    "npx augenblock check examples/photos --shard 2/2 --results output/part-2.jsonl": {
      writes: { "output/part-2.jsonl": isText(/^\{"augenblock":"results",.*\n\{"at":1,/) },
      isRare: true,
    },
    "npx augenblock season import output/summer output/part-1.jsonl output/part-2.jsonl": {
      says: /offen: 2/,
      isRare: true,
    },
  },
  "docs/seasons.md": {
    "npx augenblock check examples/season --into output/winter": "as above",
    "npx augenblock check examples/photos/first.jpg --into output/winter": {
      code: 1,
      says: /output\/winter: .*: 1$/m,
      isRare: true,
    },
    "npx augenblock season open output/winter": {
      says: /^ +25 +examples\/photos\/first\.jpg .* 4$/m,
      isRare: true,
    },
    "npx augenblock season open output/winter --report output/open.html": {
      writes: { "output/open.html": isText(/^<!doctype html>.*first\.jpg/is) },
      isRare: true,
    },
    "npx augenblock season ask output/winter --rates": { says: /: 1.*: 0.*: 0$/m, isRare: true },
    "npx augenblock season evenings output/winter": { says: /^ +1 +09\.01\.2026 +The Anchor +2$/m },
    "npx augenblock season evenings output/winter --change 2026-01-09 --date 2026-01-10": {
      says: /^ *\d+ +10\.01\.2026 +The Anchor +2$/m,
    },
    "npx augenblock season evenings output/winter --undo": { says: /^ *\d+ +09\.01\.2026 +The Anchor +2$/m },
    "npx augenblock season players output/winter": { says: /^Zoë +12$/m },
    "npx augenblock season players output/winter --rename 'Zoë=Zoe'": { says: /^Zoe +12 +Zoë$/m },
    "npx augenblock season players output/winter --undo": { says: /^Zoë +12$/m },
    "npx augenblock league output/winter --rules examples/season/league.yaml --html output/league.html --pdf output/league.pdf":
      "as above",
    "npx augenblock season export output/winter --out output/winter.json": {
      writes: { "output/winter.json": isText(/"name":"Frida"/) },
    },
    "npx augenblock season import output/spring output/winter.json": {
      says: /: 24 .*: 1 .*: 0$/m,
      isRare: true,
    },
    "npx augenblock season log output/winter": {
      says: /^1 .* Abend berichtigt .*^2 .* Änderung rückgängig .*^3 .* Spieler umbenannt .*^4 .* Änderung /ms,
    },
  },
  "docs/store-bought-pads.md": {
    "npx augenblock pads list": { says: /^kniffel-card .*^yatzy-pad-danish /ms },
    "npx augenblock pads list kniffel-card": { says: /^ ?1 +ones .*^19 +grand\.total /ms },
    "npx augenblock check examples/store-bought-pads/yatzy-pad.jpg": {
      says: /^Hus +26 +28$.* 230 .* 216 /ms,
      isRare: true,
    },
    "npx augenblock check examples/store-bought-pads/yatzy-pad.jpg --pad yatzy-pad-danish": {
      says: /^Hus +26 +28$/m,
      isRare: true,
    },
    "npx augenblock pads learn examples/store-bought-pads/yatzy-pad.jpg --variant yatzy --id our-pad --picture output/rows.png":
      {
        says: /our-pad\.yaml/,
        writes: {
          "output/rows.png": isPng,
          "our-pad.yaml": isText(/^pad: our-pad$.*^game: yatzy$.*- names\n +- ones\n.*- grand\.total$/ms),
        },
        isRare: true,
      },
    "npx augenblock check examples/store-bought-pads/yatzy-pad.jpg --pad our-pad.yaml": {
      says: / 230 .* 216 /s,
      isRare: true,
    },
  },
  "docs/styles.md": {
    "npx augenblock pad yatzy-deluxe --style classic": { pages: 1 },
    'npx augenblock pad edencity-yatzy --style pub --accent "#7a1f1f"': { pages: 1, isRare: true },
  },
  "docs/templates.md": {
    "npx augenblock setup templates rules-goal --copy my-templates/de": {
      says: /my-templates\/de\/partials\/rules-goal\.hbs$/m,
    },
    "npx augenblock rules yazzo --templates my-templates": { pages: 2 },
  },
};

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PAGES = [
  "README.md",
  ...readdirSync(join(ROOT, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
const hasTerminal =
  spawnSync("script", ["--version"]).status === 0 || process.env.AUGENBLOCK_TOOLS === "required";

it("knows every command of README and docs, and no other", () => {
  const onPages = PAGES.map((page) => [page, commandsOn(page).filter((line) => !line.startsWith("npm "))]);
  const known = Object.entries(DOES).map(([page, commands]) => [page, Object.keys(commands)]);
  expect(onPages.filter(([, commands]) => commands?.length !== 0)).toEqual(known);
});

it("says `as above` only of commands that are above", () => {
  const pages = Object.values(DOES);
  const again = pages.flatMap((commands, at) =>
    Object.entries(commands).flatMap(([command, does]) => (does === "as above" ? [{ command, at }] : [])),
  );
  const isAbove = ({ command, at }: (typeof again)[number]) =>
    pages.slice(0, at).some((commands) => typeof commands[command] === "object");
  expect(again.filter((one) => !isAbove(one))).toEqual([]);
});

it("names only commands and flags that there are", () => {
  const spans = [...PAGES, "CONTRIBUTING.md"].flatMap((page) => [
    ...readFileSync(join(ROOT, page), "utf8").matchAll(/`augenblock ([a-z]+)((?: [^`]*)?)`/g),
  ]);
  expect(spans.length).toBeGreaterThan(20);
  // The manual page has every flag: see tests/cli/usage.test.ts.
  const [, ...sections] = readFileSync(join(ROOT, "dist/augenblock.1"), "utf8")
    .replaceAll("\\-", "-")
    .split(/^\.SS /m);
  for (const [span, name = "", rest = ""] of spans) {
    const own = sections.filter((section) => new RegExp(String.raw`^\\fB${name}\b`).test(section)).join("\n");
    const flags: readonly string[] = own.match(/--[\w-]+/g) ?? [];
    const named = rest.match(/--[\w-]+/g) ?? [];
    expect([own !== "", named.filter((flag) => !flags.includes(flag))], span).toEqual([true, []]);
  }
});

it("prints what a page shows below a command", async () => {
  const shown = PAGES.flatMap((page) => [
    ...readFileSync(join(ROOT, page), "utf8").matchAll(
      /^```sh\nnpx augenblock (.*)\n```\n\n```text\n(.*?)```$/gms,
    ),
  ]);
  expect(shown.length).toBeGreaterThan(0);
  for (const [, words = "", output] of shown) {
    const { out } = await augenblock([...words.split(" "), "--lang", "en"], ROOT);
    expect(`${out.replaceAll("\u00a0", " ").trimEnd()}\n`).toBe(output);
  }
});

const folder = clone();

/** What is run of each page. */
const RUN = Object.entries(DOES).flatMap(([page, commands]) => {
  const own = Object.entries(commands).flatMap(([command, does]) =>
    does === "as above" || (does.isRare && !TRIES_ALL) ? [] : [[command, does] as const],
  );
  return own.length === 0 ? [] : [[page, own] as const];
});

describe.each(RUN)("%s", (_, commands) => {
  beforeEach(() => {
    for (const [name, value] of Object.entries(GERMAN)) vi.stubEnv(name, value);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });
  for (const [command, does] of commands)
    it.skipIf(does.reaction?.by === "\r" && !hasTerminal)(command, () => runs(command, does, folder));
});

/** A word of a command, in quotes or without, that every shell takes as it is; `*` is also expanded by the program itself. */
const WORD = /"[^"$`\\!]*"|'[^']*'|[\w./,=*-]+/.source;
/** Words only: such a command needs neither a shell nor a process of its own. */
const PLAIN = new RegExp(`^npx augenblock((?: (?:${WORD}))+)$`);

async function runs(command: string, { code = 0, says, pages, writes = {}, reaction }: Does, folder: string) {
  const [, all] = PLAIN.exec(command) ?? [];
  const words =
    all?.match(new RegExp(WORD, "g"))?.map((word) => word.replace(/^(["'])(.*)\1$/, "$2")) ?? null;
  const outcome =
    words === null || reaction !== undefined
      ? await inShell(command, folder, reaction)
      : await augenblock(words, folder);
  const said = outcome.out + outcome.err;
  expect(outcome.code, said).toBe(code);
  // A slow machine tells how far it is.
  if (code === 0 && reaction === undefined)
    expect(outcome.err.replaceAll(/^\d+ von \d+ Fotos\n/gm, "")).toBe("");
  if (says !== undefined) expect(said.replaceAll("\u00a0", " ")).toMatch(says);
  if (pages !== undefined) {
    const [path = ""] = /^\S+\.pdf/m.exec(outcome.out) ?? [];
    expect(await pagesOf(new Uint8Array(readFileSync(join(folder, path))))).toBe(pages);
  }
  for (const [path, looksRight] of Object.entries(writes)) looksRight(readFileSync(join(folder, path)));
}

describe("npm", () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

  it("has every script that README and docs run", () => {
    const named = [...PAGES, "CONTRIBUTING.md"].flatMap((page) => [
      ...readFileSync(join(ROOT, page), "utf8").matchAll(/npm (?:run ([\w:-]+)|(test))/g),
    ]);
    const missing = named.map(([, script = "test"]) => script).filter((script) => !(script in scripts));
    expect(named.length).toBeGreaterThan(10);
    expect(missing).toEqual([]);
  });

  it("runs `npm run demo` after its installation and build", () => {
    const [install, build, ...demo] = scripts.demo.split(" && ");
    expect([install.split(" ").slice(0, 2), build]).toEqual([["npm", "install"], "npm run build"]);
    const folder = clone();
    execFileSync("sh", ["-c", demo.join(" && ")], { cwd: folder });
    expect(readdirSync(join(folder, "output")).filter((name) => name.endsWith(".pdf"))).toHaveLength(2);
  });

  it("runs `npx augenblock` in a clone, without a network", () => {
    const cwd = clone();
    // npm would build the clone anew, and with it the program that other tests are running.
    const own = {
      npm_config_cache: emptyFolder(),
      npm_config_offline: "true",
      npm_config_ignore_scripts: "true",
    };
    const env = { ...process.env, ...own };
    const out = execFileSync("npx", ["augenblock", "score", "yatzy", "5", "5", "5", "3", "3"], {
      cwd,
      env,
      encoding: "utf8",
    });
    expect(out).toMatch(/ 21$/m);
    expect(existsSync(join(cwd, "node_modules/vitest"))).toBe(true);
  });
});

describe("examples/", () => {
  const used = PAGES.flatMap(commandsOn).join("\n");

  it("has nothing that no page uses", () => {
    const files = readdirSync(join(ROOT, "examples"), { recursive: true, withFileTypes: true });
    const names = files.filter((file) => file.isFile()).map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(8);
    expect(names.filter((name) => !used.includes(name) && !/photos\/\*\.jpg/.test(used))).toEqual([]);
  });

  it("has the block that docs/paper-and-profiles.md shows", () => {
    const block = readFileSync(join(ROOT, "examples/lion.yaml"), "utf8");
    expect(readFileSync(join(ROOT, "docs/paper-and-profiles.md"), "utf8")).toContain(block);
  });
});
