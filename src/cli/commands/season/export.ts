import { extname } from "node:path";
import { plainText } from "../../../check/evening.ts";
import { BYTE_ORDER_MARK, csvDelimiter, csvText } from "../../../check/write-sheet.ts";
import { loadLanguage } from "../../../files/package/languages.ts";
import { version } from "../../../files/package.ts";
import type { SeasonAddress } from "../../../files/season/season-address.ts";
import { type SeasonStore, withSeason } from "../../../files/season/season-store.ts";
import { msg } from "../../../rules/problem/message.ts";
import { need } from "../../../rules/problem/problem.ts";
import {
  resultRows,
  type TransferHead,
  transferHead,
  transferSheets,
} from "../../../season/store/transfer.ts";
import { fail } from "../../console/failure.ts";
import { print } from "../../console/output.ts";
import { type PieceWriter, writeWhole } from "../../console/write-file.ts";
import type { LanguageFlags } from "../../flags.ts";

const ENDINGS = [".json", ".jsonl", ".yaml", ".yml", ".csv"];

/** `season export`: all of a season in a file, piece by piece. */
export async function exportSeason(
  season: SeasonAddress,
  flags: LanguageFlags & { readonly out: string },
): Promise<void> {
  const language = need(loadLanguage(flags.lang));
  const { out } = flags;
  const ending = extname(out).toLowerCase();
  if (!ENDINGS.includes(ending))
    fail("bad-value", msg("cli.out-should-end")`\`--out\`: ${out} should end in ${ENDINGS.join(", ")}`);
  need(
    await withSeason(season, { isNew: false }, async (store) => {
      const write =
        ending === ".csv"
          ? createCsvWriter(store, csvDelimiter(language))
          : createDocumentWriter(store, ending);
      await writeWhole(out, write);
    }),
  );
  print(out);
}

/** One sheet a line in each of these: JSON is YAML, too, and can be read line by line. */
function createDocumentWriter({ db }: SeasonStore, ending: string) {
  return async (write: PieceWriter) => {
    const head = await transferHead(db, version());
    const isLines = ending === ".jsonl";
    const isYaml = ending.startsWith(".y");
    if (isLines) await write(`${JSON.stringify(head)}\n`);
    else if (isYaml) await write(`${yamlHead(head)}sheets:\n`);
    else await write(`{"head": ${JSON.stringify(head)},\n"sheets": [\n`);
    let isFirst = true;
    for await (const sheets of transferSheets(db)) {
      const lines = sheets.map((sheet) => JSON.stringify(sheet));
      if (isLines) await write(`${lines.join("\n")}\n`);
      else if (isYaml) await write(lines.map((line) => `  - ${line}\n`).join(""));
      else await write(`${isFirst ? "" : ",\n"}${lines.join(",\n")}`);
      isFirst = false;
    }
    if (!isLines && !isYaml) await write("\n]}\n");
  };
}

function yamlHead(head: TransferHead): string {
  return `head: ${JSON.stringify(head)}\n`;
}

const CSV_COLUMNS = [
  ...["sheet", "file", "date", "place", "evening", "variant", "seat", "name", "total", "rank", "players"],
  ...["payout", "strikes", "bonuses"],
] as const;

function createCsvWriter({ db }: SeasonStore, delimiter: string) {
  return async (write: PieceWriter) => {
    await write(BYTE_ORDER_MARK + csvText([[...CSV_COLUMNS]], delimiter));
    for await (const rows of resultRows(db)) {
      const cells = rows.map((row) =>
        CSV_COLUMNS.map((column) => {
          const value = row[column as keyof typeof row];
          return typeof value === "string" ? plainText(value) : value;
        }),
      );
      await write(csvText(cells, delimiter));
    }
  };
}
