// Runs dependency-cruiser and counts: it answers "no violations" just as well when it could not read a single module.
import { readdirSync } from "node:fs";
import { cruise } from "dependency-cruiser";
import extractConfig from "dependency-cruiser/config-utl/extract-depcruise-config";

const onDisk = readdirSync("src", { recursive: true }).filter((file) => file.endsWith(".ts")).length;

const options = await extractConfig("./.dependency-cruiser.mjs");
const { output } = await cruise(["src"], {
  ...options.options,
  ruleSet: options,
  validate: true,
  outputType: "json",
});
const result = typeof output === "string" ? JSON.parse(output) : output;
const seen = result.modules.filter((m) => m.source.startsWith("src/")).length;

for (const v of result.summary.violations) {
  const rule = options.forbidden.find((r) => r.name === v.rule.name);
  console.error(`${v.from} -> ${v.to}\n  ${v.rule.name}: ${rule?.comment ?? ""}`);
}
if (onDisk === 0 || seen !== onDisk) {
  console.error(`${seen} of ${onDisk} modules were seen: the check itself is broken`);
  process.exit(1);
}
console.log(`floors: ${seen} modules, ${result.summary.violations.length} violations`);
process.exit(result.summary.violations.length === 0 ? 0 : 1);
