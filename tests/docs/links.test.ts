import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { playableIds } from "../../src/files/package/variants.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const textOf = (page: string) => readFileSync(join(ROOT, page), "utf8");
const markdownIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));
const PAGES = ["README.md", "CONTRIBUTING.md", ...markdownIn("docs"), ...markdownIn("training")];

/** The anchors of a page as GitHub makes them: headings in lowercase, spaces as hyphens, without punctuation. */
function anchorsOf(page: string): string[] {
  const headings = textOf(page)
    .replaceAll(/^```.*?^```/gms, "")
    .matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, words = ""]) =>
    words
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

it("links to pages, pictures and headings that exist", () => {
  const links = PAGES.flatMap((page) =>
    [...textOf(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(
      ([, path = "", anchor]) => ({
        page,
        target: path === "" ? page : join(dirname(page), path),
        anchor,
      }),
    ),
  );
  expect(links.length).toBeGreaterThan(100);
  const isBroken = ({ target, anchor }: (typeof links)[number]) =>
    !existsSync(join(ROOT, target)) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
  expect(links.filter(isBroken)).toEqual([]);
});

it("has no picture that no page shows", () => {
  const pictures = readdirSync(join(ROOT, "docs/pictures")).filter((name) => name.includes("."));
  const shown = PAGES.map(textOf).join("\n");
  expect(pictures.length).toBeGreaterThan(5);
  expect(pictures.filter((name) => !shown.includes(`pictures/${name})`))).toEqual([]);
});

it("repeats in the README only counts that docs/benchmarks.md has", () => {
  const counts = textOf("README.md").match(/\d+ of \d+/g) ?? [];
  expect(counts.length).toBeGreaterThan(0);
  expect(counts.filter((count) => !textOf("docs/benchmarks.md").includes(count))).toEqual([]);
});

it("counts the games in the README as they are shipped, and lists each in docs/games.md", () => {
  const games = playableIds();
  const listed = [...textOf("docs/games.md").matchAll(/^\| `([\w-]+)` \|/gm)].map(([, id]) => id);
  expect(listed.toSorted()).toEqual(games.toSorted());
  expect(textOf("README.md")).toContain(`[${games.length} games](docs/games.md)`);
});

it("shows who has no terminal a way that needs no command first", () => {
  const ways = (page: string, heading: string) =>
    textOf(page).split(`${heading}\n\n`)[1]?.split("\n## ")[0] ?? "";
  const [first = "", second = "", third = ""] = ways(
    "README.md",
    "### Use it on a phone, without a terminal",
  ).split("\n");
  expect([first, second].join(" ")).toMatch(/Open the site.*download a folder/s);
  expect([first, second].join(" ")).not.toMatch(/augenblock |npm |npx /);
  expect(third).toContain("`augenblock studio`");
  const [sentence = ""] = ways("docs/studio.md", "## Without an installation").split(". ");
  expect(sentence).toContain("Each release");
  expect(sentence).not.toMatch(/npm |npx /);
});
