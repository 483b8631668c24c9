import type { Command } from "commander";
import { type Message, msg } from "../../../rules/problem/message.ts";
import { BACKS, CUT_GUIDES, GLUE_EDGES, ORDERS } from "../../../print/imposition/imposition.ts";
import { parseOffset, PROFILE_NAMES } from "../../../print/imposition/imposition.ts";
import { MAX_SHEETS, parseNumberSpan } from "../../../print/layout/sheet-code.ts";
import {
  BadValue,
  brandFlags,
  count,
  listDefaultFlags,
  createChoiceParser,
  paperFlags,
} from "../../flags.ts";
import { blockNote, examples, notes } from "../../help.ts";
import { t } from "../../console/language.ts";

/** `augenblock pad`: the score pad as PDF. */
export default function padCommand(command: Command): Command {
  const printing = paperFlags(command)
    .option("--sheets <n>", t("cli.number-sheets-default")`number of sheets (default: 1)`, count(1, 100_000))
    .option(
      "--numbered <from-to>",
      t("cli.number-sheets-such")`number the sheets, such as 1-50`,
      createFlagParser(parseNumberSpan, SPAN),
    )
    .option(
      "--out <file>",
      t(
        "cli.file-folder-write",
      )`file or folder to write to (default: output/, named after the game and the flags)`,
    )
    .optionsGroup(t("cli.printing")`Printing:`)
    .option(
      "--profile <name>",
      t(
        "cli.home-copyshop-printshop",
      )`home, copyshop, printshop, archive (PDF/A-2), large-print, or fillable (a form to fill in on screen)`,
      createChoiceParser(...PROFILE_NAMES),
      "home",
    )
    .option("--on <paper>", t("cli.put-many-sheets")`put as many sheets as fit on each page of this paper`)
    .option(
      "--order <order>",
      t("cli.order-sheets-turn")`order of the sheets: in-turn, or stacked (in order once cut and stacked)`,
      createChoiceParser(...ORDERS),
    )
    .option(
      "--cuts <guides>",
      t("cli.cutting-guides-lines")`cutting guides: lines, ticks or none`,
      createChoiceParser(...CUT_GUIDES),
    )
    .option(
      "--glue-edge <edge>",
      t("cli.edge-keep-free")`edge to keep free for glue: top, left or none`,
      createChoiceParser(...GLUE_EDGES),
    )
    .option("--glue-mm <mm>", t("cli.width-edge-default")`width of that edge (default: 10)`, count(0, 40))
    .option(
      "--bleed <mm>",
      t("cli.add-much-bleed")`add this much bleed, with trim and bleed boxes`,
      count(0, 20),
    )
    .option("--crop-marks", t("cli.add-crop-marks")`add crop marks for a print shop`)
    .option(
      "--job-ticket",
      t(
        "cli.also-write-what",
      )`also write what a print shop has to know (text and PDF), and a cover for the backing board`,
    )
    .option(
      "--back <flip>",
      t(
        "cli.print-rules-back",
      )`print the rules on the back, for a printer that flips paper on its long-edge or short-edge; or the strategy card: strategy, or strategy-short-edge`,
      createChoiceParser(...BACKS),
    )
    .option(
      "--back-offset <x,y>",
      t("cli.shift-back-many")`shift the back by this many mm to the right and down`,
      createFlagParser(parseOffset, OFFSET),
    )
    .option(
      "--calibrate",
      t("cli.print-two-test")`print two test pages that show which --back-offset to use`,
    );
  return brandFlags(printing)
    .option(
      "--link <address>",
      t("cli.web-address-symbol")`web address as a symbol that phones read, in the corner of the table`,
    )
    .option(
      "--players-named <names>",
      t("cli.names-players-separated")`names of the players, separated by commas`,
    )
    .option("--date <date>", t("cli.date-exactly-printed")`date, exactly as it is to be printed`)
    .addHelpText(
      "after",
      notes(
        blockNote(),
        t(
          "cli.home-prints-one",
        )`home prints one sheet per page, copyshop prints A4 pages to cut and stack, printshop adds bleed and an edge for glue. Each setting can also be given on its own.`,
      ) +
        examples(
          "pad yazzo --paper a5 --sheets 50",
          "pad yazzo --numbered 1-200 --profile copyshop",
          "pad yatzy --players 3 --profile fillable",
          'pad yatzy --title "The Golden Lion" --logo lion.svg --players-named Anna,Ben',
          "pad yazzo --profile large-print",
          "pad doppel-yatzy --set extra=chance --players 6 --lang sv",
        ),
    )
    .action(async (variant, flags) =>
      (await import("./print-pad.ts")).printPad(variant, flags, listDefaultFlags(command)),
    );
}

const SPAN = msg("cli.first-last-number")`the first and the last number, such as 1-50, up to ${MAX_SHEETS}`;
const OFFSET = msg("cli.mm-right-down")`mm to the right and down, such as 1.5,-0.5`;

/** A parser for a flag. @param wanted completes "expected …" */
function createFlagParser<T>(parse: (value: string) => T | null, wanted: Message): (value: string) => T {
  return (value) => {
    const found = parse(value);
    if (found !== null) return found;
    throw new BadValue(msg("cli.expected-not")`expected ${wanted}; not \`${value}\``);
  };
}
