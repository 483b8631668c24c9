import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Where the package lies: the folder of `package.json`, `templates/` and `variants/`. @internal */
export const PACKAGE_ROOT = packageRoot();

/** Sources, modules and the bundle of the command line lie at different depths. */
function packageRoot(): URL {
  let folder = new URL(".", import.meta.url);
  while (!existsSync(new URL("package.json", folder))) folder = new URL("..", folder);
  return folder;
}

/** The shipped templates; those of a language are in a folder of its own. @internal */
export const TEMPLATES = new URL("templates/", PACKAGE_ROOT);

/** The codes of all languages, in alphabetical order: the folders below `templates/` that hold a word list. */
export function languageCodes(): string[] {
  if (!existsSync(TEMPLATES)) return [];
  return readdirSync(TEMPLATES)
    .filter((code) => existsSync(new URL(`${code}/words.yaml`, TEMPLATES)))
    .sort();
}

/** The version of this program, from its package. */
export function version(): string {
  return String(JSON.parse(readFileSync(new URL("package.json", PACKAGE_ROOT), "utf8")).version);
}
