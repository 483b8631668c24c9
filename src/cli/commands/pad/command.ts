import type { Command } from "commander";
import { type Message, msg } from "../../../rules/problem/message.ts";
import { BACKS, CUT_GUIDES, GLUE_EDGES, ORDERS } from "../../../print/imposition/imposition.ts";
import { parseOffset, PROFILE_NAMES } from "../../../print/imposition/imposition.ts";
import { MAX_SHEETS, parseNumberSpan } from "../../../print/layout/sheet-code.ts";
import {
  BadValue,
  brandFlags,
  createCountParser,
  listDefaultFlags,
  createChoiceParser,
  paperFlags,
  styleFlag,
} from "../../flags.ts";
import { blockNote, examples, notes } from "../../help.ts";
import { t } from "../../console/language.ts";

/** `augenblock pad`: the score pad as PDF. */
export default function padCommand(command: Command): Command {
  const printing = styleFlag(paperFlags(command))
    .option(
      "--sheets <n>",
      t("cli.pad-sheets-flag")`number of sheets (default: 1)`,
      createCountParser(1, 100_000),
    )
    .option(
      "--numbered <from-to>",
      t("cli.pad-numbered-flag")`number the sheets, such as 1-50`,
      createFlagParser(parseNumberSpan, SPAN),
    )
    .option(
      "--out <file>",
      t(
        "cli.pad-out-flag",
      )`file or folder to write to (default: output/, named after the game and the flags)`,
    )
    .optionsGroup(t("cli.printing-group")`Printing:`)
    .option(
      "--profile <name>",
      t(
        "cli.pad-profile-flag",
      )`home, copyshop, printshop, archive (PDF/A-2), large-print, or fillable (a form to fill in on screen)`,
      createChoiceParser(...PROFILE_NAMES),
      "home",
    )
    .option("--on <paper>", t("cli.pad-on-flag")`put as many sheets as fit on each page of this paper`)
    .option(
      "--order <order>",
      t("cli.pad-order-flag")`order of the sheets: in-turn, or stacked (in order after cutting and stacking)`,
      createChoiceParser(...ORDERS),
    )
    .option(
      "--cuts <guides>",
      t("cli.pad-cuts-flag")`cutting guides: lines, ticks or none`,
      createChoiceParser(...CUT_GUIDES),
    )
    .option(
      "--glue-edge <edge>",
      t("cli.pad-glue-edge-flag")`edge to keep free for glue: top, left or none`,
      createChoiceParser(...GLUE_EDGES),
    )
    .option(
      "--glue-mm <mm>",
      t("cli.glue-mm-flag")`width of that edge (default: 10)`,
      createCountParser(0, 40),
    )
    .option(
      "--bleed <mm>",
      t("cli.pad-bleed-flag")`add this much bleed, with trim and bleed boxes`,
      createCountParser(0, 20),
    )
    .option("--crop-marks", t("cli.pad-crop-marks-flag")`add crop marks for a print shop`)
    .option(
      "--job-ticket",
      t(
        "cli.pad-job-ticket-flag",
      )`also write an order for a print shop (text and PDF) and a cover for the backing board`,
    )
    .option(
      "--back <flip>",
      t(
        "cli.pad-back-flag",
      )`print the rules on the back, for a printer that flips paper on its long-edge or short-edge; or the strategy card: strategy, or strategy-short-edge`,
      createChoiceParser(...BACKS),
    )
    .option(
      "--back-offset <x,y>",
      t("cli.pad-back-offset-flag")`shift the back by this many mm to the right and down`,
      createFlagParser(parseOffset, OFFSET),
    )
    .option(
      "--calibrate",
      t("cli.pad-calibrate-flag")`print two test pages that show which --back-offset to use`,
    );
  return brandFlags(printing)
    .option("--link <address>", t("cli.pad-link-flag")`web address as a QR code in the corner of the table`)
    .option(
      "--players-named <names>",
      t("cli.pad-players-named-flag")`names of the players, separated by commas`,
    )
    .option("--date <date>", t("cli.pad-date-flag")`date, printed exactly as given`)
    .addHelpText(
      "after",
      notes(
        blockNote(),
        t(
          "cli.pad-notes",
        )`home prints one sheet per page, copyshop prints A4 pages to cut and stack, printshop adds bleed and an edge for glue. Each of these settings also has a flag of its own.`,
      ) +
        examples(
          "pad yazzo --paper a5 --sheets 50",
          "pad yazzo --numbered 1-200 --profile copyshop",
          "pad yatzy --players 3 --profile fillable",
          'pad yatzy --title "The Golden Lion" --logo lion.svg --players-named Anna,Ben',
          "pad yazzo --style pub --accent #7a1f1f",
          "pad yazzo --profile large-print",
          "pad doppel-yatzy --set extra=chance --players 6 --lang sv",
        ),
    )
    .action(async (variant, flags) =>
      (await import("./print-pad.ts")).printPad(variant, flags, listDefaultFlags(command)),
    );
}

const SPAN = msg("cli.number-range")`the first and last number, such as 1-50, up to ${MAX_SHEETS}`;
const OFFSET = msg("cli.offset-in-mm")`mm to the right and down, such as 1.5,-0.5`;

/** A parser for a flag. @param wanted completes "expected …" */
function createFlagParser<T>(parse: (value: string) => T | null, wanted: Message): (value: string) => T {
  return (value) => {
    const found = parse(value);
    if (found !== null) return found;
    throw new BadValue(msg("cli.bad-flag-value")`expected ${wanted}; not \`${value}\``);
  };
}
