import { resolve } from "node:path";
import type { Command } from "commander";
import { loadLanguage } from "../../../files/package/languages.ts";
import { statPath } from "../../../files/read/read-file.ts";
import { knownSheets, type SheetSources } from "../../../files/pictures/sheet-sources.ts";
import { need } from "../../../rules/problem/problem.ts";
import type { EveningName } from "../../../season/sheet-to-keep.ts";
import { t } from "../../console/language.ts";
import { print, printJson } from "../../console/output.ts";
import {
  choiceFlag,
  type ChosenOptions,
  count,
  type JsonFlag,
  languageFlag,
  type LanguageFlags,
} from "../../flags.ts";
import { examples, notes } from "../../help.ts";
import { type OccasionFlags, readOccasionFlags } from "../../occasion-flags.ts";
import { findPhotos } from "./photos-in.ts";
import { queueFlag, type QueueFlag, withQueue } from "./queue-flag.ts";
import { toldJson } from "./told.ts";

interface Flags extends LanguageFlags, JsonFlag, QueueFlag, OccasionFlags {
  readonly shardSize: number;
  readonly lease: number;
  readonly variant?: string;
  readonly set: ChosenOptions;
  readonly pad?: string;
  readonly paper?: string;
  readonly templates?: string;
}

/** `augenblock queue add`: puts photos into a queue that any number of machines read. */
export default function enqueueCommand(command: Command): Command {
  const named = queueFlag(
    languageFlag(
      command.argument(
        "<photos...>",
        t(
          "cli.folders-photos-photos",
        )`folders of photos, photos, lists (text files with a path or URL in each line), or URLs of photos and lists`,
      ),
    ),
  )
    .option(
      "--shard-size <n>",
      t("cli.photos-worker-takes")`photos that a worker takes at once`,
      count(1, 10_000),
      200,
    )
    .option(
      "--lease <seconds>",
      t("cli.after-so-long")`give a shard to another worker after this time without a sign of life`,
      count(10, 3600),
      300,
    )
    .option("--json", t("cli.print-json")`print JSON`)
    .optionsGroup(t("cli.photos")`Photos:`)
    .option("--variant <variant>", t("cli.game-sheets-do")`the game, for sheets that do not name it`)
    .option(
      "--pad <pad>",
      t(
        "cli.pad-of-photos",
      )`the store-bought pad in the photos: an id from \`augenblock pads list\`, or a pad file`,
    )
    .option(
      "--paper <paper>",
      t("cli.custom-paper-size")`custom paper size of the sheets: <width>x<height>mm`,
    )
    .option("--date <day>", t("cli.day-they-were-played")`the day they were played`)
    .option("--place <name>", t("cli.place-they-were")`the place they were played at`)
    .option(
      "--evening <name>",
      t("cli.what-evening-called")`name of the evening, such as a round of a tournament`,
    );
  return choiceFlag(named, "--set", t("cli.house-rules-variant")`house rules that --variant was printed with`)
    .option(
      "--templates <folder>",
      t("cli.templates-sheets-were")`the templates that the sheets were printed with`,
    )
    .addHelpText(
      "after",
      notes(
        t(
          "cli.workers-find-photos",
        )`Workers find photos under the same paths, such as those of a shared disk, or by their URLs. Photos that are in the queue already are not put in again.`,
      ) +
        examples(
          "queue add photos --queue postgres://pub@db.example/club",
          "queue add photos.txt --variant yazzo --shard-size 500",
        ),
    )
    .action(enqueue);
}

async function enqueue(words: readonly string[], flags: Flags): Promise<void> {
  const { lang, shardSize, lease: leaseSeconds } = flags;
  const { date, place, name } = need(readOccasionFlags(flags));
  const evening: EveningName = { date: date ?? "", place: place ?? "", name: name ?? "" };
  need(loadLanguage(lang));
  const sources = resolveSources(flags);
  // What is wrong with it is told now, and not by every worker.
  await knownSheets(sources);
  const { photos, others } = need(await findPhotos(words));
  const told = toldJson({ sources, lang, evening });
  await withQueue(flags, true, async (queue) => {
    const added = await queue.add(photos, told, { shardSize, leaseSeconds });
    const known = photos.length - added;
    if (flags.json) return printJson({ photos: photos.length, added, known, others });
    print(t("cli.put")`put in: ${added}`);
    if (known > 0) print(t("cli.there-already")`there already: ${known}`);
    if (others > 0)
      print(
        t(
          "cli.left-out-because",
        )`left out, because \`augenblock check\` reads typed sheets and PDF files: ${others}`,
      );
  });
}

/** What the sheets were printed from; files by paths that hold in every folder. */
function resolveSources({ variant, set, pad, paper, templates }: Flags): SheetSources {
  // A shipped game or pad may have the name of a folder.
  const file = (named = "") => (statPath(named)?.isFile() ? resolve(named) : named || null);
  return {
    variant: file(variant),
    choices: { ...set },
    pad: file(pad),
    paper: paper ?? null,
    templates: templates === undefined ? null : resolve(templates),
  };
}
