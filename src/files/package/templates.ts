import { existsSync, readFileSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Catalogue } from "../../i18n/language.ts";
import { type TemplateFolder, ownTemplates, pageTemplates, WORD_LISTS } from "../../i18n/own-templates.ts";
import type { PageTemplates, PlacedTemplate, TemplateSource } from "../../i18n/template.ts";
import { type Message, msg } from "../../rules/problem/message.ts";
import {
  type Problem,
  type Result,
  failure,
  need,
  problem,
  refusal,
  success,
  tryOr,
} from "../../rules/problem/problem.ts";
import { TEMPLATES, languageCodes } from "../package.ts";
import { noteInput, readText, reason, statPath, unreadable, realPathInside } from "../read/read-file.ts";
import { readBuildCache } from "./prepared.ts";
import type { PadStyle } from "../../print/style/style.ts";
import { suggestWord } from "../../rules/problem/wording.ts";
import { listFileIds, namesFile } from "./variants.ts";

/** The pages that a user's own templates may restyle. */
const PAGES = ["pad", "rules", "strategy"] as const;
type Page = (typeof PAGES)[number];

/** A shipped template by its path below `templates/`. @throws Failure if this installation lacks it */
export function shippedTemplate(path: string): TemplateSource {
  const url = new URL(path, TEMPLATES);
  if (!existsSync(url)) return failMissingTemplate(path);
  noteInput(fileURLToPath(url));
  return { file: `templates/${path}`, text: readFileSync(url, "utf8") };
}

/** The style sheet of a page below `templates/`, after the colours and resets that all pages share. @throws Failure as `shippedTemplate` */
export function pageStyle(name: string): string {
  return shippedTemplate("page.css").text + shippedTemplate(name).text;
}

/** Every shipped template and word list that a user's own may replace, with its path in a folder of templates. */
export function replaceableTemplates(): { readonly path: string; readonly text: string }[] {
  const codes = languageCodes();
  const lists = codes.flatMap((code) => WORD_LISTS.map((name) => `${code}/${name}`));
  const found: TemplateSource[] = [
    ...PAGES.flatMap((page) => codes.flatMap((code) => shippedTemplates(page, code))),
    ...lists.filter((path) => existsSync(new URL(path, TEMPLATES))).map(shippedTemplate),
  ];
  const texts = new Map(found.map(({ file, text }) => [file.replace(/^templates\//, ""), text]));
  return [...texts].map(([path, text]) => ({ path, text })).sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The shipped templates of a page: those for all languages, and those that one language has of its own. */
function shippedTemplates(page: Page, code: string): PlacedTemplate[] {
  return ["", "partials/", `${code}/`, `${code}/partials/`].flatMap((folder, at) => {
    const url = new URL(folder, TEMPLATES);
    const names = existsSync(url) ? readdirSync(url) : [];
    return names
      .filter((name) => name.startsWith(page) && name.endsWith(EXTENSION))
      .map((name) => ({
        language: at < 2 ? null : code,
        name: basename(name, EXTENSION),
        ...shippedTemplate(folder + name),
      }));
  });
}

const EXTENSION = ".hbs";

function failMissingTemplate(path: string): never {
  const message = msg`files.template-missing: templates/${path} is missing from this installation`;
  return need(refusal("missing-template", message));
}

/** The templates of a page in one language, by its code. */
export type Templates = (code: string, page: Page) => PageTemplates;

/** The shipped templates, with those of a folder of the user's own in place of them; or what can't be used in that folder. */
export function loadTemplates(folder: string | null = null): Result<Templates> {
  const own = folder === null ? success([]) : readOwnTemplates(folder);
  if (!own.ok) return own;
  return success(
    (code, page) =>
      pageTemplates([shippedTemplates(page, code), own.value], page, code) ??
      failMissingTemplate(page + EXTENSION),
  );
}

/** Characters in all templates together: several times what the shipped ones have, and quick to parse. */
const MAX_TEXT = 400_000;

/** The templates in a folder of the user's own, or everything in it that can't be used; a copy of all of `templates/` will do. */
export function readOwnTemplates(folder: string): Result<PlacedTemplate[]> {
  const root = resolveTemplateRoot(folder);
  if (!root.ok) return root;
  const problems: Problem[] = [];
  const report = (found: Problem) => void problems.push(found);
  const codes = languageCodes(folder);
  const found = ownTemplates(guardedFolder(folder, root.value, report), codes, PAGES, report);
  const length = found.reduce((sum, { text }) => sum + text.length, 0);
  if (length > MAX_TEXT) {
    const message = msg`files.templates-too-long: the templates in ${folder} have ${length} characters, but at most ${MAX_TEXT} are possible`;
    const hint = msg`files.templates-too-long-hint: no page is that long`;
    report(problem("too-large", message, { hint }));
  }
  if (problems.length > 0) return failure(problems);
  const hasWords = codes.some((code) => WORD_LISTS.some((name) => existsSync(join(folder, code, name))));
  if (found.length > 0 || hasWords) return success(found);
  const hint = msg`files.no-templates-hint: it must contain files such as ${join(folder, codes[0] ?? "de", "rules.hbs")}`;
  return refusal("no-templates", msg`files.no-templates: the folder ${folder} contains no templates`, hint);
}

/** A word list in a folder of the user's own templates; none if there is no such file, or what is wrong with it. */
export function readOwnWordList(folder: string | null, path: string): Result<TemplateSource[]> {
  if (folder === null || !existsSync(join(folder, path))) return success([]);
  const root = resolveTemplateRoot(folder);
  if (!root.ok) return root;
  const problems: Problem[] = [];
  const text = guardedFolder(folder, root.value, (found) => void problems.push(found)).text(path);
  return text === null ? failure(problems) : success([{ file: join(folder, path), text }]);
}

/** The real path of the folder. */
function resolveTemplateRoot(folder: string): Result<string> {
  const hint = msg`files.templates-docs-hint: docs/templates.md describes such a folder`;
  if (folder === "") {
    const message = msg`files.templates-needs-folder: \`--templates\` needs the name of a folder`;
    return refusal("bad-value", message, hint);
  }
  try {
    const root = realpathSync(folder);
    if (statSync(root).isDirectory()) return success(root);
    return refusal("unreadable", msg`files.not-a-folder: ${folder} is a file, not a folder`, hint);
  } catch (error) {
    const message = msg`files.cant-read-templates: the folder ${folder} can’t be read: ${reason(error)}`;
    return refusal("unreadable", message, hint);
  }
}

/** More files than this in one folder are not templates. */
const MAX_FILES = 200;

/** A folder that may come from a stranger: nothing outside of it is read, wherever links lead, and only plain files of a reasonable size. */
function guardedFolder(folder: string, root: string, report: (found: Problem) => void): TemplateFolder {
  const formatTemplatePath = (path: string) => join(folder, path);
  const refuse = (code: string, message: Message, hint: Message | null = null) => {
    report(problem(code, message, { hint }));
    return null;
  };
  /** Where a path really leads; null, with a problem, if that is nowhere or outside of the folder. */
  const realPath = (path: string) => {
    try {
      const real = realPathInside(root, path);
      if (real !== null) return real;
      const hint = msg`files.copy-into-folder-hint: copy into the folder what you want to use`;
      const message = msg`files.outside-folder: ${formatTemplatePath(path)} points outside the folder`;
      return refuse("leads-out", message, hint);
    } catch (error) {
      report(unreadable(formatTemplatePath(path), error));
      return null;
    }
  };
  return {
    displayPath: formatTemplatePath,
    names(path) {
      const real = realPath(path);
      if (real === null || statPath(real)?.isDirectory() !== true) return [];
      const names = tryOr(null, () => readdirSync(real).sort());
      if (names === null) {
        refuse(
          "unreadable",
          msg`files.cant-read-folder: ${formatTemplatePath(path)} can’t be read: no permission`,
        );
        return [];
      }
      if (names.length <= MAX_FILES) return names;
      const message = msg`files.too-many-templates: the folder ${formatTemplatePath(path)} has ${names.length} files, too many for a folder of templates`;
      refuse("too-many", message, msg`files.too-many-templates-hint: at most ${MAX_FILES} are read`);
      return [];
    },
    isFolder: (path) => statPath(join(root, path))?.isDirectory() ?? false,
    text(path) {
      const real = realPath(path);
      if (real === null) return null;
      const text = readText(formatTemplatePath(path));
      if (text.ok) return text.value;
      for (const found of text.problems) report(found);
      return null;
    },
    shippedText(path) {
      const url = new URL(path, TEMPLATES);
      return existsSync(url) ? readFileSync(url, "utf8") : null;
    },
  };
}

/** The files in which a language lists the messages of the code, one for each module; none for a language that leaves them in English. */
export function catalogueFiles(code: string): TemplateSource[] {
  const folder = new URL(`${code}/messages/`, TEMPLATES);
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  return names
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => shippedTemplate(`${code}/messages/${name}`));
}

/** The messages of a language as the build prepared them; null if they must be read. */
export function preparedCatalogue(code: string): Catalogue | null {
  const texts = new Map(catalogueFiles(code).map(({ file, text }) => [file, text]));
  const sentences = readBuildCache(`messages/${code}`, (file) => texts.get(file) ?? null);
  return sentences === null ? null : new Catalogue(code, sentences as ReadonlyMap<string, string>);
}

const PLAIN_ID = "plain";

/** The ids of the shipped styles: the plain one first, the others in alphabetical order. */
export function styleIds(): string[] {
  const ids = listFileIds(new URL("styles/", TEMPLATES));
  return [PLAIN_ID, ...ids.filter((id) => id !== PLAIN_ID)];
}

/** Loads a shipped style by its id, or a style file by its path; or what is wrong with it. */
export async function loadStyle(named: string = PLAIN_ID): Promise<Result<PadStyle>> {
  const ids = styleIds();
  if (!namesFile(named) && !ids.includes(named)) {
    const message = msg`files.no-such-style: there is no style \`${named}\``;
    return refusal("unknown-style", message, suggestWord(named, ids));
  }
  const shipped = namesFile(named) ? null : shippedTemplate(`styles/${named}.yaml`);
  const prepared = shipped && readBuildCache(`styles/${named}`, () => shipped.text);
  if (prepared !== null) return success(prepared as PadStyle);
  const text = shipped ? success(shipped.text) : readText(named);
  const { readStyleFile } = await import("../../print/style/style-file.ts");
  return text.ok ? readStyleFile(shipped?.file ?? named, text.value) : text;
}
