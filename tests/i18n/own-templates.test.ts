import { describe, expect, it } from "vitest";
import { ownTemplates, pageTemplates, type TemplateFolder } from "../../src/i18n/own-templates.ts";
import type { PlacedTemplate } from "../../src/i18n/template.ts";

/** A folder with these files, of which some are shipped with the same or another text; `null` can't be read. */
function folderOf(
  files: Readonly<Record<string, string | null>>,
  shipped: Readonly<Record<string, string>> = {},
): TemplateFolder {
  const paths = Object.keys(files);
  const below = (path: string) => (path === "" ? "" : `${path}/`);
  return {
    displayPath: (path) => `own/${path}`,
    names: (path) =>
      [
        ...new Set(
          paths
            .filter((one) => one.startsWith(below(path)))
            .map((one) => one.slice(below(path).length).split("/")[0] ?? ""),
        ),
      ].sort(),
    isFolder: (path) => paths.some((one) => one.startsWith(`${path}/`)),
    text: (path) => files[path] ?? null,
    shippedText: (path) => shipped[path] ?? null,
  };
}

/** The templates found, and everything that was told. */
function found(
  files: Readonly<Record<string, string | null>>,
  shipped: Readonly<Record<string, string>> = {},
) {
  const told: string[] = [];
  const templates = ownTemplates(
    folderOf(files, shipped),
    ["de", "en"],
    ["pad", "rules"],
    ({ code, message, hint }) => told.push(`${code}: ${message} | ${hint}`),
  );
  return { templates, told };
}

describe("the templates in a folder of one's own", () => {
  it("are for all languages or for one, pages or partials", () => {
    const { templates, told } = found({
      "rules.hbs": "R",
      "partials/rules-turn.hbs": "T",
      "de/pad.hbs": "P",
      "de/partials/pad-box.hbs": "B",
      "en/rules.hbs": "E",
    });
    expect(told).toEqual([]);
    expect(templates).toEqual([
      { language: null, name: "rules-turn", file: "own/partials/rules-turn.hbs", text: "T" },
      { language: null, name: "rules", file: "own/rules.hbs", text: "R" },
      { language: "de", name: "pad", file: "own/de/pad.hbs", text: "P" },
      { language: "de", name: "pad-box", file: "own/de/partials/pad-box.hbs", text: "B" },
      { language: "en", name: "rules", file: "own/en/rules.hbs", text: "E" },
    ]);
  });

  it("leave out what can't be read, other files and other folders", () => {
    const { templates, told } = found({
      "rules.hbs": null,
      "README.md": "x",
      "words.yaml": "x",
      "partials/notes.txt": "x",
      "de/notes.txt": "x",
      "de/words.yaml.bak": "x",
      ".git/rules.hbs": "x",
      "node_modules/rules.hbs": "x",
      "pictures/a.png": "x",
    });
    expect({ templates, told }).toEqual({ templates: [], told: [] });
  });

  it.each([
    ["rule.hbs", "unused-template: no page uses own/rule.hbs | did you mean `rules.hbs`?"],
    ["start.hbs", "unused-template: no page uses own/start.hbs | possible here: pad.hbs, rules.hbs"],
    [
      "de/start.hbs",
      "unused-template: no page uses own/de/start.hbs | possible here: de/pad.hbs, de/rules.hbs",
    ],
    [
      "rules-turn.hbs",
      "unused-template: no page uses own/rules-turn.hbs | did you mean `partials/rules-turn.hbs`?",
    ],
    [
      "de/rules-turn.hbs",
      "unused-template: no page uses own/de/rules-turn.hbs | did you mean `de/partials/rules-turn.hbs`?",
    ],
    [
      "partials/turn.hbs",
      "unused-template: no page uses own/partials/turn.hbs | possible here: partials/pad-turn.hbs, partials/rules-turn.hbs",
    ],
    [
      "partials/rules.hbs",
      "unused-template: no page uses own/partials/rules.hbs | possible here: partials/pad-rules.hbs, partials/rules-rules.hbs",
    ],
    [
      "de/wrods.yaml",
      "unused-template: own/de/wrods.yaml has no effect: only words.yaml and games.yaml are word lists | rename this file, or remove it",
    ],
    [
      "en/games.yml",
      "unused-template: own/en/games.yml has no effect: only words.yaml and games.yaml are word lists | rename this file, or remove it",
    ],
    [
      "fr/rules.hbs",
      "unknown-language: own/fr contains templates, but there is no language `fr` | possible here: de, en",
    ],
    [
      "dee/rules.hbs",
      "unknown-language: own/dee contains templates, but there is no language `dee` | did you mean `de`?",
    ],
  ])("say where they do nothing: %s", (path, problem) => {
    expect(found({ [path]: "x" })).toEqual({ templates: [], told: [problem] });
    // An unchanged copy of a shipped template loses nothing; a changed one does.
    const isKnown = !path.startsWith("fr") && !path.startsWith("dee");
    expect(found({ [path]: "x" }, { [path]: "x" }).told).toEqual(isKnown ? [] : [problem]);
    expect(found({ [path]: "x" }, { [path]: "y" }).told).toEqual([problem]);
  });
});

it("says of a template that can't be read, too, that it does nothing", () => {
  expect(found({ "rule.hbs": null }).told).toHaveLength(1);
});

describe("the templates of a page", () => {
  const template = (name: string, language: string | null, text: string): PlacedTemplate => ({
    name,
    language,
    text,
    file: `${name}.hbs`,
  });
  const ours = [
    template("rules", null, "ours"),
    template("rules-turn", null, "ours turn"),
    template("rules-end", "de", "ours end in German"),
    template("pad-box", null, "ours box"),
    template("pad", "en", "ours pad in English"),
  ];
  const texts = (folders: readonly (readonly PlacedTemplate[])[], page: string, code: string) => {
    const templates = pageTemplates(folders, page, code);
    return templates && [templates.main.text, ...templates.partials.map(({ text }) => text)];
  };

  it("are the page and its partials in alphabetical order, those of the language before those for all", () => {
    expect(texts([ours], "rules", "de")).toEqual(["ours", "ours end in German", "ours turn"]);
    expect(texts([ours], "rules", "en")).toEqual(["ours", "ours turn"]);
    expect(texts([ours], "pad", "en")).toEqual(["ours pad in English", "ours box"]);
    expect(texts([[template("rules", "de", "German"), ...ours]], "rules", "de")?.[0]).toBe("German");
  });

  it("are those of later folders, whichever language they are for", () => {
    const own = [template("rules-end", null, "own end"), template("rules", "en", "own in English")];
    expect(texts([ours, own], "rules", "de")).toEqual(["ours", "own end", "ours turn"]);
    expect(texts([ours, own], "rules", "en")).toEqual(["own in English", "own end", "ours turn"]);
  });

  it("are none where nobody has the page itself", () => {
    expect(texts([ours], "pad", "de")).toBeNull();
    expect(texts([], "rules", "de")).toBeNull();
  });
});
