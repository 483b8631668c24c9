// Installs the package as a user does, from a tarball into an empty folder, and prints how large that is: `npm run install-size` (after a
// build; it asks the registry). With --write, the table goes into docs/dependencies.md. More than the limit ends it with a fault.
import { execFileSync } from "node:child_process";
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const LIMIT_MB = 120;
const SHOWN = 12;
const MEGA = 1_000_000;
const ROOT = fileURLToPath(new URL("../", import.meta.url));
const DOCS = join(ROOT, "docs/dependencies.md");

const folder = mkdtempSync(join(tmpdir(), "augenblock-install-"));
try {
  const pack = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
  const [{ filename }] = JSON.parse(execFileSync("npm", pack, { cwd: ROOT, encoding: "utf8" }));
  writeFileSync(join(folder, "package.json"), "{}");
  const install = ["install", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", `./${filename}`];
  execFileSync("npm", install, { cwd: folder, stdio: "inherit" });
  report(sizes(join(folder, "node_modules")));
} finally {
  rmSync(folder, { recursive: true });
}

/** The bytes of all files, by package; what lies in a package belongs to it. */
function sizes(modules) {
  const found = new Map();
  for (const file of readdirSync(modules, { recursive: true })) {
    const stat = lstatSync(join(modules, file));
    if (!stat.isFile()) continue;
    const [scope, name] = relative(modules, join(modules, file)).split(sep);
    const owner = scope.startsWith("@") ? `${scope}/${name}` : scope;
    found.set(owner, (found.get(owner) ?? 0) + stat.size);
  }
  return found;
}

function report(found) {
  const all = [...found.values()].reduce((sum, bytes) => sum + bytes, 0);
  const largest = [...found].sort(([, a], [, b]) => b - a).slice(0, SHOWN);
  const mb = (bytes) => `${(bytes / MEGA).toFixed(1)} MB`;
  const rest = all - largest.reduce((sum, [, bytes]) => sum + bytes, 0);
  const rows = [...largest, [`${found.size - largest.length} others`, rest]].map(
    ([name, bytes]) => `| ${name} | ${mb(bytes)} |`,
  );
  const system = `${process.platform}-${process.arch}`;
  const text = `## Size\n\n\`npm run install-size\` installs the package into an empty folder. On ${system} that takes **${mb(all)}**, of at most ${LIMIT_MB}:\n\n| package | size |\n|---|--:|\n${rows.join("\n")}\n\n`;
  console.log(text);
  if (process.argv.includes("--write")) {
    const docs = readFileSync(DOCS, "utf8");
    writeFileSync(
      DOCS,
      docs.replace(/## Size\n.*?(?=## Installed with it)/s, () => text),
    );
  }
  if (all > LIMIT_MB * MEGA) throw new Error(`an installation takes more than ${LIMIT_MB} MB`);
}
