import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { augenblock, emptyFolder, put } from "../support/command-line.ts";
import { wrongExtension } from "../../src/cli/file-kinds.ts";
import { english, msg } from "../../src/rules/problem/message.ts";
import { formatList } from "../../src/rules/problem/wording.ts";
import { PHOTO_EXTENSIONS, PICTURES } from "../../src/scan/image/formats.ts";

const latin = (text: string) => Buffer.from(text, "latin1");
const PHOTO = latin("\xff\xd8\xff\xe0 and so on");

describe("a file whose ending is not that of what it is", () => {
  it.each([
    ["night.yaml", PHOTO, "is a photo (JPEG) with the wrong file extension", ".jpg"],
    ["night", PHOTO, "is a photo (JPEG) with the wrong file extension", ".jpg"],
    ["night.bmp", latin("GIF89a"), "is a photo (GIF) with the wrong file extension", ".gif"],
    ["night.pdf", latin("II*\0"), "is a photo (TIFF) with the wrong file extension", ".tif"],
    ["night.csv", latin("%PDF-1.7"), "is a PDF with the wrong file extension", ".pdf"],
  ])("is told to be renamed: %s", (file, bytes, words, ending) => {
    const fault = wrongExtension(file, bytes);
    expect(fault?.message).toBe(`${file} ${words}`);
    expect(fault?.hint).toBe(`rename it so that it ends in ${ending}`);
  });

  it.each([
    ["night.pdf", latin("%PDF-1.7")],
    ["night.yaml", latin("variant: yatzy")],
    ["night.bmp", latin("BM\0\0")],
  ])("is none where the ending is right, or nothing better is known: %s", (file, bytes) => {
    expect(wrongExtension(file, bytes)).toBe(null);
  });

  it.each(["night.yaml", "night.json", "night.csv", "night.pdf", "night.jpg"])(
    "is empty: %s",
    async (name) => {
      const folder = emptyFolder();
      put(folder, name, "");
      const { code, err } = await augenblock(["check", name, "--lang", "en"], folder);
      expect(code).toBe(2);
      expect(err).toMatch(new RegExp(`error: ${name} is empty \\[[a-z-]+\\]\n  copy the file again\n`));
    },
  );

  it("is told by `check`, and so are the endings of all that is read", async () => {
    const folder = emptyFolder();
    put(folder, "photo.yaml", PHOTO);
    put(folder, "picture.bmp", latin("BM\0\0"));
    put(folder, "typed.jpg", "variant: yatzy\n");
    put(folder, "scan.jpg", "%PDF-1.7\n");
    const files = ["photo.yaml", "picture.bmp", "typed.jpg", "scan.jpg"];
    const { err } = await augenblock(["check", ...files, "--lang", "en"], folder);
    expect(err).toContain("rename it so that it ends in .jpg");
    expect(err).toContain("if it is a typed sheet, give it the extension .yaml, .json or .csv");
    expect(err).toContain("if it is a scan or a fillable PDF, give it the extension .pdf");
    expect(err).toContain(`photos end in ${PHOTO_EXTENSIONS.join(", ")}, forms and scans in .pdf`);
  });

  it("is not what docs/photos.md lists", () => {
    const page = readFileSync(new URL("../../docs/photos.md", import.meta.url), "utf8");
    const names = Object.values(PICTURES).map(({ name }) => name);
    expect(page).toContain(`Photos may be ${english(msg`test.pattern: ${formatList(names, "or")}`)}.`);
  });
});
