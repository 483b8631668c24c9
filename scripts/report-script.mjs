// Bundles the script of the report page, with the code that checks, reads and says it in words, so that the page knows the rules.
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const SCRIPT = fileURLToPath(new URL("../src/scan/report/page-script.ts", import.meta.url));

/** @returns the text of the script */
export async function reportScript() {
  const bundle = await rolldown({
    input: SCRIPT,
    platform: "browser",
    // Of all modules only the script itself does anything when it is loaded.
    treeshake: { moduleSideEffects: (id) => id === SCRIPT },
    onLog(level, { code, message }) {
      if (level === "warn") throw new Error(`${code}: ${message}`);
    },
  });
  const { output } = await bundle.generate({ format: "iife", minify: true });
  if (output.length !== 1) throw new Error("the page takes one script");
  // Inside of the page, nothing may look like the end of its script.
  return output[0].code.replaceAll("</script", "<\\/script");
}
