import { loadCommercialPad, shippedPads } from "../../files/pictures/store-bought-pads.ts";
import { loadLanguage } from "../../files/package/languages.ts";
import { lineLabel } from "../../i18n/game-words.ts";
import type { Language } from "../../i18n/language.ts";
import { listCategories } from "../../rules/game/rows.ts";
import { need } from "../../rules/problem/problem.ts";
import { type Pad, type CommercialPadRow, rowsOfPad } from "../../scan/pads/pad.ts";
import { t } from "../console/language.ts";
import { PAINT, print, printJson } from "../console/output.ts";
import { table } from "../console/table.ts";
import { type JsonFlag, languageFlag, type LanguageFlags } from "../flags.ts";
import type { Command } from "../help.ts";

/** `augenblock pads list`: the store-bought pads whose photos can be read, and the rows of one. */
export default function padsCommand(command: Command): Command {
  return languageFlag(command)
    .argument("[pad]", t`cli.pads-pad-argument: the id of a pad, or the path of a pad file, to list its rows`)
    .option("--json", t`cli.print-json: print JSON`)
    .notes(t`cli.pads-notes: \`augenblock pads learn\` writes a pad file from the photo of any other pad.`)
    .examples("pads list", "pads list kniffel-card")
    .action(pads);
}

async function pads(ref: string | undefined, { lang, json }: LanguageFlags & JsonFlag): Promise<void> {
  const language = need(loadLanguage(lang));
  const found = ref === undefined ? await shippedPads() : [need(await loadCommercialPad(ref))];
  if (json) return printJson(found.map(padJson));
  const [only] = found;
  print(ref !== undefined && only ? rowList(only, language) : padList(found, language));
}

function padJson(pad: Pad): object {
  const { id, name, game, columns, tables } = pad;
  const rowJson = ({ holds, height, line, right = [] }: CommercialPadRow) => ({
    kind: holds.kind,
    id: "id" in holds ? holds.id : null,
    height,
    line,
    ...(right.length === 0 ? {} : { right: right.map((one) => ("id" in one ? one.id : null)) }),
  });
  const rules = Object.fromEntries(game.options.map(({ id, chosen }) => [id, chosen]));
  const tablesJson = tables.map(({ labels, entries, rows }) => {
    return { labels, entries, rows: rows.map(rowJson) };
  });
  return { id, name, variant: game.id, options: rules, columns, tables: tablesJson };
}

function padList(pads: readonly Pad[], language: Language): string {
  const names = [t`cli.pad: pad`, t`cli.name: name`, t`cli.game: game`];
  const rows = pads.map((pad) => {
    const [name, game] = [language.text(pad.name), language.text(pad.game.name)];
    return [pad.id, name, game, String(rowsOfPad(pad).length), columnWords(pad)];
  });
  return table(rows, [3], [...names, t`cli.rows: rows`, t`cli.columns: columns`]);
}

function columnWords({ tables, columns }: Pad): string {
  const { min, max } = tables[0]?.entries ?? { min: 1, max: 1 };
  const many = min === max ? String(max) : `${min}–${max}`;
  return columns === "games"
    ? t`cli.games-per-sheet: ${many} games`
    : t`cli.players-per-sheet: ${many} players`;
}

/** The rows of a pad, numbered, with a blank line between tables. */
export function rowList({ id, name, game, tables }: Pad, language: Language): string {
  let at = 0;
  const lists = tables.map(({ rows }) =>
    table(
      rows.map(({ holds, right = [] }) => [
        String(++at),
        ...rowWords(holds, game, language),
        ...right.map((one) => rowWords(one, game, language)[1]),
      ]),
      [0],
    ),
  );
  return [`${PAINT.strong(language.text(name))} (${id})`, ...lists].join("\n\n");
}

/** The id and the name of what a row holds. */
export function rowWords(
  holds: CommercialPadRow["holds"],
  game: Pad["game"],
  language: Language,
): [string, string] {
  switch (holds.kind) {
    case "names":
      return ["names", t`cli.names-row: names, or numbers of games`];
    case "ticks":
      return ["ticks", t`cli.ticks-row: ticks for extra points`];
    case "nothing":
      return ["nothing", t`cli.nothing-row: nothing that counts`];
    case "line":
      return [holds.id, lineLabel(game, language, holds.id)];
    case "category": {
      const category = listCategories(game).find(({ id }) => id === holds.id);
      return [holds.id, category === undefined ? holds.id : language.text(category.label)];
    }
    default:
      return holds satisfies never;
  }
}
