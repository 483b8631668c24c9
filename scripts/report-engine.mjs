// Bundles what the report page works with, so that it knows the rules: checks, reading and words, as one script in front of its own.
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

/** @returns the script, which leaves `engine` behind */
export async function reportEngine() {
  const bundle = await rolldown({
    input: fileURLToPath(new URL("../src/scan/report/live-report.ts", import.meta.url)),
    platform: "browser",
    treeshake: { moduleSideEffects: false },
    onLog(level, { code, message }) {
      if (level === "warn") throw new Error(`${code}: ${message}`);
    },
  });
  const { output } = await bundle.generate({ format: "iife", name: "engine", minify: true });
  if (output.length !== 1) throw new Error("the page takes one script");
  // Inside of the page, nothing may look like the end of its script.
  return output[0].code.replaceAll("</script", "<\\/script");
}
