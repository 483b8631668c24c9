import type { Command } from "commander";
import { examples, type LanguageFlags, languageFlag } from "../flags.ts";
import type { Game } from "../../rules/game/game.ts";
import { boxesOf, turnsOf } from "../../rules/game/rows.ts";
import { highestTotal } from "../../rules/sums/totals.ts";
import { readVariant } from "../../rules/variant/read-variant.ts";
import { PAINT, print, printJson } from "../console/output.ts";
import { need } from "../console/failure.ts";
import { languageOf } from "../files/languages.ts";
import { table } from "../console/table.ts";
import { DISK, shippedIds } from "../files/variants.ts";

interface Flags extends LanguageFlags {
  readonly json?: boolean;
}

/** `augenblock variants`: the shipped games, without their bases. */
export default function variantsCommand(command: Command): Command {
  return languageFlag(command)
    .option("--json", "print JSON")
    .addHelpText("after", examples("variants --lang en"))
    .action(variants);
}

function variants(flags: Flags): void {
  const games = shippedGames().map((game) => ({
    id: game.id,
    name: game.name,
    boxes: boxesOf(game),
    turns: turnsOf(game),
    maximum: highestTotal(game),
  }));
  if (flags.json) {
    printJson(games);
    return;
  }
  const language = languageOf(flags.lang);
  const head = ["id", "name", "boxes", "turns", "maximum"].map((key) =>
    PAINT.quiet(language.translate(`cli.${key}`)),
  );
  const rows = games.map(({ id, name, ...numbers }) => [
    id,
    language.text(name),
    ...Object.values(numbers).map(String),
  ]);
  print(table([head, ...rows], [2, 3, 4]));
}

/** Every shipped file that is a game of its own, by id. */
function shippedGames(): Game[] {
  return shippedIds().flatMap((id) => {
    const found = DISK.find(id, null);
    if (found === null) return [];
    const { file, text } = need(found);
    const result = readVariant(file, text, DISK);
    if (result.ok) return [result.value];
    return result.problems.every((p) => p.code === "abstract") ? [] : [need(result)];
  });
}
