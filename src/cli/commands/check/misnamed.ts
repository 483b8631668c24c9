import { extname } from "node:path";
import { latin1Text } from "../../../rules/bytes.ts";
import { msg } from "../../../rules/problem/message.ts";
import { type Problem, problem } from "../../../rules/problem/problem.ts";
import { contentOf, PICTURES } from "../../../scan/image/formats.ts";

/** How much of a file is looked at. */
const LOOKED_AT = 1000;

/** Why a file can't be read as what its ending says: it is empty, or it is a photo or a PDF under another name. Null if neither is so. */
export function misnamed(file: string, bytes: Uint8Array): Problem | null {
  const start = latin1Text(bytes.subarray(0, LOOKED_AT));
  if (bytes.length <= LOOKED_AT && start.replace("\xef\xbb\xbf", "").trim() === "")
    return problem("empty-file", msg("scan.empty")`${file} is empty`, {
      hint: msg("scan.copy-file-again-2")`copy the file again`,
    });
  const { picture } = contentOf(bytes, file);
  const isPdf = start.startsWith("%PDF-");
  if (picture === null && !isPdf) return null;
  const { name, endings } = picture === null ? { name: "PDF", endings: [".pdf"] } : PICTURES[picture];
  if (endings.includes(extname(file).toLowerCase())) return null;
  const message = isPdf
    ? msg("cli.pdf-but-ending")`${file} is a PDF, but its ending does not say so`
    : msg("cli.photo-but-ending")`${file} is a photo (${name}), but its ending does not say so`;
  return problem("wrong-ending", message, {
    hint: msg("cli.rename-has-end")`rename it: it has to end in ${endings[0] ?? ""}`,
  });
}
