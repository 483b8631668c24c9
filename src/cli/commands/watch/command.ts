import type { Command } from "commander";
import { t } from "../../console/language.ts";
import { brandFlags, listDefaultFlags, paperFlags, parsePort, styleFlag } from "../../flags.ts";
import { blockNote, examples, notes } from "../../help.ts";
import type { WatchFlags } from "./printer.ts";

/** `augenblock watch`: pad and rules again on each save, until Ctrl-C. */
export default function watchCommand(command: Command): Command {
  const watching = styleFlag(paperFlags(command))
    .option("--out <folder>", t("cli.watch-out-flag")`folder for the PDFs`, "output")
    .option(
      "--serve",
      t("cli.watch-serve-flag")`also show pad and rules on a page in your browser that updates on every save`,
    )
    .option("--port <n>", t("cli.watch-port-flag")`port of that page (default: any free one)`, parsePort)
    .option("--no-open", t("cli.watch-no-open-flag")`do not open that page, only print its address`);
  return brandFlags(watching)
    .addHelpText(
      "after",
      notes(
        blockNote(),
        t(
          "cli.watch-note",
        )`Press Ctrl-C to stop. Only this computer can open the page, and it needs no network.`,
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
