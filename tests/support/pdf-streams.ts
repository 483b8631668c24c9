import { inflateSync } from "node:zlib";
import { expect } from "vitest";

/** The content of the streams of a PDF, unpacked; where they lie in the file depends on how well they were packed. */
export function streamsOf(pdf: Uint8Array): string[] {
  const source = Buffer.from(pdf).toString("latin1");
  const streams = [...source.matchAll(/<<((?:(?!endobj).)*?)>>\s*stream\r?\n/gs)];
  const contents = streams.filter(([, head = ""]) => !head.includes("/XRef"));
  expect(contents.length).toBeGreaterThan(2);
  return contents.map(({ 0: all, 1: head = "", index }) => {
    // The length says where a stream ends: its last bytes may look like the end of a line.
    const length = Number(/\/Length (\d+)(?! \d+ R)/.exec(head)?.[1]);
    const content = Buffer.from(pdf).subarray(index + all.length, index + all.length + length);
    return (head.includes("/FlateDecode") ? inflateSync(content) : content).toString("latin1");
  });
}
