// Writes the software bill of materials (CycloneDX) of what is installed with augenblock, and of what its build copies from packages, from
// the lock file: `npm run sbom`.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { VENDORED_PACKAGES } from "./vendor.mjs";

const FILE = "output/augenblock.cdx.json";

/** The bill as npm writes it. */
function bill(...flags) {
  const args = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only", ...flags];
  return JSON.parse(execFileSync("npm", args, { encoding: "utf8", maxBuffer: 1 << 28 }));
}

const installed = bill("--omit", "dev");
const known = new Set(installed.components.map((component) => component["bom-ref"]));
const all = bill();
const copied = all.components
  .filter(({ name, "bom-ref": ref }) => VENDORED_PACKAGES.includes(name) && !known.has(ref))
  // To npm they are for development only.
  .map(({ properties: _, ...component }) => component);
if (copied.length === 0) throw new Error("none of the copied packages was found");
for (const { "bom-ref": ref } of copied) known.add(ref);
const dependencies = all.dependencies
  .filter(({ ref }) => known.has(ref) || ref === all.metadata.component["bom-ref"])
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((on) => known.has(on)) }));
const components = [...installed.components, ...copied];
mkdirSync("output", { recursive: true });
writeFileSync(FILE, `${JSON.stringify({ ...installed, components, dependencies }, null, 2)}\n`);
console.log(`${FILE}: ${components.length} packages`);
