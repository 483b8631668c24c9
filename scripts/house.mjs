// Prints the size of the house, for CONTRIBUTING and docs: files and lines, how they are spread, who imports what.
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { cruised, SOURCES } from "./cruise.mjs";

/** Folders with more files than this are named. */
const CROWDED = 20;

const { modules: ours } = await cruised();
const files = SOURCES.map((path) => ({ path, lines: readFileSync(path, "utf8").split("\n").length - 1 }));

const sum = (numbers) => numbers.reduce((total, n) => total + n, 0);
const lines = files.map((file) => file.lines).sort((a, b) => a - b);
const median = lines[Math.floor(lines.length / 2)];
const longest = files.reduce((most, file) => (file.lines > most.lines ? file : most));
const lonely = ours.filter(({ dependents }) => dependents.length === 1);
const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));

/** How many there are of each key. */
function countBy(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

const folders = countBy(files.map(({ path }) => dirname(path)));
const crowded = folders.filter(([, count]) => count > CROWDED);
const districts = countBy(files.map(({ path }) => path.split("/")[1])).map(([name, count]) => {
  const inside = files.filter(({ path }) => path.split("/")[1] === name);
  return `  ${name.padEnd(12)} ${String(count).padStart(4)} files ${String(sum(inside.map((file) => file.lines))).padStart(6)} lines`;
});
const mostImported = ours
  .map(({ source, dependents }) => [source, dependents.length])
  .sort(([, a], [, b]) => b - a)
  .slice(0, 5);
const edges = sum(
  ours.map((one) => one.dependencies.filter(({ resolved }) => resolved.startsWith("src/")).length),
);

/** Stands in two places on purpose: bundlers replace one file by the other, workers are called by these names. */
const EXPORTED_TWICE = /^src\/(index|node|platform\/\w+|cli\/threads\/\w+-worker)\.ts$/;
const EXPORTED = /^export (?:async )?(?:function\*?|(?:abstract )?class|interface|type|const|enum) (\w+)/gm;
const exportedNames = SOURCES.filter((path) => !EXPORTED_TWICE.test(path)).flatMap((path) => [
  ...new Set([...readFileSync(path, "utf8").matchAll(EXPORTED)].map(([, name]) => name)),
]);
const repeatedNames = countBy(exportedNames).filter(([, count]) => count > 1);

console.log(
  [
    `src: ${files.length} files, ${sum(lines)} lines`,
    `lines per file: median ${median}, most ${longest.lines} (${longest.path})`,
    `files per folder: most ${folders[0][1]} (${folders[0][0]})`,
    `folders with more than ${CROWDED} files: ${crowded.map(([name, count]) => `${name} ${count}`).join(", ") || "none"}`,
    `files imported by exactly one other: ${lonely.length}`,
    `imports between our files: ${edges}`,
    `most imported: ${mostImported.map(([name, count]) => `${name} ${count}`).join(", ")}`,
    `names exported from several files: ${repeatedNames.length}${repeatedNames.length > 0 ? ` (${repeatedNames.map(([name]) => name).join(", ")})` : ""}`,
    `runtime dependencies: ${Object.keys(dependencies).length}`,
    "districts:",
    ...districts,
  ].join("\n"),
);
