import { type Message, msg } from "../../rules/problem/message.ts";
import { refusal, type Result, success } from "../../rules/problem/problem.ts";
import type { TransferHead, TransferSheet } from "../../season/store/transfer.ts";
import { parseTransferHead, isNewerFormat, transferSheet } from "../../season/transfer-file.ts";
import { readLines } from "../read/read-lines.ts";

/** A stretch of an exported season. */
export interface ExportedPart {
  readonly head: TransferHead;
  readonly sheets: readonly TransferSheet[];
}

/** So many sheets are in memory at once. */
const PAGE = 1000;

/** Reads the file of an exported season line by line, since it may be larger than memory; the first problem ends it. A season without sheets is one empty part. */
export async function* readExported(file: string): AsyncGenerator<Result<ExportedPart>> {
  let head: TransferHead | null = null;
  let sheets: TransferSheet[] = [];
  let number = 0;
  const rejectImport = (message: Message) =>
    refusal(
      "not-exported",
      message,
      msg("files.augenblock-season-export")`\`augenblock season export\` writes files that can be imported`,
    );
  const noPart = () =>
    rejectImport(msg("files.no-part-exported")`${file}:${number} is not part of an exported season`);
  for await (const line of readLines(file)) {
    if (!line.ok) return yield line;
    number++;
    const text = plainLine(line.value);
    if (text === null) continue;
    const value = tryParseJson(text);
    if (value === undefined) return yield noPart();
    if (head === null) {
      if (isNewerFormat(value)) return yield newer(file);
      head = parseTransferHead(value);
      if (head === null) return yield noPart();
      continue;
    }
    const sheet = transferSheet(value);
    const where = typeof sheet === "string" ? sheet : "rules";
    const isWhole = typeof sheet !== "string" && head.games.some(({ rules }) => rules === sheet.rules);
    if (!isWhole && where === "") return yield noPart();
    if (!isWhole) return yield rejectImport(msg("files.cant-right")`${file}:${number}: invalid \`${where}\``);
    sheets.push(sheet);
    if (sheets.length < PAGE) continue;
    yield success({ head, sheets });
    sheets = [];
  }
  number = Math.max(1, number);
  yield head === null ? noPart() : success({ head, sheets });
}

/** What stands in a line, the same for all formats; null if that is only what holds the others together. */
function plainLine(line: string): string | null {
  const text = line
    .replace(/^\ufeff/, "")
    .replace(/^(?:\{"head": |head: |\s+- )/, "")
    .replace(/,$/, "")
    .trim();
  return text === "" || ["sheets:", '"sheets": [', "]}"].includes(text) ? null : text;
}

function newer(file: string): Result<never> {
  const hint = msg("season.use-version-newer")`use that version, or a newer one`;
  return refusal(
    "newer-season",
    msg("files.exported-newer-version")`${file} was exported by a newer version of augenblock`,
    hint,
  );
}

/** A JSON value; undefined if it is none. */
function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
