import type { Command } from "commander";
import { isRefusal, serverReason } from "../../../files/season/season-store.ts";
import { msg } from "../../../rules/problem/message.ts";
import { EXIT } from "../../console/failure.ts";
import { t, tell } from "../../console/language.ts";
import { print, printError } from "../../console/output.ts";
import { count, languageFlag, type LanguageFlags } from "../../flags.ts";
import { examples, notes } from "../../help.ts";
import { queueFlag, type QueueFlag, withQueue } from "./queue-flag.ts";
import { readerProcess } from "./reader-process.ts";
import { createEngineKey } from "./told.ts";
import { processQueue } from "./work-on.ts";

interface Flags extends LanguageFlags, QueueFlag {
  readonly jobs: number;
  readonly limit: number;
  readonly untilDone?: boolean;
}

/** `augenblock queue work`: reads the photos of a queue, on any number of machines. */
export default function workCommand(command: Command): Command {
  return queueFlag(languageFlag(command))
    .option(
      "--jobs <n>",
      t("cli.number-photos-read")`number of photos to read at the same time`,
      count(1, 64),
      1,
    )
    .option(
      "--limit <seconds>",
      t("cli.photo-takes-longer")`give up on a photo after this time`,
      count(5, 600),
      60,
    )
    .option("--until-done", t("cli.end-when-no")`end when no photo is left, instead of waiting for more`)
    .addHelpText(
      "after",
      notes(
        t(
          "cli.start-many-there",
        )`Start one for each core on each machine, and stop with Ctrl-C: photos in progress are finished, and other workers go on with the rest. A photo that fails twice is put aside; \`augenblock queue status\` lists it.`,
      ) + examples("queue work --queue postgres://pub@db.example/club --jobs 4", "queue work --until-done"),
    )
    .action(work);
}

async function work(flags: Flags): Promise<void> {
  const stop = new AbortController();
  const signals = ["SIGINT", "SIGTERM"] as const;
  const end = () => stop.abort();
  for (const signal of signals) process.on(signal, end);
  const readers = Array.from({ length: flags.jobs }, () => readerProcess(flags.limit * 1000));
  try {
    await withQueue(
      flags,
      false,
      (queue) =>
        processQueue(
          queue,
          {
            readers,
            engine: createEngineKey(),
            untilDone: flags.untilDone === true,
            onShard: (shard, read, failed, seconds) => {
              const perMinute = Math.round((read / Math.max(seconds, 1)) * 60);
              const told = t("cli.shard-read-minute")`shard ${shard}: ${read} read, ${perMinute} a minute`;
              print(failed === 0 ? told : `${told}, ${t("cli.failed")`${failed} failed`}`);
            },
            onServerFault: (error) => {
              const why = isRefusal(error)
                ? serverReason(error)
                : msg("files.server-refused")`the server refused it`;
              printError(t("cli.queue-retries")`${queue.place} is not available: ${tell(why)}; trying again`);
            },
          },
          stop.signal,
        ),
      { connections: flags.jobs + 3 },
    );
  } finally {
    for (const reader of readers) reader.close();
    for (const signal of signals) process.off(signal, end);
  }
  process.exitCode = EXIT.correct;
}
