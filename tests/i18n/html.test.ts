import { expect, test } from "vitest";
import { escapeHtml, fillPlaceholders, htmlPage, markup, placeholder } from "../../src/i18n/html.ts";

test("a text is shown literally, and can't hold placeholders", () => {
  expect(escapeHtml(`<b title="x">'R&D'</b>`)).toBe(
    "&lt;b title=&quot;x&quot;&gt;&#39;R&amp;D&#39;&lt;/b&gt;",
  );
  expect(escapeHtml("ä – ü\n&amp;")).toBe("ä – ü\n&amp;amp;");
  expect(escapeHtml(`a${placeholder("x")}\ue000\uf8ffb`)).toBe("axb");
  expect(escapeHtml("\ud7ff\uf900")).toBe("\ud7ff\uf900");
});

test("contents take the places of their placeholders; those of unknown names are taken out", () => {
  const html = `<p>${placeholder("one")}-${placeholder(2)}-${placeholder("none")}-${placeholder("one")}</p>`;
  const contents = new Map([
    ["one", "<i>1</i>"],
    ["2", "$&"],
  ]);
  expect(fillPlaceholders(html, (name) => contents.get(name))).toBe("<p><i>1</i>-$&--<i>1</i></p>");
  expect(fillPlaceholders("no places", () => "x")).toBe("no places");
});

test("a page has its language, title and style, and needs nothing else", () => {
  const policy = "default-src 'none'";
  expect(htmlPage({ language: "de", title: "A & B", policy, style: "p {}", body: "<p>Hi</p>" })).toBe(
    `<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>A &amp; B</title>
<style>p {}</style>
</head>
<body>
<p>Hi</p>
</body>
</html>
`,
  );
});

test("a language is no way into the page", () => {
  const page = htmlPage({ language: '"x"', title: "", policy: "", style: "", body: "" });
  expect(page).toContain('<html lang="&quot;x&quot;">');
});

test("pieces of HTML stand in others as they are, texts are escaped, and nothing is left out", () => {
  const row = (cell: string | number | null) => markup`<td>${cell}</td>`;
  expect(row("a < b").html).toBe("<td>a &lt; b</td>");
  expect(markup`<tr>${row(0)}${null}${row("&")}</tr>`.html).toBe("<tr><td>0</td><td>&amp;</td></tr>");
  expect(markup`<tr>${[row(1), row(null)]}</tr>`.html).toBe("<tr><td>1</td>\n<td></td></tr>");
});
