// Checks the layers: which module may import which (.dependency-cruiser.mjs).
import { readImports } from "./imports.mjs";

const { modules, violations, rules } = await readImports();
for (const { from, to, rule } of violations) {
  const comment = rules.find(({ name }) => name === rule.name)?.comment ?? "";
  console.error(`${from} -> ${to}\n  ${rule.name}: ${comment}`);
}
console.log(`layers: ${modules.length} modules, ${violations.length} violations`);
process.exit(violations.length === 0 ? 0 : 1);
