import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { schemaLine } from "../../../src/authoring/scaffold/extending.ts";
import { installSchemas } from "../../../src/cli/commands/setup.ts";
import { variantSchema } from "../../../src/rules/variant/schema/variant-schema.ts";
import { someOf } from "../../support/cases.ts";
import { SHIPPED_FILES, shippedText } from "../../support/games.ts";
import { LanguageServer } from "../../support/language-server.ts";

/** The first line of a file that names its schema; the schema lies next to it. */
const HEAD = "# yaml-language-server: $schema=variant.schema.json\n";
/** The same for a block file, which names its schema as one in any folder does. */
let blockHead = "";

let server: LanguageServer;
let opened = 0;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "augenblock-test-"));
  writeFileSync(join(folder, "variant.schema.json"), JSON.stringify(variantSchema()));
  const settings = join(mkdtempSync(join(tmpdir(), "augenblock-test-")), "für alle Ordner");
  vi.stubEnv("XDG_CONFIG_HOME", settings);
  vi.stubEnv("APPDATA", settings);
  blockHead = `${schemaLine((await installSchemas()).block)}\n`;
  vi.unstubAllEnvs();
  server = await LanguageServer.start(folder);
});

afterAll(() => server.stop());

/** Opens a text in a file of its own and tells where in it the spot is that `|` marks. */
async function openAt(marked: string, head = HEAD) {
  const name = `file-${++opened}.yaml`;
  const text = head + marked;
  const before = text.slice(0, text.indexOf("|"));
  await server.open(name, text.replace("|", ""));
  const line = before.split("\n").length - 1;
  return { name, position: { line, character: before.length - before.lastIndexOf("\n") - 1 } };
}

/** What an editor offers at the spot that `|` marks. */
async function offeredAt(marked: string, head?: string): Promise<string[]> {
  const { name, position } = await openAt(marked, head);
  return server.offered(name, position);
}

/** What an editor says about the spot that `|` marks. */
async function hoverAt(marked: string, head?: string): Promise<string> {
  const { name, position } = await openAt(marked, head);
  return server.hover(name, position);
}

const START = "id: test\nextends: yazzo\nname: { de: Test, en: Test }\n";

describe("an editor with the YAML language server", () => {
  test("completes the keys of a new file", async () => {
    const offered = await offeredAt("id: test\n|\n");
    expect(offered).toEqual(expect.arrayContaining(["extends", "name", "dice", "categories", "options"]));
    expect(offered).not.toContain("id");
  });

  test.each([
    ["turn:\n  rolls: 2\n  |\n", ["stop_early", "set_aside"]],
    ["categories:\n  straight:\n    |\n", ["label", "pattern", "score", "served", "strike"]],
    ["categories:\n  straight:\n    pattern:\n      |\n", ["run", "groups", "face", "sum", "one_of"]],
    ["columns:\n  fourth:\n    order: |\n", ["free", "down", "up", "inward"]],
    [
      "options:\n  tie:\n    choices:\n      a:\n        set:\n          |\n",
      ["turn.set_aside", "ranking.tie"],
    ],
  ])("completes below %j", async (text, expected) => {
    const offered = await offeredAt(START + text);
    expect(offered).toEqual(expect.arrayContaining(expected));
  });

  test.each([
    ["turn:\n  ro|lls: 3\n", "The number of rolls", "3"],
    ["categories:\n  straight:\n    sc|ore: 40\n", "What the box is worth", "40 + sum"],
    ["categories:\n  straight:\n    pattern: { ru|n: 5 }\n", "A straight", "5"],
    ["sections:\n  upper:\n    ti|ers: []\n", "The bonus", "from: 60"],
    ["exam|ples: []\n", "Rolls with their scores", "row: full_house"],
  ])("explains %j", async (text, words, example) => {
    const hover = await hoverAt(START + text);
    expect(hover).toContain(words);
    expect(hover).toContain(example);
  });

  test("underlines keys and words that are not known, and nothing else", async () => {
    const text = `${HEAD}${START}turn: { rols: 3 }
columns: { up: { order: upp } }
categories: { straight: { score: 40, pattern: { run: 5, form: 1 } } }
sektions: {}
`;
    const underlined = await server.open("mistakes.yaml", text);
    expect(underlined.map((found) => found.text).sort()).toEqual(["form", "rols", "sektions", "upp"]);
  });

  test.each(someOf(SHIPPED_FILES, 3))("underlines nothing in %s", async (file) => {
    expect(await server.open(file, HEAD + shippedText(file.slice(0, -".yaml".length)))).toEqual([]);
  });

  test("knows block files in any folder", async () => {
    const offered = await offeredAt("block: yazzo\n|\n", blockHead);
    expect(offered).toEqual(expect.arrayContaining(["title", "logo", "accent", "profile", "numbered"]));
    expect(offered).not.toContain("block");
    expect(await offeredAt("block: yazzo\nprofile: |\n", blockHead)).toEqual(
      expect.arrayContaining(["home", "copyshop", "fillable"]),
    );
    const hover = await hoverAt("block: yazzo\nac|cent: navy\n", blockHead);
    expect(hover).toContain("The colour of title");
    expect(hover).toContain("#7a1f1f");
  });

  test("underlines what no block file has, and nothing in the example", async () => {
    const text = `${blockHead}block: yazzo\ntitel: Lion\nprofile: copier\nplayers: 4\n`;
    const underlined = await server.open("wrong-block.yaml", text);
    expect(underlined.map((found) => found.text).sort()).toEqual(["copier", "titel"]);
    const lion = readFileSync(new URL("../../../examples/lion.yaml", import.meta.url), "utf8");
    expect(await server.open("lion.yaml", blockHead + lion)).toEqual([]);
  });
});
