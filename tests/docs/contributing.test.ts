import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const TEXT = readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8");
const ARCHITECTURE = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");

/** What a folder of the repository holds: names of files and folders. */
const foldersIn = (path: string) =>
  readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

it("names only files and folders that exist", () => {
  const top = readdirSync(ROOT);
  const spans = [...TEXT.matchAll(/`([.\w-]+\/[\w./-]*|[\w.-]+\.(?:ts|mjs|json|md))`/g)].map(
    ([, path = ""]) => path,
  );
  const inShell = [...TEXT.matchAll(/ ((?:tests|src|docs)\/\S+)/g)].map(([, path = ""]) => path);
  const paths = [...spans, ...inShell].map((path) => path.replaceAll(/[`,;)]/g, ""));
  // A path that starts with no folder of the repository is one of a module: `rules/`, `index.ts`.
  const fullPath = (path: string) => (top.includes(path.split("/")[0] ?? "") ? path : join("src", path));
  expect(paths.length).toBeGreaterThan(60);
  expect(paths.filter((path) => !existsSync(join(ROOT, fullPath(path))) && !path.startsWith("dist"))).toEqual(
    [],
  );
});

it("leads from the architecture only to files that exist", () => {
  const paths = [...ARCHITECTURE.matchAll(/`([\w-]+\/[\w./-]*\.(?:ts|mjs))`/g)].map(([, path = ""]) => path);
  const homes = ["", "src", "src/studio"];
  const isThere = (path: string) => homes.some((home) => existsSync(join(ROOT, home, path)));
  expect(paths.length).toBeGreaterThan(30);
  expect(paths.filter((path) => !isThere(path))).toEqual([]);
});

it("maps every module and its folders, and no other", () => {
  const rows = [...TEXT.matchAll(/^\| `(?!src)(\w+)\/` \| [^|]* \| ([^|]*) \|/gm)].map(
    ([, name = "", folders = ""]) => [
      name,
      [...folders.matchAll(/`([\w-]+)`/g)].map(([, folder = ""]) => folder).toSorted(),
    ],
  );
  const modules = foldersIn("src").map((name) => [name, foldersIn(`src/${name}`).toSorted()]);
  expect(rows.toSorted()).toEqual(modules.toSorted());
});

it("names only scripts that package.json has", () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const named = [...TEXT.matchAll(/npm run ([\w:-]+)/g)].map(([, script = ""]) => script);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((script) => !(script in scripts))).toEqual([]);
});
