// Mutation tests, room by room: `npm run mutate -- rules/dice`. Stryker changes the code of a room in hundreds of small ways and
// runs the room's own tests against each change. A change that no test notices survives; it is printed with its place. A path to
// one file is a room, too: `npm run mutate -- print/layout/rows.ts`. What was found stays in output/mutation/, so that the next run
// tries again only what new tests or new code could change. With --write, the scores go into docs/testing.md.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { Stryker } from "@stryker-mutator/core";
import { globSync } from "tinyglobby";

const DOCS = new URL("../../docs/testing.md", import.meta.url);
const args = process.argv.slice(2);
const rooms = args.filter((arg) => !arg.startsWith("--"));
const missing = rooms.filter((room) => !existsSync(`src/${room}`));
if (rooms.length === 0 || missing.length > 0) {
  console.error(
    rooms.length === 0 ? "name a room below src/, such as rules/dice" : `there is no src/${missing[0]}`,
  );
  process.exit(2);
}

for (const room of rooms) {
  const results = await mutate(room);
  const count = (...statuses) => results.filter(({ status }) => statuses.includes(status)).length;
  const killed = count("Killed", "Timeout");
  const survivors = results.filter(({ status }) => status === "Survived" || status === "NoCoverage");
  const all = killed + survivors.length;
  if (all === 0) throw new Error(`nothing in src/${room} could be changed`);
  for (const { fileName, location, mutatorName, replacement, status } of survivors) {
    const { line, column } = location.start;
    const place = `${fileName.slice(fileName.lastIndexOf("src/"))}:${line + 1}:${column + 1}`;
    const note = status === "NoCoverage" ? " (no test runs it)" : "";
    console.log(`${place} ${mutatorName}: ${replacement.replace(/\s+/g, " ").slice(0, 90)}${note}`);
  }
  const score = `${((100 * killed) / all).toFixed(1)} %`;
  console.log(`${room}: ${killed} of ${all} killed, ${score}`);
  if (args.includes("--write")) writeScore(room, `| \`${room}\` | ${all} | ${killed} | ${score} |`);
}

/** Every change to a room with what came of it. */
async function mutate(room) {
  const isFile = room.endsWith(".ts");
  const stryker = new Stryker({
    testRunner: "in-process",
    plugins: [fileURLToPath(new URL("in-process.mjs", import.meta.url))],
    mutate: [isFile ? `src/${room}` : `src/${room}/**/*.ts`],
    inProcess: { testFiles: globSync(`tests/${isFile ? dirname(room) : room}/**/*.test.ts`).sort() },
    coverageAnalysis: "perTest",
    incremental: true,
    incrementalFile: `output/mutation/${room.replaceAll("/", "-")}.json`,
    // What a module works out once, when it is loaded, would need all tests of the room to run anew for each change.
    ignoreStatic: true,
    concurrency: Number(process.env.MUTATE_JOBS ?? 2),
    reporters: ["progress-append-only"],
    logLevel: "warn",
    tempDirName: `output/mutation-${process.pid}`,
    ignorePatterns: ["bench", "dist", "output", "training", "docs/pictures"],
    // Stryker would rewrite it with functions that TypeScript 7 does not have; nothing in it matters to tests.
    tsconfigFile: "none",
    // Only an endless loop takes this long, however slow the machine is.
    timeoutMS: 20_000,
  });
  try {
    return await stryker.runMutationTest();
  } finally {
    rmSync(`output/mutation-${process.pid}`, { recursive: true, force: true });
  }
}

/** Puts the score of a room into the table of docs/testing.md. */
function writeScore(room, row) {
  const text = readFileSync(DOCS, "utf8");
  const old = text.split("\n").find((line) => line.startsWith(`| \`${room}\` |`));
  if (old === undefined) throw new Error(`docs/testing.md has no row for ${room}`);
  writeFileSync(DOCS, text.replace(old, row));
}
