import { copyFileSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { augenblock, emptyFolder, put } from "../support/command-line.ts";
import { rareTest } from "../support/cases.ts";

const PHOTO = fileURLToPath(new URL("../../examples/store-bought-pads/yatzy-pad.jpg", import.meta.url));

/** A folder with a photo of this name. */
function folderWithPhoto(name: string): string {
  const folder = emptyFolder();
  copyFileSync(PHOTO, join(folder, name));
  return folder;
}

rareTest(
  "writes a pad that can be read where it lies, from a photo that is called like its game",
  async () => {
    const folder = folderWithPhoto("yatzy.jpg");
    const args = ["pads", "learn", "yatzy.jpg", "--variant", "yatzy", "--lang", "en"];
    const { code, out, err } = await augenblock(args, folder);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    // How the next best proposal differs, with the flag that chooses it.
    expect(out).toMatch(/^Next best: .*`--(rows \d+=|labels \d)/m);
    expect(readdirSync(folder).sort()).toEqual(["our-yatzy-pad.yaml", "yatzy.jpg"]);
    expect((await augenblock(["pads", "list", "our-yatzy-pad.yaml"], folder)).code).toBe(0);
  },
);

it.each(["yatzy", "kniffel-card", "yatzy-pad"])("refuses the taken id %s", async (id) => {
  const folder = folderWithPhoto("photo.jpg");
  const args = ["pads", "learn", "photo.jpg", "--variant", "yatzy", "--lang", "en", "--id", id];
  const { code, err } = await augenblock(args, folder);
  expect(code).toBe(2);
  expect(err).toContain(`\`${id}\` is already the id of a game or of a known pad`);
  expect(readdirSync(folder)).toEqual(["photo.jpg"]);
});

it("refuses a game that the pad file could not name from its folder", async () => {
  const folder = folderWithPhoto("photo.jpg");
  put(folder, "house.yaml", "extends: yatzy\nid: house\n");
  const args = ["pads", "learn", "photo.jpg", "--variant", "house.yaml", "--lang", "en"];
  const { code, err } = await augenblock([...args, "--out", "pads/house-pad.yaml"], folder);
  expect(code).toBe(2);
  expect(err).toContain("which is not in its folder");
  expect(existsSync(join(folder, "pads"))).toBe(false);
});
