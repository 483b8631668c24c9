// Checks the layers: which module may import which (.dependency-cruiser.mjs).
import { printViolations, readImports } from "./imports.mjs";

const read = await readImports();
const count = printViolations(read);
console.log(`layers: ${read.modules.length} modules, ${count} violations`);
process.exit(count === 0 ? 0 : 1);
