import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import {
  contentPolicy,
  escapeHtml,
  fillPlaceholders,
  htmlPage,
  placeholder,
  sourceHash,
} from "../../src/i18n/html.ts";

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
  expect(htmlPage({ language: "de", title: "A & B", style: "p {}", body: "<p>Hi</p>" })).toBe(
    `<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
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

test("a page with a policy states it before anything is loaded", () => {
  const page = htmlPage({ language: '"x"', title: "", policy: "default-src 'none'", style: "", body: "" });
  expect(page).toContain(
    `<html lang="&quot;x&quot;">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<meta name="viewport"`,
  );
});

test("a policy lets in the very style and the sources that are named", async () => {
  const hash = createHash("sha256").update("p { color: ä }").digest("base64");
  expect(await sourceHash("p { color: ä }")).toBe(`'sha256-${hash}'`);
  expect(await contentPolicy("p { color: ä }", "img-src data:", "script-src 'x'")).toBe(
    `default-src 'none'; img-src data:; script-src 'x'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`,
  );
  expect(await contentPolicy("p { color: ä }")).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`,
  );
});
