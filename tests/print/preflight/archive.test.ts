import { describe, expect, it } from "vitest";
import { preflight } from "../../../src/print/preflight/preflight.ts";
import { printed } from "../../support/printed.ts";

/** A pad to be kept, with some of its bytes exchanged for as many others. */
async function kept(): Promise<(from?: string, to?: string) => Promise<string[]>> {
  const { pdf } = await printed("yazzo", "de", "a5", "archive");
  const text = Buffer.from(pdf).toString("latin1");
  return async (from = "", to = "") => {
    expect(from.length).toBe(to.length);
    expect(text.includes(from)).toBe(true);
    const result = await preflight(Buffer.from(text.replace(from, to), "latin1"));
    if (typeof result === "string") throw new Error(result);
    expect(result.purpose).toBe("archive");
    return result.findings.map(({ code, message }) => `${code}: ${message}`);
  };
}

describe("a pad that is to be kept", async () => {
  const findingsWith = await kept();

  it("keeps to all clauses that are checked, and to none without what they ask for", async () => {
    expect(await findingsWith()).toEqual([]);
    expect(await findingsWith("/GTS_PDFA1", "/GTS_PDFE1")).toEqual([
      "undefined-colour: no output intent says what colours of DeviceGray look like",
    ]);
    expect(await findingsWith("<xmp:CreatorTool>augenblock", "<xmp:CreatorTool>Augenblock")).toEqual([
      "info-differs: Creator of the file’s information is not what its metadata say (xmp:CreatorTool)",
    ]);
    expect(await findingsWith("/Producer", "/Subject ")).toEqual([
      "info-differs: Subject of the file’s information is not what its metadata say (dc:description)",
    ]);
  });
});
