// Prints the size of `src/`, names exported twice, and counts of the words and names that CONTRIBUTING asks to avoid. Exits with 1
// if a count is over its limit in house-limits.json; `npm run house -- --write` makes the counts of today the limits. The imports are
// read for it anyway, so it checks the layers as well.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import swc from "@swc/core";
import { printViolations, readImports, SOURCES } from "./imports.mjs";

const LIMITS = "scripts/house-limits.json";
/** Larger folders are named. */
const CROWDED = 20;
/** Words of comments and messages that readers stumble over, for there is a plainer one. */
const DIALECT = [
  ["stand(s)", /\bstands?\b/gi],
  ["beside(s)", /\bbesides?\b/gi],
  ["told", /\btold\b/gi],
  ["so many", /\bso many\b/gi],
  ["whoever, whatever", /\bwho(?:so)?ever\b|\bwhatever\b/gi],
  ["somebody", /\bsomebody\b/gi],
  ["is called, are called", /\b(?:is|are) called\b/gi],
  ["further (for extra)", /\bfurther\b/gi],
  ["bought pad", /(?<!store-)\bbought pads?\b/gi],
  ["best play", /\bbest play\b/gi],
  ["ending (for extension)", /\bfile endings?\b|\bending of (?:a|the) file\b/gi],
  ["small letters", /\bsmall letters?\b/gi],
  ["districts, floors, rooms", /\b(?:districts?|floors)\b|\brooms? of\b/gi],
  ["prices, loosened, majorant, lessons, glimpse", /\b(?:loosened|majorants?|lessons?|glimpses?)\b/gi],
];
const PREPOSITION = /[a-z](?:Of|By|In|To|For|With|At|On|From|About|Into|Between|Under|Over)$/;
const PARTICIPLE =
  /^(?:(?!need|feed|seed|embed|speed|bleed|proceed|exceed|shed)[a-z]+ed|told|found|made|known|written|drawn|kept|seen|meant|shown|held|taken|given|left|sent|built|brought|thrown|chosen|[a-z]+ing(?<!string|ring|thing))$/;

const read = await readImports();
const { modules } = read;
const files = SOURCES.map((path) => ({ path, text: readFileSync(path, "utf8") }));
const lineCounts = files
  .map(({ path, text }) => ({ path, lines: text.split("\n").length - 1 }))
  .sort((a, b) => a.lines - b.lines);
const longest = lineCounts.at(-1);
const sum = (numbers) => numbers.reduce((total, n) => total + n, 0);

/** Counts how often each value occurs; the most frequent first. */
function countValues(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

/** In two files on purpose: bundlers replace one by the other, or workers are loaded by these names. */
const EXPORTED_TWICE = /^src\/(index|node|platform\/\w+|cli\/threads\/\w+-worker)\.ts$/;
const EXPORTED = /^export (?:async )?(?:function\*?|(?:abstract )?class|interface|type|const|enum) (\w+)/gm;
const exportedNames = files
  .filter(({ path }) => !EXPORTED_TWICE.test(path))
  .flatMap(({ text }) => [...new Set([...text.matchAll(EXPORTED)].map(([, name]) => name))]);
const repeatedNames = countValues(exportedNames).filter(([, count]) => count > 1);

/** Names of functions and methods, arrow functions included; a getter names a value. */
function functionNames({ path, text }) {
  const names = [];
  const visit = (node) => {
    if (typeof node !== "object" || node === null) return;
    const { type, identifier, id, init, key } = node;
    if (type === "FunctionDeclaration") names.push(identifier.value);
    if (type === "VariableDeclarator" && init?.type === "ArrowFunctionExpression") names.push(id.value);
    if (/Method$/.test(type ?? "") && node.kind !== "getter") names.push(key.value ?? key.id?.value);
    for (const child of Object.values(node)) visit(child);
  };
  visit(swc.parseSync(text, { syntax: "typescript", tsx: path.endsWith(".tsx"), target: "es2022" }));
  return names.filter((name) => name !== undefined);
}

const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:"'`\w])\/\/.*/g;
const MESSAGE = /\b(?:msg|t)`[^`]*`/g;
const prose = files
  .flatMap(({ text }) => [...text.matchAll(COMMENT), ...text.matchAll(MESSAGE)].map(([words]) => words))
  .join("\n");
const names = files.flatMap(functionNames);
const participles = names.filter((name) => PARTICIPLE.test(name));
const prepositions = names.filter((name) => PREPOSITION.test(name));

const folders = countValues(files.map(({ path }) => dirname(path)));
const crowded = folders.filter(([, count]) => count > CROWDED);
const counts = {
  files: files.length,
  lines: sum(lineCounts.map(({ lines }) => lines)),
  "crowded folders": crowded.length,
  "names exported from several files": repeatedNames.length,
  "files imported by exactly one other": modules.filter(({ dependents }) => dependents.length === 1).length,
  "function names that are participles": participles.length,
  "function names that end in a preposition": prepositions.length,
  ...Object.fromEntries(DIALECT.map(([name, words]) => [name, (prose.match(words) ?? []).length])),
};

if (process.argv.includes("--write")) writeFileSync(LIMITS, `${JSON.stringify(counts, null, 2)}\n`);
const limits = JSON.parse(readFileSync(LIMITS, "utf8"));
const exceeded = Object.keys(counts).filter((name) => counts[name] > (limits[name] ?? 0));

const imports = sum(
  modules.map((one) => one.dependencies.filter(({ resolved }) => resolved.startsWith("src/")).length),
);
const layers = countValues(files.map(({ path }) => path.split("/")[1])).map(([name, count]) => {
  const inside = lineCounts.filter(({ path }) => path.split("/")[1] === name);
  const lines = sum(inside.map((file) => file.lines));
  return `  ${name.padEnd(12)} ${String(count).padStart(4)} files ${String(lines).padStart(6)} lines`;
});
console.log(
  [
    ...Object.entries(counts).map(([name, count]) => `${name}: ${count} (limit ${limits[name] ?? 0})`),
    `repeated: ${repeatedNames.map(([name]) => name).join(", ") || "none"}`,
    `crowded: ${crowded.map(([name, count]) => `${name} ${count}`).join(", ") || "none"}`,
    `lines per file: median ${lineCounts[Math.floor(lineCounts.length / 2)].lines}, most ${longest.lines} (${longest.path})`,
    `functions: ${names.length}; imports between our files: ${imports}`,
    "layers:",
    ...layers,
    ...(process.argv.includes("--names") ? [...participles, ...prepositions].sort() : []),
  ].join("\n"),
);
const violations = printViolations(read);
if (exceeded.length > 0)
  console.error(
    `over the limit: ${exceeded.join(", ")}. Mend it; if it is meant to be, run \`npm run house -- --write\``,
  );
if (exceeded.length + violations > 0) process.exit(1);
