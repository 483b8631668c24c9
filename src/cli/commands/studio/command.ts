import type { Command } from "commander";
import { t } from "../../console/language.ts";
import { createCountParser } from "../../flags.ts";
import { examples, notes } from "../../help.ts";
import type { StudioFlags } from "./studio.ts";

const MAX_PORT = 65_535;

/** Fixed, because browsers store data by address and port; outside the range of ephemeral ports. */
const USUAL_PORT = 16_661;

/** `augenblock studio`: the page that checks, prints and writes in a browser, served until Ctrl-C. */
export default function studioCommand(command: Command): Command {
  return command
    .option(
      "--port <n>",
      t("cli.studio-port-flag")`port of the page; the browser keeps games and evenings for each port`,
      createCountParser(1, MAX_PORT),
      USUAL_PORT,
    )
    .option(
      "--host",
      t(
        "cli.studio-host-flag",
      )`also serve phones and computers in the same network, and show the address as a QR code`,
    )
    .option(
      "--out <folder>",
      t("cli.studio-out-flag")`write the page as files for any web host, instead of serving it`,
    )
    .option("--no-open", t("cli.studio-no-open-flag")`do not open the page, only print its address`)
    .addHelpText(
      "after",
      notes(t("cli.studio-note")`Press Ctrl-C to stop. Photos are read in the browser and stay there.`) +
        examples("studio", "studio --host --no-open", "studio --out output/studio"),
    )
    .action(async (flags: StudioFlags) => (await import("./studio.ts")).studio(flags));
}
