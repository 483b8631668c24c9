import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emptyFolder } from "../support/command-line.ts";

/** The largest that a folder for Windows may be, and what Node.js 20.20.2 for Windows takes of that. */
const LIMIT_BYTES = 120_000_000;
const NODE_FOR_WINDOWS_BYTES = 72_446_160;

/** There is a starter of another kind for Windows; elsewhere they are the same but for their names. */
describe.skipIf(process.platform === "win32")("a portable folder", () => {
  const [made, unpacked] = [emptyFolder(), emptyFolder()];
  const link = join(unpacked, "link");
  let folder = "";
  const starter = () => join(folder, process.platform === "darwin" ? "augenblock.command" : "augenblock.sh");
  const run = (...args: string[]) => {
    // Nothing of this computer helps it, and it may be called from anywhere, by a link to it too.
    const env = { PATH: "/usr/bin:/bin", HOME: unpacked, LC_ALL: "C" };
    return execFileSync(link, args, { cwd: unpacked, env, encoding: "utf8" });
  };

  beforeAll(() => {
    const [name = ""] = execFileSync(process.execPath, ["scripts/portable.mjs", "--out", made], {
      encoding: "utf8",
    })
      .trim()
      .split("\n");
    // As an archive arrives: in a folder with spaces and umlauts, with the rights of its files.
    const target = join(unpacked, "Våra spel für Gäste");
    mkdirSync(target);
    execFileSync("sh", ["-c", `tar -cf - -C "${made}" . | tar -xf - -C "${target}"`]);
    folder = name.replace(made, target);
    rmSync(made, { recursive: true });
    symlinkSync(starter(), link);
  });
  afterAll(() => rmSync(unpacked, { recursive: true }));

  it("leaves room for Node.js for Windows", () => {
    const app = join(folder, "app");
    const files = readdirSync(app, { recursive: true, encoding: "utf8" }).map((name) =>
      statSync(join(app, name)),
    );
    expect(files.length).toBeGreaterThan(200);
    const bytes = files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
    expect(bytes).toBeLessThan(LIMIT_BYTES - NODE_FOR_WINDOWS_BYTES);
  });

  it("prints pads and rules and checks sheets", () => {
    run("pad", "crag", "--out", "pad.pdf");
    run("rules", "crag", "--lang", "sv", "--out", "rules.pdf");
    for (const file of ["pad.pdf", "rules.pdf"])
      expect(readFileSync(join(unpacked, file), "latin1")).toMatch(/^%PDF/);
    expect(run("check", join(process.cwd(), "examples/night.yaml"), "--lang", "en")).toMatch(/292.points/);
  });

  it("opens the studio, with everything that it loads", async () => {
    const studio = spawn(starter(), ["studio", "--port", "16671", "--no-open"], { cwd: unpacked });
    const ended = once(studio, "exit");
    try {
      const lines = createInterface(studio.stdout);
      const [address] = (await once(lines, "line")) as [string];
      const worker = await (await fetch(`${address}service-worker.js`)).text();
      const names = [...worker.matchAll(/\["([^"]+)",(?:null|"sha256)/g)].map(([, name = ""]) => name);
      expect(names.length).toBeGreaterThan(20);
      for (const name of names) expect([name, (await fetch(address + name)).status]).toEqual([name, 200]);
    } finally {
      studio.kill();
      await ended;
    }
  });

  it("sends photos to the studio", () => {
    const photo = join(process.cwd(), "tests/photos/correct.jpg");
    try {
      run("check", photo, "--lang", "en");
      expect.unreachable();
    } catch (error) {
      expect(String((error as { stderr?: unknown }).stderr)).toMatch(/can’t read pictures.*studio/s);
    }
  });
});
