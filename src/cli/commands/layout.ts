import type { Command } from "commander";
import type { Area } from "../../print/geometry.ts";
import type { PadLayout } from "../../print/layout/pad-layout.ts";
import { areaJson, printJson } from "../console/output.ts";
import { type PaperFlags, paperFlags } from "../flags.ts";
import { examples } from "../help.ts";
import { loadLanguage } from "../../files/languages.ts";
import { padJob } from "../../files/pads.ts";
import { loadGame } from "../../files/games.ts";
import { need } from "../../rules/problem/problem.ts";
import { t } from "../console/language.ts";

/** `augenblock layout`: where every box is on a sheet, as JSON. */
export default function layoutCommand(command: Command): Command {
  return paperFlags(command)
    .option("--json", t("cli.print-json-always")`print JSON (always on)`)
    .addHelpText("after", examples("layout yazzo --paper a5 > yazzo.json"))
    .action(async (variant: string, flags: PaperFlags) => {
      const language = need(loadLanguage(flags.lang));
      const job = await padJob(need(await loadGame(variant, flags.set)), language, flags);
      printJson(layoutJson(job.layout));
    });
}

/** The stable JSON shape of a layout. */
export function layoutJson(layout: PadLayout) {
  const boxes = layout.boxes.map(({ player, column, category, line, ...area }) => ({
    player,
    column,
    ...(category === null ? { line } : { category }),
    ...rounded(area),
  }));
  const marks = layout.marks.map(({ place, ...area }) => ({ place, ...rounded(area) }));
  const codes = (layout.code?.areas ?? []).map(rounded);
  const ticks = layout.ticks.map(({ player, ticks, ...area }) => ({ player, ticks, ...rounded(area) }));
  const ticked = ticks.length === 0 ? {} : { ticks };
  return { variant: layout.variant, page: layout.page, boxes, ...ticked, marks, codes };
}

/** A thousandth of a millimetre is finer than any printer. */
const rounded = (area: Area) => areaJson(area, 1000);
