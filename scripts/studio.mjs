// Builds dist/studio/: the page that writes, prints and checks in a browser, as static files for any web host. What is large and lies in
// the package anyway is not copied there: `augenblock studio` serves it from where it is, and `--out` makes a folder that has it all
// (src/files/package/studio-files.ts).
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import sharp from "sharp";
import { tsImport } from "tsx/esm/api";
import { parse } from "yaml";
import { withoutEval } from "./opencv-without-eval.mjs";
import { TWO_SYMBOLS } from "./two-symbols.mjs";
import { licenceOf } from "./vendor.mjs";

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const OUT = path("dist/studio");
const { resolve } = createRequire(import.meta.url);

/** Stand-ins in a browser for modules of Node, and for packages that have another form there. */
const REPLACED = {
  "node:fs": path("src/studio/shelf.ts"),
  "node:url": path("src/studio/shelf.ts"),
  "node:module": path("src/studio/shelf.ts"),
  "node:zlib": path("src/studio/shelf.ts"),
  "node:v8": path("src/studio/shelf.ts"),
  "node:crypto": path("src/studio/shelf.ts"),
  "node:path": resolve("path-browserify"),
  // Its program is a file of its own there.
  opencv: path("dist/vendor/opencv/opencv.mjs"),
};

/** Templates are only read by Handlebars, and carried out by code of ours: its compiler stays away. */
const HANDLEBARS = {
  id: path("node_modules/handlebars/read-only.cjs"),
  code: `exports.parse = require("./dist/cjs/handlebars/compiler/base.js").parse;
exports.Visitor = require("./dist/cjs/handlebars/compiler/visitor.js");
exports.SafeString = require("./dist/cjs/handlebars/safe-string.js");`,
};

const PLUGIN = {
  name: "studio",
  load: (id) => (id === HANDLEBARS.id ? HANDLEBARS.code : null),
  resolveId(source) {
    if (source === "handlebars") return HANDLEBARS.id;
    if (Object.hasOwn(REPLACED, source)) return REPLACED[source];
    // Never loaded: the studio opens OpenCV by itself, and HarfBuzz asks for the other one on Node only.
    if (source === "@opencvjs/web" || source === "module") return { id: source, external: true };
    return null;
  },
  // The files of the package lie below `/` there.
  transform(code, id) {
    if (id === REPLACED.opencv) return withoutEval(code);
    if (id === REPLACED["node:path"]) return code.replaceAll("process.cwd()", '"/"');
    if (!id.startsWith(path("src/files/"))) return null;
    return code.replaceAll("import.meta.url", '"file:///src/files/module.js"');
  },
};

/** Bundles page and worker. @returns the packages that are in them */
async function bundle() {
  const bundle = await rolldown({
    input: { page: path("src/studio/page.tsx"), worker: path("src/studio/worker.ts") },
    platform: "browser",
    transform: { jsx: { runtime: "automatic", importSource: "preact" } },
    plugins: [PLUGIN, TWO_SYMBOLS],
    onLog(level, { code, message }) {
      if (code === "UNRESOLVED_IMPORT") throw new Error(message);
      if (level === "warn" && code !== "EVAL") console.warn(`${code}: ${message}`);
    },
  });
  const { output } = await bundle.write({
    dir: OUT,
    format: "esm",
    minify: true,
    entryFileNames: "[name].js",
    chunkFileNames: "parts/[name]-[hash].js",
  });
  const ids = output.flatMap(({ moduleIds = [] }) => moduleIds);
  const names = ids.map((id) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1]);
  return [...new Set(names.filter(Boolean))].sort();
}

/** What only commands say or show: sentences of the command line, the page of `watch`. */
const OF_COMMANDS = /\/messages\/cli\.yaml$|^templates\/(watch\.|league\.|site)/;

/** Every text that `src/files` reads there, by its path in the package, as one file. */
function texts() {
  const below = (folder, ending) =>
    readdirSync(path(folder), { recursive: true })
      .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
      .filter((name) => ending.test(name));
  const names = [
    ...below("templates", /\.(hbs|yaml|css|js)$/),
    ...below("variants", /\.yaml$/),
    "package.json",
  ];
  const needed = names.filter((name) => !OF_COMMANDS.test(name));
  const all = needed.map((name) => [name, readFileSync(path(name), "utf8")]);
  write("texts.json", JSON.stringify(Object.fromEntries(all)));
}

/** What the page shows and offers before the worker is there: its words, the names of all games, what can be printed, and new games. */
async function firstView() {
  const built = (name) => import(pathToFileURL(path(`dist/${name}.js`)).href);
  const source = (name) => tsImport(`../src/studio/engine/${name}.ts`, import.meta.url);
  const [{ loadGame }, { languageCodes }, { loadLanguage }, { playableIds }] = [
    ...[await built("files/package/games"), await built("files/package")],
    ...[await built("files/package/languages"), await built("files/package/variants")],
  ];
  const [{ printNames }, { Writer }] = [await source("printer"), await source("writer")];
  const view = { words: {}, games: {}, print: printNames() };
  for (const code of languageCodes()) {
    const language = loadLanguage(code).value;
    const { studio } = parse(readFileSync(path(`templates/${code}/words.yaml`), "utf8"));
    view.words[code] = flat(studio, "studio");
    const writer = new Writer(null, { now: language, language: async () => language }, null);
    const [games, drafts] = [[], {}];
    for (const id of playableIds()) {
      games.push({ id, name: language.text((await loadGame(id)).value.name) });
      const { made: text } = await writer.begin(id);
      drafts[id] = { text, ...(await writer.look(text)) };
    }
    view.games[code] = games.sort((a, b) => a.name.localeCompare(b.name, code));
    write(`new-games/${code}.json`, JSON.stringify(drafts));
  }
  write("first-view.json", JSON.stringify(view));
}

/** A picture of the head of a pad in each style, small and at twice the size it is shown at. */
async function stylePictures() {
  const built = (name) => import(pathToFileURL(path(`dist/${name}.js`)).href);
  const [{ loadGame }, { loadLanguage }, { styleIds }, { preparePad }, { sheetSvg }] = [
    await built("files/package/games"),
    await built("files/package/languages"),
    await built("files/package/templates"),
    await built("files/print/pads"),
    await built("print/pad/draw-sheet"),
  ];
  const [game, language] = [(await loadGame("yazzo")).value, loadLanguage("en").value];
  for (const style of styleIds()) {
    const { layout, family } = await preparePad(game, language, { style, marks: "quiet", paper: "a6" });
    const sheet = sharp(Buffer.from(sheetSvg(layout, family)), { density: 160 }).resize({ width: 320 });
    const head = sheet.extract({ left: 0, top: 0, width: 320, height: 168 });
    write(`styles/${style}.webp`, await head.webp({ quality: 70 }).toBuffer());
  }
}

function flat(words, key) {
  return typeof words === "string"
    ? [[key, words]]
    : Object.entries(words).flatMap(([part, inner]) => flat(inner, `${key}.${part}`));
}

async function icons() {
  const svg = readFileSync(path("src/studio/icon.svg"));
  write("icon.svg", svg);
  for (const size of [192, 512])
    await sharp(svg, { density: 300 })
      .resize(size, size)
      .png()
      .toFile(join(OUT, `icon-${size}.png`));
}

function write(name, content) {
  mkdirSync(dirname(join(OUT, name)), { recursive: true });
  writeFileSync(join(OUT, name), content);
}

/** Packages whose programs and fonts the studio fetches as they are. */
const FETCHED = [
  ...["@opencvjs/web", "@cwasm/jpeg-turbo", "zxing-wasm", "harfbuzzjs", "@fontsource/source-sans-3"],
  ...["@expo-google-fonts/source-sans-3", "@expo-google-fonts/gochi-hand"],
];

/** The licences of everything that is in the bundles, or fetched by them. */
function licences(packages) {
  const names = [...new Set([...packages, ...FETCHED])].sort();
  const all = names.map((name) => `${name}\n\n${licenceOf(name)}`);
  write("LICENSES.txt", all.join("\n\n----\n\n"));
}

/** What reads HEIC is larger, and comes after what everybody needs. */
const LARGE_BYTES = 1_000_000;

/** Lists all files for the service worker, which keeps them, with their digests; all of these together are its version. */
async function serviceWorker() {
  const { largeFiles, studioFile } = await import(
    pathToFileURL(path("dist/files/package/studio-files.js")).href
  );
  const own = readdirSync(OUT, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "service-worker.js" && entry.name !== "LICENSES.txt")
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(OUT.length + 1)
        .replaceAll("\\", "/"),
    )
    .sort();
  const script = readFileSync(path("src/studio/service-worker.js"), "utf8");
  const isLarge = (name) => statSync(join(OUT, name)).size > LARGE_BYTES;
  const digested = (name) => [name, `sha256-${digestOf(readFileSync(studioFile(name)), "base64")}`];
  const files = own.filter((name) => name !== "index.html" && !isLarge(name)).map(digested);
  const large = [...largeFiles().keys(), ...own.filter(isLarge)].map(digested);
  const version = digestOf(JSON.stringify([digested("index.html"), files, large]), "hex").slice(0, 16);
  // Some hosts write into pages.
  const lists = { VERSION: version, FILES: [["./", null], ...files], LARGE: large };
  const head = Object.entries(lists).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`);
  write("service-worker.js", head.join("") + script);
}

function digestOf(content, encoding) {
  return createHash("sha256").update(content).digest(encoding);
}

export async function studio() {
  rmSync(OUT, { recursive: true, force: true });
  const packages = await bundle();
  licences(packages);
  // A photo to try, with a question and a mistake.
  copyFileSync(path("tests/photos/half-filled.jpg"), join(OUT, "sample.jpg"));
  copyFileSync(resolve("harfbuzzjs/dist/harfbuzz.wasm"), join(OUT, "parts/harfbuzz.wasm"));
  texts();
  await firstView();
  await stylePictures();
  await icons();
  const styles = [
    "templates/page.css",
    "templates/photos.css",
    "src/studio/studio.css",
    "src/studio/write.css",
  ];
  write("studio.css", styles.map((name) => readFileSync(path(name), "utf8")).join("\n"));
  for (const name of ["index.html", "manifest.webmanifest"])
    write(name, readFileSync(path(`src/studio/${name}`)));
  await serviceWorker();
}
