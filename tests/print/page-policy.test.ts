import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { contentPolicy, sourceHash } from "../../src/print/page-policy.ts";

test("a policy lets in the very style and the sources that are named", () => {
  const hash = createHash("sha256").update("p { color: ä }").digest("base64");
  expect(sourceHash("p { color: ä }")).toBe(`'sha256-${hash}'`);
  expect(contentPolicy("p { color: ä }", "img-src data:", "script-src 'x'")).toBe(
    `default-src 'none'; img-src data:; script-src 'x'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`,
  );
  expect(contentPolicy("p { color: ä }")).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`,
  );
});
