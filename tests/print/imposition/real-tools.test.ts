import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { PROFILES } from "../../../src/print/imposition/imposition.ts";
import { emptyFolder } from "../../support/command-line.ts";
import { formOf } from "../../support/forms.ts";
import { shippedGame } from "../../support/games.ts";
import { type Profile, printed } from "../../support/printed.ts";

const run = promisify(execFile);

/** Programs that print shops trust, by the packages of Debian that have them. */
const TOOLS = { qpdf: "qpdf", pdffonts: "poppler-utils", gs: "ghostscript" } as const;
type Tool = keyof typeof TOOLS;

const isThere = async (tool: Tool): Promise<boolean> => {
  try {
    await run(tool, ["--version"]);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ENOENT";
  }
};

const there = new Set<Tool>();
for (const tool of Object.keys(TOOLS) as Tool[]) if (await isThere(tool)) there.add(tool);

/** Runs a test if its tool is there. Where everything is tested, a missing tool is a fault; at a desk it is told. */
function withTool(tool: Tool, name: string, test: (file: string) => Promise<void>): void {
  if (there.has(tool)) it.each(WAYS)(`${name}: %s`, (way) => test(files.get(way) ?? ""));
  else if (process.env.AUGENBLOCK_TOOLS === "required")
    it(name, () => expect.fail(`${tool} is missing: install the package ${TOOLS[tool]}`));
  else it.skip(`${name} (needs ${tool}: install the package ${TOOLS[tool]})`);
}

const WAYS = [...(Object.keys(PROFILES) as Profile[]), "crop marks", "fillable"];
const files = new Map<string, string>();

async function padFor(way: string): Promise<Uint8Array> {
  if (way === "fillable") return (await formOf(shippedGame("yazzo"), { paper: "a5", sheets: 2 })).pdf;
  if (way === "crop marks") return (await printed("yazzo", "de", "a5", "printshop", { cropMarks: true })).pdf;
  return (await printed("yazzo", "de", "a5", way as Profile)).pdf;
}

beforeAll(async () => {
  const folder = emptyFolder();
  for (const way of WAYS) {
    const file = join(folder, `${way.replace(" ", "-")}.pdf`);
    writeFileSync(file, await padFor(way));
    files.set(way, file);
  }
});

describe("other programs have nothing against our pads", () => {
  it("of every kind", () => {
    expect(files.size).toBe(WAYS.length);
    expect(files.size).toBeGreaterThan(4);
  });

  withTool("qpdf", "qpdf finds the file sound", async (file) => {
    const { stdout, stderr } = await run("qpdf", ["--check", file]);
    expect(stderr).toBe("");
    expect(stdout).toContain("No syntax or stream encoding errors found");
  });

  withTool("pdffonts", "poppler finds every font embedded", async (file) => {
    const { stdout, stderr } = await run("pdffonts", [file]);
    expect(stderr).toBe("");
    const [head = "", , ...fonts] = stdout.trimEnd().split("\n");
    expect(fonts.length).toBeGreaterThan(1);
    const column = (line: string, name: string) => line.slice(head.indexOf(name)).split(" ")[0];
    for (const font of fonts) {
      expect(column(font, "emb"), font).toBe("yes");
      // Also that of a form: it holds what can be typed.
      expect(column(font, "sub"), font).toBe("yes");
    }
  });

  withTool("gs", "Ghostscript renders it without a warning", async (file) => {
    const quiet = ["-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=bit", "-r36", "-sOutputFile=/dev/null"];
    const { stdout, stderr } = await run("gs", [...quiet, file]);
    expect([stdout, stderr]).toEqual(["", ""]);
  });
});
