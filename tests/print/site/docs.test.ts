import { describe, expect, it } from "vitest";
import { renderDocsPage } from "../../../src/print/site/docs.ts";

const PAGE = `<!-- made by a script -->
# Title

Words with \`code\`, a [page](other.md#part) and a [folder](../examples).

![a picture](pictures/one.png)

## Part

\`\`\`sh
npx augenblock pad yazzo   # a pad
npx augenblock rules yazzo "<b>"
\`\`\`

\`\`\`yaml
id: ours
\`\`\`

| game | |
|---|--:|
| <i>yazzo</i> | 3 |

## Part

### Deeper
`;

const resolve = (href: string) =>
  ({ "other.md#part": "other.html#part", "pictures/one.png": "pictures/one.jpg" })[href] ?? null;
const page = renderDocsPage(PAGE, { resolve, copyLabel: "Copy" });

describe("a page of the documentation", () => {
  it("points to what the site has, and keeps the words of other links", () => {
    expect(page.html).toContain('<a href="other.html#part">page</a> and a folder.');
    expect(page.html).toContain('<img src="pictures/one.jpg" alt="a picture" loading="lazy">');
    expect(page.html).not.toMatch(/examples|\.md|made by a script/);
  });

  it("has a button that copies commands without comments, and none for other code", () => {
    const copied = [...page.html.matchAll(/data-copy="([^"]*)"/g)].map(([, text]) => text);
    expect(copied).toEqual(["npx augenblock pad yazzo\nnpx augenblock rules yazzo &quot;&lt;b&gt;&quot;"]);
    expect(page.html).toContain("id: ours");
  });

  it("has tables without inline styles and empty headings", () => {
    expect(page.html).toContain("<th>game</th>");
    expect(page.html).toContain('<td class="right">3</td>');
    expect(page.html).not.toMatch(/style=|<th[^>]*><\/th>|<i>/);
  });

  it("has a table of contents with anchors as on GitHub, and a section for each heading", () => {
    expect([page.title, ...page.headings.map(({ id }) => id)]).toEqual(["Title", "part", "part-1", "deeper"]);
    expect(page.headings.map(({ isNested }) => isNested)).toEqual([false, false, true]);
    for (const { id } of page.headings) expect(page.html).toContain(`id="${id}"`);
    const [first, part] = page.sections;
    expect(first).toEqual({
      id: "title",
      title: "Title",
      text: "Words with code, a page and a folder. a picture",
    });
    expect(part?.text).toMatch(/^npx augenblock pad yazzo .* id: ours game <i>yazzo<\/i> 3$/);
  });
});
