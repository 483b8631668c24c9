import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { PAGE_STYLE } from "../../src/print/rulebook/page-style.ts";

const ROOT = new URL("../../", import.meta.url);
const text = (path: string) => readFileSync(new URL(path, ROOT), "utf8");
const TOKENS = "templates/page.css";
const SHEETS = ["templates/", "src/studio/"]
  .flatMap((folder) =>
    readdirSync(new URL(folder, ROOT))
      .filter((name) => name.endsWith(".css"))
      .map((name) => folder + name),
  )
  .filter((path) => path !== TOKENS);
/** Other text that takes colours of the pages. */
const USERS = [...SHEETS, "src/studio/view/write/yaml-editor.ts"];
/** What a game, a chart or a script brings itself. */
const BROUGHT = /^--(?:accent|c\d+|undone)$/;
/** Widths that the table of a sheet works out. */
const WIDTHS = /^--(?:heads|room|share)$/;
const COLOUR =
  /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|lab|lch|oklab|oklch|hwb|color)a?\(|:[^;{]*\b(?:white|black|grey|gray|red)\b/gi;

function definitions(style: string): Map<string, string> {
  return new Map(
    [...style.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

/** The rules outside of all media, and those of a dark screen. */
function lightAndDark(style: string) {
  const [light = "", dark = ""] = style.split(/@media (?:screen and )?\(prefers-color-scheme: dark\) \{/);
  return { light: definitions(light), dark: definitions(dark.slice(0, dark.indexOf("@media"))) };
}

describe("the colours of all pages", () => {
  const { light, dark } = lightAndDark(text(TOKENS));

  test("have one source: no other style sheet names a colour", () => {
    expect(SHEETS.length).toBeGreaterThan(5);
    expect(light.size).toBeGreaterThan(15);
    const named = SHEETS.map((path) => [
      path,
      text(path)
        .replaceAll(/var\(--[\w-]+/g, "")
        .match(COLOUR) ?? [],
    ]);
    expect(named).toEqual(SHEETS.map((path) => [path, []]));
    const defined = SHEETS.flatMap((path) => [...definitions(text(path)).keys()]);
    expect(defined.filter((name) => !WIDTHS.test(name))).toEqual([]);
  });

  test("are all defined, and all used", () => {
    const used = (path: string) => [...text(path).matchAll(/var\((--[\w-]+)/g)].map(([, name = ""]) => name);
    const all = [...USERS, TOKENS].flatMap(used).filter((name) => !BROUGHT.test(name) && !WIDTHS.test(name));
    expect([...new Set(all)].sort()).toEqual([...light.keys()].sort());
    expect([...dark.keys()].filter((name) => !light.has(name))).toEqual([]);
  });

  test("go with every style sheet that a page of the program takes", () => {
    const sources = readdirSync(new URL("src/", ROOT), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .map((path) => text(`src/${path}`));
    const loads = sources.flatMap((source) => source.match(/\w+\("(?!page\.css)[\w-]+\.css"/g) ?? []);
    expect(loads.length).toBeGreaterThan(4);
    expect(loads.filter((load) => !load.startsWith("pageStyle("))).toEqual([]);
  });

  test("agree with those of the rule sheet, which pages show as well", () => {
    const rules = lightAndDark(PAGE_STYLE);
    const shared = ["--paper", "--ink", "--quiet"];
    const values = (tokens: Map<string, string>) => shared.map((name) => tokens.get(name));
    expect(values(rules.light)).toEqual(values(light));
    expect(values(rules.dark)).toEqual(values(dark));
  });

  test("agree with those that a browser paints around the studio", () => {
    const long = (colour = "") => colour.replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3");
    const themes = [...text("src/studio/index.html").matchAll(/"theme-color" content="(#\w+)"/g)];
    expect(themes.map(([, colour]) => colour)).toEqual([light, dark].map((one) => long(one.get("--paper"))));
    const { background_color, theme_color } = JSON.parse(text("src/studio/manifest.webmanifest"));
    expect([background_color, theme_color]).toEqual([long(light.get("--paper")), long(light.get("--paper"))]);
  });
});
