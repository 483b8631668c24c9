import { loadLanguage } from "../../../files/package/languages.ts";
import type { SeasonAddress } from "../../../files/season/season-address.ts";
import { withSeason } from "../../../files/season/season-store.ts";
import { msg } from "../../../rules/problem/message.ts";
import { need } from "../../../rules/problem/problem.ts";
import { eveningWords } from "../../../season/league/league-words.ts";
import {
  changeEvening,
  type EveningChange,
  type ListedEvening,
  listEvenings,
  undoEvening,
} from "../../../season/store/evenings.ts";
import { fail } from "../../console/failure.ts";
import { t } from "../../console/language.ts";
import { PAINT, print, printJson } from "../../console/output.ts";
import { table } from "../../console/table.ts";
import { userName } from "../../console/user-name.ts";
import type { JsonFlag, LanguageFlags } from "../../flags.ts";
import { readOccasionFlags } from "../../occasion-flags.ts";

interface Flags extends LanguageFlags, JsonFlag {
  readonly change?: string;
  readonly date?: string;
  readonly place?: string;
  readonly evening?: string;
  readonly undo?: boolean;
}

/** `season evenings`: when and where was played, and corrections of that. */
export async function evenings(season: SeasonAddress, flags: Flags): Promise<void> {
  const { change: which, undo = false, json = false, lang } = flags;
  const language = need(loadLanguage(lang));
  const change = parseChange(flags);
  const by = userName();
  const { undone, list } = need(
    await withSeason(season, { isNew: false }, async ({ db }) => {
      if (which !== undefined) need(await changeEvening(db, which.trim(), change, by));
      const undone = undo ? need(await undoEvening(db, by)) : null;
      return { undone, list: await listEvenings(db) };
    }),
  );
  if (json) return printJson(list.map(eveningJson));
  const words = ({ date, place, name }: { date: string; place: string; name: string }) =>
    eveningWords({ date: date || null, place, name }, language);
  if (undone !== null) print(t("cli.taken-back")`taken back: ${words(undone)}`);
  if (list.length === 0) return print(t("cli.nothing-played-yet")`nothing was played yet`);
  const head = [
    "",
    t("cli.day")`day`,
    t("cli.place")`place`,
    t("cli.evening")`evening`,
    t("cli.sheets")`sheets`,
  ];
  const rows = list.map(({ id, date, place, name, sheets }) => [
    String(id),
    date,
    place,
    name,
    String(sheets),
  ]);
  print(table([head.map(PAINT.quiet), ...rows], [0, 4]));
}

function eveningJson({ id, date, place, name, sheets }: ListedEvening): object {
  return { id, date: date || null, place, evening: name, sheets };
}

/** What is to be changed. Ends the command where that makes no sense. */
function parseChange({ change, undo, date, place, evening }: Flags): EveningChange {
  if (change !== undefined && undo)
    fail(
      "flags-collide",
      msg("cli.change-undo-dont")`\`--change\` and \`--undo\` don’t go together`,
      msg("cli.change-one-thing")`change one thing after the other`,
    );
  const isEmpty = date === undefined && place === undefined && evening === undefined;
  if (change !== undefined && isEmpty)
    fail(
      "nothing-changes",
      msg("cli.change-alone-changes")`\`--change\` alone changes nothing`,
      msg("cli.say-date-place")`say with \`--date\`, \`--place\` or \`--evening\` what is right`,
    );
  if (change === undefined && !isEmpty)
    fail(
      "no-evening",
      msg(
        "cli.date-place-evening",
      )`\`--date\`, \`--place\` and \`--evening\` say what is right, and \`--change\` which evening is wrong`,
      msg("cli.such-change-2026")`such as \`--change 2026-01-08 --date 2026-01-09\``,
    );
  const given = Object.entries(need(readOccasionFlags({ date, place, evening })));
  return Object.fromEntries(given.filter(([, value]) => value !== null));
}
