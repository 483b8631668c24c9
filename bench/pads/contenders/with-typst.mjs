// Draws the recorded sheets with Typst: what they share as pictures, which it puts into the file once.
// Usage: node with-typst.mjs FOLDER PAGES OUT
import { readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";

const [folder = "", pages = "", out = ""] = process.argv.slice(2);
const { fonts } = JSON.parse(readFileSync(`${folder}/sheet.json`, "utf8"));
const compiler = NodeCompiler.create({
  workspace: folder,
  fontArgs: [{ fontPaths: Object.values(fonts).map((font) => dirname(String(font))) }],
});
const result = compiler.pdf({ mainFilePath: `${folder}/book.typ`, inputs: { pages } });
writeFileSync(out, result);
