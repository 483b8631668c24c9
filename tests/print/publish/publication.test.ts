import { unzipSync } from "fflate";
import { afterEach, describe, expect, it } from "vitest";
import { firstEntry, packZip } from "../../../src/print/publish/publication.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const FILES = [
  { path: "augenblock.json", bytes: bytes("{}") },
  { path: "pads/größe.pdf", bytes: bytes("%PDF".repeat(100)) },
  { path: "index.html", bytes: bytes("") },
];

const usual = process.env.TZ;
afterEach(() => {
  if (usual === undefined) delete process.env.TZ;
  else process.env.TZ = usual;
});

describe("a ZIP", () => {
  it("unpacks to one folder with the files as they were", () => {
    const unpacked = unzipSync(packZip("yazzo", FILES));
    expect(Object.keys(unpacked)).toEqual([
      "yazzo/augenblock.json",
      "yazzo/pads/größe.pdf",
      "yazzo/index.html",
    ]);
    for (const file of FILES) expect(unpacked[`yazzo/${file.path}`]).toEqual(file.bytes);
  });

  it("is the same wherever and whenever it is packed", () => {
    const packed = ["UTC", "Pacific/Kiritimati", "America/St_Johns"].map((zone) => {
      process.env.TZ = zone;
      return Buffer.from(packZip("yazzo", FILES)).toString("hex");
    });
    expect(new Set(packed).size).toBe(1);
  });

  it("tells its first file from its beginning alone", () => {
    expect(firstEntry(packZip("yazzo", FILES).subarray(0, 80))).toBe("yazzo/augenblock.json");
    for (const other of ["", "PK", "%PDF-1.7 and so on, for some more characters", "PK\u0003"])
      expect(firstEntry(bytes(other))).toBeNull();
  });
});
