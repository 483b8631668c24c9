import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";

it("the WebAssembly in src/ is what assembly/ compiles to; `npm run loops` renews it", () => {
  const cwd = new URL("../../", import.meta.url);
  const said = execFileSync(process.execPath, ["scripts/loops.mjs", "--check"], { cwd, encoding: "utf8" });
  expect(said).toBe("loops: 5 modules\n");
});
