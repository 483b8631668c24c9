// Reads who imports whom in `src/`, for the floors and for the size of the house.
import { readdirSync } from "node:fs";
import swc from "@swc/core";

// dependency-cruiser doesn't tell its parser which files hold markup. It takes the parser when it is loaded.
const { parseFileSync } = swc;
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith(".tsx") });
const { cruise } = await import("dependency-cruiser");
const { default: extractConfig } = await import("dependency-cruiser/config-utl/extract-depcruise-config");

/** The source files that are on disk, by their paths from the root. */
export const SOURCES = readdirSync("src", { recursive: true })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => `src/${file.replaceAll("\\", "/")}`);

/**
 * Every module of ours with its imports, and what breaks the rules of `.dependency-cruiser.mjs`.
 *
 * @throws if it didn't see each file: what wasn't read breaks no rule
 */
export async function cruised() {
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
