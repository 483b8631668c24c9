import { readdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseSeasonAddress } from "../../src/cli/flags.ts";
import { openSeason, type SeasonStore } from "../../src/files/season/season-store.ts";
import { FILE_LIST } from "../../src/files/season/store-files.ts";
import { need } from "../../src/rules/problem/problem.ts";
import { emptyFolder } from "../support/command-line.ts";
import { folderState, seasonFolder } from "../support/seasons.ts";

/** Where the season of a history lies. */
export interface SeasonPlace {
  readonly season: string;
  /** Another place of the same kind, without a season. */
  another(): SeasonPlace;
  /** Does what a file that is missing calls for. @returns what is wrong with it; null if nothing is */
  withoutFile(which: number): Promise<string | null>;
  /** Whether one process waits for another. */
  readonly isLocked: boolean;
}

export function folderPlace(): SeasonPlace {
  const season = seasonFolder();
  return { season, another: folderPlace, withoutFile: (which) => withoutFile(season, which), isLocked: true };
}

let schemas = 0;

/** @param database the URL of a database on a server */
export function serverPlace(database: string): SeasonPlace {
  const season = `${database}#history_${++schemas}`;
  const another = () => serverPlace(database);
  return { season, another, withoutFile: async () => null, isLocked: false };
}

export const open = async ({ season }: SeasonPlace): Promise<SeasonStore> =>
  need(await openSeason(parseSeasonAddress(season), { isNew: true }));

async function withoutFile(folder: string, which: number): Promise<string | null> {
  const store = join(folder, "store");
  const all = readdirSync(store, { recursive: true, encoding: "utf8" }).toSorted();
  const files = all.filter((path) => path !== FILE_LIST && statSync(join(store, path)).isFile());
  const path = files[which % files.length] ?? "";
  const aside = join(emptyFolder(), "aside");
  renameSync(join(store, path), aside);
  const before = JSON.stringify(folderState(folder));
  const opened = await openSeason(parseSeasonAddress(folder), { isNew: true });
  const after = JSON.stringify(folderState(folder));
  if (opened.ok) await opened.value.close();
  renameSync(aside, join(store, path));
  if (opened.ok) return `it was opened without ${path}`;
  if (opened.problems[0]?.code !== "broken-season")
    return `without ${path} it says ${opened.problems[0]?.code}`;
  return before === after ? null : `something was changed without ${path}`;
}
