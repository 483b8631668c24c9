import { once } from "node:events";
import { print } from "./output.ts";
import { type PieceWriter, writePieces } from "../files/files.ts";

/** Puts what was made where it was wanted: `-` is the standard output, anything else a file, which is named when it is there. */
export async function deliver(content: string | Uint8Array, out: string, told: string = out): Promise<void> {
  await deliverPieces((write) => write(content), out, told);
}

/** The same for what is made piece by piece. */
export async function deliverPieces(
  produce: (write: PieceWriter) => Promise<void>,
  out: string,
  told: string = out,
): Promise<void> {
  if (out === "-") {
    await produce(toOutput);
    return;
  }
  await writePieces(out, produce);
  print(told);
}

/** Waits where the reader of a pipe is slower than we are. */
async function toOutput(piece: string | Uint8Array): Promise<void> {
  if (!process.stdout.write(piece)) await once(process.stdout, "drain");
}
