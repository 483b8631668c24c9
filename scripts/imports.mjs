// Reads the imports of `src/`, for the check of the layers and for the counts of `npm run house`.
import { readdirSync } from "node:fs";
import swc from "@swc/core";

// dependency-cruiser doesn't tell its parser which files hold markup. It takes the parser when it is loaded.
const { parseFileSync } = swc;
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith(".tsx") });
const { cruise } = await import("dependency-cruiser");
const { default: extractConfig } = await import("dependency-cruiser/config-utl/extract-depcruise-config");

/** Paths of all source files, from the root. */
export const SOURCES = readdirSync("src", { recursive: true })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => `src/${file.replaceAll("\\", "/")}`);

/**
 * Returns our modules with their imports, and the violations of the rules in `.dependency-cruiser.mjs`.
 *
 * @throws if a file wasn't read: its imports would pass unchecked
 */
export async function readImports() {
  const options = await extractConfig("./.dependency-cruiser.mjs");
  const { output } = await cruise(["src"], {
    ...options.options,
    ruleSet: options,
    validate: true,
    outputType: "json",
  });
  const { modules, summary } = typeof output === "string" ? JSON.parse(output) : output;
  const ours = modules.filter(({ source }) => source.startsWith("src/"));
  if (SOURCES.length === 0 || ours.length !== SOURCES.length)
    throw new Error(`${ours.length} of ${SOURCES.length} modules were seen: the check itself is broken`);
  return { modules: ours, violations: summary.violations, rules: options.forbidden };
}

/** Prints each violation of the layers with the reason of its rule. @returns how many there are */
export function printViolations({ violations, rules }) {
  for (const { from, to, rule } of violations) {
    const comment = rules.find(({ name }) => name === rule.name)?.comment ?? "";
    console.error(`${from} -> ${to}\n  ${rule.name}: ${comment}`);
  }
  return violations.length;
}
