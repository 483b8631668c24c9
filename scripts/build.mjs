// Builds dist/: the library as modules with their types, for bundlers; what is worked out in advance from the shipped files; the manual
// page; and command line and library for Node as few files, since most of the time that a command takes is spent on finding, reading and
// compiling modules.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { reportScript } from "./report-script.mjs";
import { manPage } from "./man-page.mjs";
import { studio } from "./studio.mjs";
import { TWO_SYMBOLS } from "./two-symbols.mjs";
import { HYPHEN_PLUGIN, licencesOf, packageName, VENDOR_PLUGIN, vendor } from "./vendor.mjs";

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** fontkit unpacks tables of the world's scripts when it is loaded; text in Latin letters never asks for them. */
const LAZY_TABLES = {
  name: "lazy-tables",
  resolveId: (source, importer) =>
    source === "unicode-trie" && importer !== LAZY_TABLES.name ? LAZY_TABLES.name : null,
  load: (id) =>
    id !== LAZY_TABLES.name
      ? null
      : `import UnicodeTrie from ${JSON.stringify(path("node_modules/unicode-trie/index.js"))};
export default class {
  #trie = null;
  constructor(data) { this.data = data; }
  get(codePoint) { return (this.#trie ??= new UnicodeTrie(this.data)).get(codePoint); }
}`,
};

// A stale module would still be importable.
rmSync(path("dist"), { recursive: true, force: true });
const tsc = [path("node_modules/typescript/bin/tsc"), "-p", path("tsconfig.build.json")];
// `npm run check` has all types checked during the build.
if (process.argv.includes("--unchecked")) tsc.push("--noCheck");
// What is wrong with the types has been printed then.
if (spawnSync(process.execPath, tsc, { stdio: "inherit" }).status !== 0) process.exit(1);
await vendor();
await prepare();
await manual();
await bundle();
writeFileSync(path("dist/report-page.js"), await reportScript());
await studio();

function built(name) {
  return import(new URL(`../dist/${name}.js`, import.meta.url).href);
}

/**
 * Writes the words of all languages, all games, how they are played, what is on their pads, the shipped styles, and the store of a season in which nothing
 * is kept yet, so that no command works it out.
 */
async function prepare() {
  const { PREPARED, preparedFile } = await built("files/package/prepared");
  const { DISK, playableIds } = await built("files/package/variants");
  const { languageCodes } = await built("files/package");
  const { loadLanguage, loadCatalogueSentences, wordFiles } = await built("files/package/languages");
  const { catalogueFiles, loadStyle, loadTemplates, shippedTemplate, styleIds } =
    await built("files/package/templates");
  const { padSources } = await built("files/print/pads");
  const { readGameWords } = await built("i18n/read-language");
  const { padText } = await built("print/pad/pad-text");
  const { scoreShares } = await built("odds/casual-play");
  const { readVariant } = await built("rules/variant/read-variant");
  const { need } = await built("rules/problem/problem");
  const { EMPTY_STORE, packFolder } = await built("files/season/folder-store");
  const { PGlite } = await built("vendor/pglite/index");
  mkdirSync(PREPARED);
  const write = (...prepared) => {
    const { name, bytes } = preparedFile(...prepared);
    writeFileSync(new URL(name, PREPARED), bytes);
  };
  const store = mkdtempSync(join(tmpdir(), "augenblock-store-"));
  try {
    const empty = await PGlite.create({ dataDir: store });
    // New databases are copied from templates; a season never makes one, and two thirds of the files are theirs.
    await empty.exec("update pg_database set datistemplate = false where datname like 'template%'");
    for (const template of ["template0", "template1"]) await empty.exec(`drop database ${template}`);
    await empty.exec("checkpoint");
    await empty.close();
    write(EMPTY_STORE, new Map(), packFolder(store));
  } finally {
    rmSync(store, { recursive: true, force: true });
  }
  for (const id of styleIds()) {
    const { file, text } = shippedTemplate(`styles/${id}.yaml`);
    write(`styles/${id}`, new Map([[file, text]]), need(await loadStyle(id)));
  }
  const codes = languageCodes();
  // Both kinds of word lists are read alike; that messages are valid is proved by a test.
  for (const { file, text } of codes.flatMap(wordFiles))
    write(file, new Map([[file, text]]), need(readGameWords(file, text)));
  for (const code of codes) {
    const texts = new Map(catalogueFiles(code).map(({ file, text }) => [file, text]));
    write(`messages/${code}`, texts, loadCatalogueSentences(code));
  }
  for (const id of playableIds()) {
    const texts = new Map();
    const find = (base, from) => {
      const found = DISK.find(base, from);
      if (found?.ok) texts.set(base, found.value.text);
      return found;
    };
    const { file, text } = need(find(id, null));
    const game = need(readVariant(file, text, { ...DISK, find }));
    write(`variants/${id}`, texts, game);
    write(`shares/${id}`, texts, scoreShares(game));
    for (const code of codes) {
      const templates = need(loadTemplates());
      const sources = new Map([...texts, ...Object.entries(padSources(code, templates))]);
      const words = need(padText(game, need(loadLanguage(code)), templates(code, "pad")));
      write(`pads/${id}-${code}`, sources, words);
    }
  }
}

/** Writes the manual page, from what the commands say of themselves. */
async function manual() {
  const { ALL_WORDS, program } = await built("cli/program");
  const { version } = await built("files/package");
  writeFileSync(path("dist/augenblock.1"), manPage(await program(ALL_WORDS), version()));
}

/** Replaces the modules of the command line by a bundle, which the library for Node is part of: all programs share its code. */
async function bundle() {
  rmSync(path("dist/cli"), { recursive: true });
  const bundle = await rolldown({
    input: {
      "cli/start": path("src/cli/start.ts"),
      "cli/main": path("src/cli/main.ts"),
      "cli/run": path("src/cli/run.ts"),
      "bundle/pdf-worker": path("src/cli/threads/pdf-worker.ts"),
      "bundle/network-worker": path("src/cli/threads/network-worker.ts"),
      "bundle/odds-worker": path("src/cli/threads/odds-worker.ts"),
      "bundle/picture-worker": path("src/files/pictures/picture-worker.ts"),
      "bundle/view-worker": path("src/cli/threads/view-worker.ts"),
      "bundle/photo-reader": path("src/cli/commands/work/photo-reader.ts"),
      "bundle/index": path("src/index.ts"),
      "bundle/node": path("src/node.ts"),
    },
    platform: "node",
    // Packages that have ES modules as well as CommonJS are bundled from those.
    resolve: { mainFields: ["module", "main"] },
    // Packages that load files of their own, or put variables where all can see them.
    external: [
      /^(sharp|sixel|zxing-wasm|libheif-js|tinypool)(\/|$)/,
      /\/vendor\/hyphen\//,
      /^@opencvjs\/web$/,
      /^harfbuzzjs$/,
    ],
    plugins: [LAZY_TABLES, TWO_SYMBOLS, VENDOR_PLUGIN, HYPHEN_PLUGIN],
    onLog(level, { code, message }) {
      if (level === "warn") throw new Error(`${code}: ${message}`);
    },
  });
  const { output } = await bundle.write({
    dir: path("dist"),
    format: "esm",
    minify: true,
    chunkFileNames: "bundle/[name]-[hash].js",
  });
  const names = output.flatMap(({ moduleIds = [] }) => moduleIds.map(packageName));
  writeFileSync(path("dist/bundle/LICENSES.txt"), licencesOf(names));
  // pdfkit looks for the colour profile of archives next to itself.
  mkdirSync(path("dist/bundle/data"));
  const profile = "sRGB_IEC61966_2_1.icc";
  copyFileSync(path(`node_modules/pdfkit/js/data/${profile}`), path(`dist/bundle/data/${profile}`));
}
