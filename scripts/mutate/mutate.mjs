// Mutation tests, folder by folder: `npm run mutate -- rules/dice`. Stryker changes the code of a folder in hundreds of small ways and
// runs the folder's own tests against each change. A change that no test notices survives; it is printed with its place. A path to
// one file is a folder, too: `npm run mutate -- print/layout/rows.ts`. What was found stays in output/mutation/, so that the next run
// tries again only what new tests or new code could change. With --sample 400, that number of changes is drawn from the whole folder, the same
// in every run (--seed 2 draws others), and the score comes with the interval in which that of all changes lies with a confidence of
// 95 %. With --write, the scores go into docs/testing.md.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { globSync } from "tinyglobby";
import { SAMPLE, wilson } from "./sample.mjs";

const DOCS = new URL("../../docs/testing.md", import.meta.url);
const { values: flags, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    write: { type: "boolean", default: false },
  },
});
const size = flags.sample === undefined ? null : Number(flags.sample);
if (size !== null && !(Number.isSafeInteger(size) && size > 0)) {
  console.error("--sample takes a whole number above 0");
  process.exit(2);
}
const missing = folders.filter((folder) => !existsSync(`src/${folder}`));
if (folders.length === 0 || missing.length > 0) {
  console.error(
    folders.length === 0 ? "name a folder below src/, such as rules/dice" : `there is no src/${missing[0]}`,
  );
  process.exit(2);
}

for (const folder of folders) {
  const results = await mutate(folder);
  const count = (...statuses) => results.filter(({ status }) => statuses.includes(status)).length;
  const killed = count("Killed", "Timeout");
  const survivors = results.filter(({ status }) => status === "Survived" || status === "NoCoverage");
  const all = killed + survivors.length;
  if (all === 0) throw new Error(`nothing in src/${folder} could be changed`);
  for (const { fileName, location, mutatorName, replacement, status } of survivors) {
    const { line, column } = location.start;
    const place = `${fileName.slice(fileName.lastIndexOf("src/"))}:${line}:${column}`;
    const note = status === "NoCoverage" ? " (no test runs it)" : "";
    console.log(`${place} ${mutatorName}: ${replacement.replace(/\s+/g, " ").slice(0, 90)}${note}`);
  }
  const percent = (share) => (100 * share).toFixed(1);
  const total = all + count("CompileError");
  const isSampled = all < total;
  const interval = isSampled ? ` (${wilson(killed, all).map(percent).join("–")})` : "";
  const score = `${percent(killed / all)} %${interval}`;
  console.log(`${folder}: ${killed} of ${all} killed${isSampled ? `, drawn from ${total}` : ""}, ${score}`);
  const drawn = isSampled ? `${all} of ${total}` : all;
  if (flags.write) writeScore(folder, `| \`${folder}\` | ${drawn} | ${killed} | ${score} |`);
}

/** Every change to a folder with what came of it. */
async function mutate(folder) {
  const isFile = folder.endsWith(".ts");
  const stryker = new Stryker({
    testRunner: "in-process",
    plugins: [new URL("in-process.mjs", import.meta.url), new URL("sample.mjs", import.meta.url)].map(
      (file) => fileURLToPath(file),
    ),
    checkers: size === null ? [] : [SAMPLE],
    sample: { size, seed: flags.seed },
    mutate: [isFile ? `src/${folder}` : `src/${folder}/**/*.ts`],
    inProcess: { testFiles: globSync(`tests/${isFile ? dirname(folder) : folder}/**/*.test.ts`).sort() },
    coverageAnalysis: "perTest",
    // What is known from before would be no random part of the folder.
    incremental: size === null,
    incrementalFile: `output/mutation/${folder.replaceAll("/", "-")}.json`,
    // What a module works out once, when it is loaded, would need all tests of the folder to run anew for each change.
    ignoreStatic: true,
    concurrency: Number(process.env.MUTATE_JOBS ?? 2),
    reporters: ["progress-append-only"],
    logLevel: "warn",
    tempDirName: `output/mutation-${process.pid}`,
    ignorePatterns: ["bench", "dist", "output", "training", "docs/pictures"],
    // Stryker would rewrite it with functions that TypeScript 7 does not have; nothing in it matters to tests.
    tsconfigFile: "none",
    // Only an endless loop takes this long, however slow the machine is.
    timeoutMS: 120_000,
  });
  try {
    return await stryker.runMutationTest();
  } finally {
    rmSync(`output/mutation-${process.pid}`, { recursive: true, force: true });
  }
}

/** Puts the score of a folder into the table of docs/testing.md. */
function writeScore(folder, row) {
  const text = readFileSync(DOCS, "utf8");
  const old = text.split("\n").find((line) => line.startsWith(`| \`${folder}\` |`));
  if (old === undefined) throw new Error(`docs/testing.md has no row for ${folder}`);
  writeFileSync(DOCS, text.replace(old, row));
}
