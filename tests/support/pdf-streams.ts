import { inflateSync } from "node:zlib";
import { expect } from "vitest";

/** The content of the streams of a PDF, unpacked; where they lie in the file depends on how well they were packed. */
export function streamsOf(pdf: Uint8Array): string[] {
  const source = Buffer.from(pdf).toString("latin1");
  const streams = [...source.matchAll(/<<((?:(?!endobj).)*?)>>\s*stream\r?\n(.*?)\r?\nendstream/gs)];
  const contents = streams.filter(([, head = ""]) => !head.includes("/XRef"));
  expect(contents.length).toBeGreaterThan(2);
  return contents.map(([, head = "", content = ""]) =>
    head.includes("/FlateDecode") ? inflateSync(Buffer.from(content, "latin1")).toString("latin1") : content,
  );
}
