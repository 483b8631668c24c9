import { nameKey } from "../../../check/name.ts";
import { loadLanguage } from "../../../files/package/languages.ts";
import type { SeasonAddress } from "../../../files/season/season-address.ts";
import { withSeason } from "../../../files/season/season-store.ts";
import { msg } from "../../../rules/problem/message.ts";
import { need } from "../../../rules/problem/problem.ts";
import { shorten } from "../../../rules/problem/wording.ts";
import {
  aliasPlayer,
  findPlayer,
  leaveSeason,
  listPlayers,
  mergePlayers,
  renamePlayer,
  undoLast,
} from "../../../season/store/players.ts";
import { vacuumStore } from "../../../season/store/tidy.ts";
import { EXIT, fail } from "../../console/failure.ts";
import { t } from "../../console/language.ts";
import { PAINT, print, printError, printJson } from "../../console/output.ts";
import { isTerminal, Stopped, terminalPrompter } from "../../console/prompts.ts";
import { table } from "../../console/table.ts";
import { userName } from "../../console/user-name.ts";
import type { JsonFlag, LanguageFlags } from "../../flags.ts";

interface Flags extends LanguageFlags, JsonFlag {
  readonly alias?: string;
  readonly merge?: string;
  readonly rename?: string;
  readonly undo?: boolean;
  readonly leave?: string;
  readonly yes?: boolean;
}

const CHANGES = ["alias", "merge", "rename", "undo", "leave"] as const;

/** `season players`: who plays, and what they are called. */
export async function showPlayers(season: SeasonAddress, flags: Flags): Promise<void> {
  const given = CHANGES.filter((flag) => flags[flag] !== undefined);
  const [first, second] = given;
  if (first !== undefined && second !== undefined)
    fail(
      "flags-collide",
      msg("cli.dont-go-together")`\`--${first}\` and \`--${second}\` don’t go together`,
      msg("cli.change-one-thing")`change one thing after the other`,
    );
  if (flags.yes && flags.leave === undefined)
    fail(
      "idle-flag",
      msg("cli.yes-goes-leave")`\`--yes\` goes with \`--leave\``,
      msg("rules.leave-out")`leave it out`,
    );
  if (flags.leave !== undefined && !flags.yes && !(await isLeaveConfirmed(season, flags.leave, flags.lang)))
    return printError(t("cli.nothing-changed")`nothing was changed`);
  const by = userName();
  const { told, list } = need(
    await withSeason(season, { isNew: false }, async ({ db, folder }) => {
      const { alias, merge, rename, undo, leave } = flags;
      let told: string | null = null;
      if (alias !== undefined) need(await aliasPlayer(db, ...pair(alias, "--alias"), by));
      if (merge !== undefined) need(await mergePlayers(db, ...pair(merge, "--merge"), by));
      if (rename !== undefined) need(await renamePlayer(db, ...pair(rename, "--rename"), by));
      if (undo) {
        const { kind, name } = need(await undoLast(db, by));
        told = t("cli.taken-back-2")`taken back: ${kind} (${name})`;
      }
      if (leave !== undefined) {
        const gone = need(await leaveSeason(db, leave, by));
        await vacuumStore(db, folder !== null);
        told = t("cli.results-taken-out")`results taken out: ${gone}`;
      }
      return { told, list: await listPlayers(db) };
    }),
  );
  if (flags.json) return printJson(list.map(({ id: _, ...player }) => player));
  if (told !== null) print(told);
  if (list.length === 0) return print(t("cli.nobody-plays-yet")`nobody plays yet`);
  const rows = list.map(({ name, games, aliases }) => [name, String(games), aliases.join(", ")]);
  print(
    table(
      [[t("cli.player")`player`, t("cli.games-2")`games`, t("cli.also")`also`].map(PAINT.quiet), ...rows],
      [1],
    ),
  );
}

/** Asks whether a person is really to be taken out, by their name. Ends the command if there is no such person, or no terminal to ask in. */
async function isLeaveConfirmed(season: SeasonAddress, name: string, lang: string): Promise<boolean> {
  const player = need(need(await withSeason(season, { isNew: false }, ({ db }) => findPlayer(db, name))));
  if (!isTerminal())
    fail(
      "not-confirmed",
      msg(
        "cli.leave-would-take",
      )`\`--leave\` would take out all that is known about ${shorten(player.name)}, and it can’t be undone`,
      msg("cli.add-yes-if")`add \`--yes\` if that is what you want`,
    );
  const question = t(
    "cli.all-known-about",
  )`All that is known about ${player.name} goes, and it can’t be undone. Type the name to go on, or nothing to stop:`;
  const fault = (typed: string) =>
    typed.trim() === "" || nameKey(typed) === nameKey(player.name)
      ? null
      : t("cli.not")`that is not ${player.name}`;
  try {
    return (await terminalPrompter(need(loadLanguage(lang))).type(question, fault)).trim() !== "";
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    process.exitCode = EXIT.stopped;
    return false;
  }
}

/** Two names with an equals sign between. */
function pair(given: string, flag: string): [string, string] {
  const at = given.indexOf("=");
  const [one, two] = [given.slice(0, at).trim(), given.slice(at + 1).trim()];
  if (at > 0 && one !== "" && two !== "") return [one, two];
  return fail(
    "bad-value",
    msg("cli.expected-two-names")`\`${flag}\`: expected two names with = between, not \`${given}\``,
  );
}
