import { describe, expect, it } from "vitest";
import { augenblock, emptyFolder, put } from "../support/command-line.ts";

async function page(variant: string, language = "en"): Promise<string> {
  const { code, out } = await augenblock(["odds", variant, "--html", "-", "--lang", language]);
  expect(code).toBe(0);
  return out;
}

describe("the page of `odds --html`", () => {
  it("shows totals, boxes and house rules, and runs no script", async () => {
    const html = await page("crag");
    for (const part of [
      "<h1>Crag</h1>",
      ">149.8</td>",
      "<h2>Boxes</h2>",
      "A Crag in the Thirteen box",
      "default-src &#39;none&#39;",
    ])
      expect(html.replaceAll("'none'", "&#39;none&#39;")).toContain(part);
    expect(html).not.toContain("<script");
    expect(html).toMatch(/<main>\n<h1>Crag.*<\/table>\n<\/main>/s);
    // In the type of our other pages, and without figures of the solver.
    expect(html).toContain('font-family: "Rules"');
    expect(html).not.toMatch(/States|>null<|>zero<|deviation|>\d+\.\d\d+</);
    // A row and a chart of 13 turns for each box, and the chart of totals.
    expect(html.match(/<svg/g)).toHaveLength(14);
    expect(html.match(/<tr><th scope="row">/g)).toHaveLength(5 + 13);
  });

  it.each([
    ["de", "Bestes Spiel bringt im Schnitt", ["Feld", "Punkte im Schnitt", "ohne Punkte"]],
    ["en", "Optimal play earns on average", ["Box", "points on average", "without points"]],
    ["sv", "Bästa spel ger i snitt", ["Ruta", "poäng i snitt", "utan poäng"]],
  ])("has heads as hosts say them: %s", async (code, best, heads) => {
    const html = await page("crag", code);
    expect(html).toContain(`<th scope="row">${best}</th>`);
    const shown = [...html.matchAll(/<th scope="col"[^>]*>([^<]*)/g)].map(([, head]) => head);
    expect(shown.slice(0, 3)).toEqual(heads);
    expect(html).not.toMatch(/abweichung|avvikelse|deviation|>null |>noll /i);
  });

  it("has round numbers below its chart, all of them inside", async () => {
    const html = await page("crag");
    const labels = [...html.matchAll(/<text x="([\d.]+)" y="\d+">([\d,]+)<\/text>/g)];
    expect(labels.length).toBeGreaterThan(2);
    for (const [, x, total] of labels) {
      expect(Number(total) % 10).toBe(0);
      expect(Number(x)).toBeGreaterThan(20);
      expect(Number(x)).toBeLessThan(780);
    }
  });

  it("tells boxes once that columns share", async () => {
    // Balut with two boxes in a row, and one roll a turn.
    const short = put(
      emptyFolder(),
      "short.yaml",
      "id: short\nextends: balut\nname: { de: Kurz, en: Short }\nturn: { rolls: 1 }\ncolumns: { third: null, fourth: null }\n",
    );
    const { code, out } = await augenblock(["odds", short, "--lang", "en"]);
    expect(code).toBe(0);
    expect(out.match(/^Full house /gm)).toHaveLength(1);
    expect(out).not.toContain("1st, ");
  });
});
