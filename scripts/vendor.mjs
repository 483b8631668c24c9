// What is used of large packages, copied into dist/vendor/ with its licence when the package is built: of the 100 MB that they and what
// they bring take, a program needs 19. They are dependencies of the sources only.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { TWO_SYMBOLS } from "./two-symbols.mjs";

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** What sources import, and the module in dist/vendor/ that takes its place. */
const VENDORED = {
  "pdfjs-dist/legacy/build/pdf.mjs": "pdfjs/pdf.mjs",
  "@cantoo/pdf-lib": "pdf-lib/pdf-lib.mjs",
  "@electric-sql/pglite": "pglite/index.js",
};

/** What only the modules of the library import from dist/vendor/: the bundle for Node has its own, smaller parts of these. */
const VENDORED_FOR_MODULES = {
  "bwip-js/generic": "bwip-js/bwip-js.mjs",
  handlebars: "handlebars/handlebars.mjs",
  "markdown-it": "markdown-it/markdown-it.mjs",
  pdfkit: "pdfkit/pdfkit.mjs",
  ...Object.fromEntries(["de", "en", "sv"].map((code) => [`hyphen/${code}/index.js`, `hyphen/${code}.mjs`])),
};

/** How the platform of Node imports hyphenation patterns, by the code of a language; and how from any folder of dist/. */
const HYPHEN = { sources: /`hyphen\/(\$\{\w+\})\/index\.js`/, dist: "`../vendor/hyphen/$1.mjs`" };

/** For bundles in a folder of dist/: hyphenation patterns are files of their own. */
export const HYPHEN_PLUGIN = {
  name: "hyphen",
  transform: (code) => (HYPHEN.sources.test(code) ? code.replace(HYPHEN.sources, HYPHEN.dist) : null),
};

/** The packages whose code or program is in dist/vendor/. */
export const VENDORED_PACKAGES = [
  ...["pdfjs-dist", "@electric-sql/pglite"],
  // pdf-lib and what it needs.
  ...["@cantoo/pdf-lib", "culori", "fflate", "html-entities", "node-html-better-parser", "tslib"],
  // What the page of the studio is made with.
  ...["@cwasm/jpeg-turbo", "comlink", "path-browserify", "preact"],
  // What the bundles bring; `LICENSES.txt` and `LICENSE` next to them also name what these need.
  ...[
    "@bomb.sh/tab",
    "@inquirer/prompts",
    "@noble/hashes",
    "bwip-js",
    "chokidar",
    "cli-progress",
    "cli-table3",
  ],
  ...[
    "commander",
    "fontkit",
    "handlebars",
    "hyphen",
    "kysely",
    "markdown-it",
    "open",
    "pdfkit",
    "pg",
    "pg-boss",
  ],
  ...["picocolors", "svgpath", "tinyglobby"],
  ...["alfa-slab-one", "cinzel", "fredoka", "grenze-gotisch"].map((name) => `@expo-google-fonts/${name}`),
];

/** The name of a package from the path of one of its modules; undefined for other modules. */
export function packageName(id) {
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll("\\", "/"))?.[1];
}

/** The licences of packages, one after the other. */
export function licencesOf(names) {
  return [...new Set(names.filter(Boolean))]
    .sort()
    .map((name) => `${name}\n\n${licenceOf(name)}`)
    .join("\n\n----\n\n");
}

/** For bundles in a folder of dist/: these modules stay outside. */
export const VENDOR_PLUGIN = {
  name: "vendor",
  resolveId: (source) =>
    Object.hasOwn(VENDORED, source) ? { id: `../vendor/${VENDORED[source]}`, external: true } : null,
};

/** Fills dist/vendor/, and lets the modules of the library in dist/ import from there. */
export async function vendor() {
  for (const module of Object.values(VENDORED))
    mkdirSync(dirname(path(`dist/vendor/${module}`)), { recursive: true });
  splitOpenCv();
  copyPdfJs();
  copyPglite();
  copyJpegTurbo();
  copyFaces();
  await bundlePdfLib();
  for (const [name, module] of Object.entries(VENDORED_FOR_MODULES)) await bundlePackage(name, module);
  importVendored();
}

/** What opens OpenCV; the bytes of its program are not kept. */
const OPEN_CV = `
export async function openCv(bytes) {
  const program = await WebAssembly.compile(bytes);
  return cv({ instantiateWasm: (imports, receive) => receive(new WebAssembly.Instance(program, imports)) });
}
`;

/** OpenCV's program, taken out of the text of its module: to read and decode it there takes every thread 33 MB and a seventh of a second. */
function splitOpenCv() {
  const [from, to] = ["node_modules/@opencvjs/web", "dist/vendor/opencv"];
  const text = readFileSync(path(`${from}/lib/opencv_js.js`), "latin1");
  // The first letters are those of every WebAssembly file.
  const at = text.indexOf("AGFzbQ");
  const length = text.slice(at).indexOf('"');
  if (at < 0 || length < 1_000_000) throw new Error("OpenCV holds its program in another way");
  mkdirSync(path(to), { recursive: true });
  writeFileSync(path(`${to}/opencv.wasm`), Buffer.from(text.slice(at, at + length), "base64"));
  const note = "/* Changed in augenblock: its program is a file of its own. */\n";
  writeFileSync(
    path(`${to}/opencv.mjs`),
    note + text.slice(0, at) + text.slice(at + length) + OPEN_CV,
    "latin1",
  );
  writeFileSync(path(`${to}/LICENSE`), licenceOf("@opencvjs/web"));
}

/** pdf.js, which asks for a package of 33 MB that draws pages, and complains without it; we draw none. */
function copyPdfJs() {
  const [from, to] = ["node_modules/pdfjs-dist", "dist/vendor/pdfjs"];
  const text = readFileSync(path(`${from}/legacy/build/pdf.mjs`), "utf8");
  const canvas = /^( +canvas = )require\("@napi-rs\/canvas"\)/m;
  if (!canvas.test(text)) throw new Error("pdf.js asks for its canvas in another way");
  const changed = text.replace(canvas, "$1{ DOMMatrix: class {}, ImageData: class {}, Path2D: class {} }");
  const note = "/* Changed in augenblock: nothing is drawn, so no canvas is loaded. */\n";
  writeFileSync(path(`${to}/pdf.mjs`), note + changed);
  copyFileSync(path(`${from}/legacy/build/pdf.worker.min.mjs`), path(`${to}/pdf.worker.mjs`));
  writeFileSync(path(`${to}/LICENSE`), licenceOf("pdfjs-dist"));
  // Scans may be stored as JPEG 2000.
  mkdirSync(path(`${to}/wasm`), { recursive: true });
  for (const file of ["openjpeg.wasm", "LICENSE_OPENJPEG", "LICENSE_PDFJS_OPENJPEG"])
    copyFileSync(path(`${from}/wasm/${file}`), path(`${to}/wasm/${file}`));
}

/** PostgreSQL as WebAssembly, without its extensions: 17 of 26 MB. */
function copyPglite() {
  const [from, to] = ["node_modules/@electric-sql/pglite", "dist/vendor/pglite"];
  const programs = ["pglite.wasm", "pglite.data", "initdb.wasm", "fs/nodefs.js", "index.js"];
  const chunks = readdirSync(path(`${from}/dist`)).filter((name) => /^chunk-\w+\.js$/.test(name));
  mkdirSync(path(`${to}/fs`), { recursive: true });
  for (const file of [...programs, ...chunks])
    copyFileSync(path(`${from}/dist/${file}`), path(`${to}/${file}`));
  writeFileSync(path(`${to}/LICENSE`), licenceOf("@electric-sql/pglite"));
}

/** What decodes JPEGs in browsers. Its package brings no licence of the program in it. */
function copyJpegTurbo() {
  const to = "dist/vendor/jpeg-turbo";
  mkdirSync(path(to), { recursive: true });
  copyFileSync(path("node_modules/@cwasm/jpeg-turbo/jpeg-turbo.wasm"), path(`${to}/jpeg-turbo.wasm`));
  writeFileSync(path(`${to}/LICENSE`), licenceOf("@cwasm/jpeg-turbo"));
}

/** The faces of text, web pages, handwriting and titles, by the names of their files. Their packages bring all weights, 14 MB. */
const FACES = {
  "regular.ttf": "@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf",
  "bold.ttf": "@expo-google-fonts/source-sans-3/700Bold/SourceSans3_700Bold.ttf",
  "regular.woff2": "@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff2",
  "bold.woff2": "@fontsource/source-sans-3/files/source-sans-3-latin-700-normal.woff2",
  "hand.ttf": "@expo-google-fonts/gochi-hand/400Regular/GochiHand_400Regular.ttf",
  "slab.ttf": "@expo-google-fonts/alfa-slab-one/400Regular/AlfaSlabOne_400Regular.ttf",
  "tavern.ttf": "@expo-google-fonts/grenze-gotisch/700Bold/GrenzeGotisch_700Bold.ttf",
  "round.ttf": "@expo-google-fonts/fredoka/600SemiBold/Fredoka_600SemiBold.ttf",
  "capitals.ttf": "@expo-google-fonts/cinzel/600SemiBold/Cinzel_600SemiBold.ttf",
};

function copyFaces() {
  const to = "dist/vendor/faces";
  mkdirSync(path(to), { recursive: true });
  for (const [name, file] of Object.entries(FACES))
    copyFileSync(path(`node_modules/${file}`), path(`${to}/${name}`));
  const packages = new Set(Object.values(FACES).map((file) => file.split("/").slice(0, 2).join("/")));
  const licences = [...packages].map((name) => {
    const file = ["LICENSE_FONT", "LICENSE"].find((one) => existsSync(path(`node_modules/${name}/${one}`)));
    return `${name}\n\n${readFileSync(path(`node_modules/${name}/${file}`), "utf8")}`;
  });
  writeFileSync(path(`${to}/LICENSE`), licences.join("\n\n----\n\n"));
}

/** A package with all that it needs, in one file for browsers and Node. */
async function bundlePackage(name, module) {
  // What it exports besides keeps every kind of symbol in the bundle.
  const others = name === "bwip-js/generic" ? "" : `export * from "${name}";\n`;
  const entry = `${others}export { default } from "${name}";\n`;
  const bundle = await rolldown({
    input: "entry",
    platform: "browser",
    plugins: [
      {
        name: "entry",
        resolveId: (source) => (source === "entry" ? path("scripts/entry.mjs") : null),
        load: (id) => (id === path("scripts/entry.mjs") ? entry : null),
      },
      TWO_SYMBOLS,
    ],
    onLog(_level, { code, message }) {
      if (code === "UNRESOLVED_IMPORT") throw new Error(message);
    },
  });
  const { output } = await bundle.write({ file: path(`dist/vendor/${module}`), format: "esm", minify: true });
  const folder = dirname(path(`dist/vendor/${module}`));
  writeFileSync(`${folder}/LICENSE`, licencesOf(output[0].moduleIds.map(packageName)));
}

/** pdf-lib with all that it needs, in one file. */
async function bundlePdfLib() {
  const bundle = await rolldown({
    input: path("node_modules/@cantoo/pdf-lib/es/index.js"),
    platform: "browser",
    resolve: { mainFields: ["module", "main"] },
    onLog(level, { code, message }) {
      if (level === "warn") throw new Error(`${code}: ${message}`);
    },
  });
  const { output } = await bundle.write({ file: path("dist/vendor/pdf-lib/pdf-lib.mjs"), minify: true });
  const names = output[0].moduleIds.map((id) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1]);
  const unnamed = names.find((name) => name !== undefined && !VENDORED_PACKAGES.includes(name));
  if (unnamed !== undefined)
    throw new Error(`pdf-lib brings ${unnamed}, which is missing in VENDORED_PACKAGES`);
  const licences = [...new Set(names.filter(Boolean))].map((name) => `${name}\n\n${licenceOf(name)}`);
  writeFileSync(path("dist/vendor/pdf-lib/LICENSE"), licences.join("\n\n"));
}

/** The licence of a package. Some bring none; then it must be the licence that we use ourselves, with another name in it. */
export function licenceOf(name) {
  if (name === "@cwasm/jpeg-turbo") return readFileSync(path("scripts/licences/libjpeg-turbo.txt"), "utf8");
  const folder = path(`node_modules/${name}`);
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  if (file !== undefined) return readFileSync(`${folder}/${file}`, "utf8");
  const { license, author, repository } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  if (license !== "MIT") throw new Error(`${name} comes without the text of its licence, ${license}`);
  const holder = author?.name ?? author ?? repository?.url;
  return readFileSync(path("LICENSE"), "utf8").replace(/^Copyright .*$/m, `Copyright (c) ${holder}`);
}

function importVendored() {
  const vendored = { ...VENDORED, ...VENDORED_FOR_MODULES };
  for (const file of readdirSync(path("dist"), { recursive: true })) {
    if (!file.endsWith(".js") || file.startsWith("vendor")) continue;
    const text = readFileSync(path(`dist/${file}`), "utf8");
    const own = text
      .replace(HYPHEN.sources, HYPHEN.dist)
      .replace(/(\bfrom |\bimport\()"([^"]+)"/g, (all, before, source) => {
        if (!Object.hasOwn(vendored, source)) return all;
        const target = relative(dirname(path(`dist/${file}`)), path(`dist/vendor/${vendored[source]}`));
        return `${before}"${target.replaceAll("\\", "/")}"`;
      });
    if (own !== text) writeFileSync(path(`dist/${file}`), own);
  }
}
