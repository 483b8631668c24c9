import type { Command } from "commander";
import { openQueue, type PhotoQueue, type QueueOptions } from "../../../files/season/photo-queue.ts";
import { isRefusal, serverReason } from "../../../files/season/season-store.ts";
import { msg } from "../../../rules/problem/message.ts";
import { need } from "../../../rules/problem/problem.ts";
import { fail } from "../../console/failure.ts";
import { t } from "../../console/language.ts";

/** The flag that names the queue. */
export interface QueueFlag {
  readonly queue?: string;
}

/** Where the queue is named for all commands of a machine, so that its password is in no list of processes. */
const VARIABLE = "AUGENBLOCK_QUEUE";

export function queueFlag(command: Command): Command {
  return command.option(
    "--queue <url>",
    t(
      "cli.queue-flag",
    )`the PostgreSQL server that holds the queue: postgres://name@host/database (default: the environment variable ${VARIABLE})`,
  );
}

/** Does work with the queue that a command names. Ends the command if it can't be opened, or fails meanwhile. */
export async function withQueue<T>(
  { queue: named = process.env[VARIABLE] }: QueueFlag,
  isNew: boolean,
  work: (queue: PhotoQueue) => Promise<T>,
  options: QueueOptions = {},
): Promise<T> {
  if (named === undefined || named === "")
    fail(
      "no-queue",
      msg("cli.no-queue")`no queue is named`,
      msg("cli.no-queue-hint")`add \`--queue postgres://name@host/database\`, or set ${VARIABLE}`,
    );
  const queue = need(await openQueue(named, isNew, options));
  try {
    return await work(queue);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const hint = msg("files.step-not-saved-hint")`this step was not saved; run the command again`;
    return fail(
      "queue-failed",
      msg("files.store-failed")`${queue.place} can’t be used any further: ${serverReason(error)}`,
      hint,
    );
  } finally {
    await queue.close();
  }
}
