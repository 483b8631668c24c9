import { say } from "./console.ts";
import { writeWhole } from "./files.ts";

/** Puts what was made where it was wanted: `-` is the standard output, anything else a file, which is named when it is there. */
export async function deliver(content: string | Uint8Array, out: string, told: string = out): Promise<void> {
  if (out === "-") {
    process.stdout.write(content);
    return;
  }
  await writeWhole(out, content);
  say(told);
}
