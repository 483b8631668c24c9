// Prints what an installed augenblock consists of apart from itself, with licences, from the lock file: `node scripts/dependencies.mjs`. With
// --write, the tables go into docs/dependencies.md. A licence that nobody has looked at yet ends the script, and so does a package that
// runs a script when it is installed.
import { readFileSync, writeFileSync } from "node:fs";
import { VENDORED_PACKAGES } from "./vendor.mjs";

const DOCS = new URL("../docs/dependencies.md", import.meta.url);
const LOCK = new URL("../package-lock.json", import.meta.url);

/** Licences under which a program with ours may be handed on. */
const LICENCES = [
  ...["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "Apache-2.0", "Zlib", "PSF-2.0", "OFL-1.1"],
  ...["LGPL-3.0", "LGPL-3.0-or-later"],
];
/** Licences that packages bring as a text only. */
const TOLD_BY_TEXT = { "png-js": "MIT" };
const packages = Object.entries(JSON.parse(readFileSync(LOCK, "utf8")).packages)
  .filter(([path]) => path !== "")
  .map(([path, { version, license, dev = false, devOptional = false, hasInstallScript = false }]) => {
    const name = path.replace(/^.*node_modules\//, "");
    const licence = (license ?? TOLD_BY_TEXT[name] ?? "").replace(/[()]/g, "");
    return { path, name, version, licence, isInstalled: !dev && !devOptional, hasInstallScript };
  });
const installed = packages.filter(({ isInstalled }) => isInstalled);
const copied = packages.filter(
  ({ path, isInstalled }) =>
    VENDORED_PACKAGES.some((name) => path === `node_modules/${name}`) && !isInstalled,
);
if (installed.length < 40 || copied.length < 3) throw new Error("hardly any package was seen");

for (const { name, licence } of [...installed, ...copied]) {
  // Of several, one may be chosen, or all hold.
  const isKnown = licence
    .split(" AND ")
    .every((one) => one.split(" OR ").some((it) => LICENCES.includes(it)));
  if (!isKnown) throw new Error(`${name}: nobody has looked at the licence \`${licence}\` yet`);
}
for (const { name, hasInstallScript } of installed)
  if (hasInstallScript) throw new Error(`${name} runs a script when it is installed`);

function table(some) {
  const rows = some.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`);
  return ["| package | version | licence |\n|---|---|---|", ...[...new Set(rows)].sort()].join("\n");
}
const text = `## Installed with it\n\n${table(installed)}\n\n## Copied into it\n\n${table(copied)}\n`;

if (process.argv.includes("--write")) {
  const [head] = readFileSync(DOCS, "utf8").split("## Installed with it");
  writeFileSync(DOCS, head + text);
} else process.stdout.write(text);
