// Compiles the loops in assembly/ to WebAssembly, in modules next to those that call them: `npm run loops`. With --check, it writes nothing
// and ends with an error if a module is out of date.
import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { main } from "assemblyscript/asc";

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** Where the module of each source goes, the name of its functions' type, and the values of LANES that it is compiled for. */
const MODULES = [
  {
    source: "assembly/turn.ts",
    module: "src/odds/turn/turn-wasm.ts",
    type: "TurnLoops",
    lanes: [2, 4, 8, 16],
  },
  { source: "assembly/spread.ts", module: "src/odds/forwards/spread-wasm.ts", type: "SpreadLoops" },
  { source: "assembly/pixels.ts", module: "src/scan/image/pixels-wasm.ts", type: "PixelLoops" },
  { source: "assembly/network.ts", module: "src/scan/digits/network-wasm.ts", type: "NetworkLoops" },
  { source: "assembly/warp.ts", module: "src/scan/warp/warp-wasm.ts", type: "WarpLoops" },
];
const OPTIONS = [
  ...["--optimizeLevel", "3", "--noAssert", "--runtime", "stub", "--enable", "simd"],
  ...["--importMemory", "--noExportMemory"],
];

/** The doc comment of an exported function, its name, and its parameters. */
const FUNCTION = /((?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?)export function (\w+)\(([^)]*)\): void/g;

async function compile(source, text, lanes) {
  const use = lanes === undefined ? [] : ["--use", `LANES=${lanes}`];
  let wasm;
  const { error, stderr } = await main(["module.ts", ...OPTIONS, ...use, "--outFile", "module.wasm"], {
    readFile: (name) => (name === "module.ts" ? text : null),
    writeFile: (_, bytes) => {
      wasm = bytes;
    },
    listFiles: () => [],
  });
  if (error !== null || wasm === undefined) throw new Error(`${source}: ${stderr}`);
  return wasm;
}

/** The module that holds a source's functions: their type, with its comments, the constants that it exports, and their code. */
async function moduleText({ source, type, lanes }) {
  const text = readFileSync(path(source), "utf8").replaceAll("\r\n", "\n");
  const codes = await Promise.all((lanes ?? [undefined]).map((count) => compile(source, text, count)));
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { exports } = await WebAssembly.instantiate(new WebAssembly.Module(codes[0]), { env: { memory } });
  const constants = Object.entries(exports).filter(([, value]) => value instanceof WebAssembly.Global);
  const functions = [...text.matchAll(FUNCTION)].map(([, comment, name, parameters]) => {
    const types = parameters
      .replace(/: \w+/g, ": number")
      .replace(/\s+/g, " ")
      .replace(/^ |,? $/g, "");
    return `${comment}${name}(${types}): void;`.replace(/^/gm, "  ");
  });
  const name = `${basename(source, ".ts").toUpperCase()}_WASM`;
  const encoded = codes.map((code) => JSON.stringify(Buffer.from(code).toString("base64")));
  const keyed = lanes?.map((count, at) => `  ${count}:\n    ${encoded[at]},\n`);
  return [
    `// Compiled from ${source} by \`npm run loops\`.\n`,
    ...constants.map(([key, { value }]) => `export const ${key} = ${value};\n`),
    `export interface ${type} {\n${functions.join("\n")}\n}\n`,
    keyed === undefined
      ? `export const ${name} =\n  ${encoded[0]};\n`
      : `/** By how many lanes a row has. */\nexport const ${name} = {\n${keyed.join("")}};\n`,
  ].join("\n");
}

const stale = [];
for (const one of MODULES) {
  const text = await moduleText(one);
  if (process.argv.includes("--check")) {
    if (readFileSync(path(one.module), "utf8").replaceAll("\r\n", "\n") !== text) stale.push(one.module);
  } else writeFileSync(path(one.module), text);
}
if (stale.length > 0) {
  console.error(`out of date, run \`npm run loops\`: ${stale.join(", ")}`);
  process.exit(1);
}
console.log(`loops: ${MODULES.length} modules`);
