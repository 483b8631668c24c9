import type { Command } from "commander";
import { t } from "../../console/language.ts";
import { brandFlags, count, listDefaultFlags, paperFlags } from "../../flags.ts";
import { blockNote, examples, notes } from "../../help.ts";
import type { WatchFlags } from "./printer.ts";

const MAX_PORT = 65_535;

/** `augenblock watch`: pad and rules again on each save, until Ctrl-C. */
export default function watchCommand(command: Command): Command {
  const watching = paperFlags(command)
    .option("--out <folder>", t("cli.where-write-pdfs")`where to write the PDFs`, "output")
    .option(
      "--serve",
      t("cli.also-show-pad")`also show pad and rules on a page in your browser, which follows every save`,
    )
    .option(
      "--port <n>",
      t("cli.port-page-default")`port of that page (default: a free one)`,
      count(1, MAX_PORT),
    )
    .option("--no-open", t("cli.do-not-open-page")`do not open that page, only print its address`);
  return brandFlags(watching)
    .addHelpText(
      "after",
      notes(
        blockNote(),
        t(
          "cli.press-ctrl-c-stop",
        )`Press Ctrl-C to stop. The page is for this computer only, and needs no network.`,
      ) +
        examples(
          "watch my-yazzo.yaml",
          "watch my-yazzo.yaml --serve",
          "watch my-yazzo.yaml --paper a4 --lang en",
        ),
    )
    .action(async (named: string, flags: Omit<WatchFlags, "profile">) =>
      (await import("./watch.ts")).watch(named, { ...flags, profile: "home" }, [
        ...listDefaultFlags(command),
        "profile",
      ]),
    );
}
