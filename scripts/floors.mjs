// Checks the floors of the house (.dependency-cruiser.mjs).
import { cruised } from "./cruise.mjs";

const { modules, violations, rules } = await cruised();
for (const { from, to, rule } of violations) {
  const comment = rules.find(({ name }) => name === rule.name)?.comment ?? "";
  console.error(`${from} -> ${to}\n  ${rule.name}: ${comment}`);
}
console.log(`floors: ${modules.length} modules, ${violations.length} violations`);
process.exit(violations.length === 0 ? 0 : 1);
