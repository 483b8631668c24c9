import type { SeasonAddress } from "../../../files/season/season-address.ts";
import { withSeason } from "../../../files/season/season-store.ts";
import { need } from "../../../rules/problem/problem.ts";
import { t } from "../../console/language.ts";
import { PAINT, print, printJson } from "../../console/output.ts";
import { table } from "../../console/table.ts";
import type { JsonFlag, LanguageFlags } from "../../flags.ts";

/** More than fits a terminal is asked for as JSON. */
const SHOWN = 100;

/** `season log`: the record of changes, the last ones last. */
export async function log(season: SeasonAddress, { json }: LanguageFlags & JsonFlag): Promise<void> {
  const rows = need(
    await withSeason(season, { isNew: false }, ({ db }) => {
      const all = db.selectFrom("audit").selectAll().orderBy("id", "desc");
      return (json ? all : all.limit(SHOWN)).execute();
    }),
  ).toReversed();
  if (json) return printJson(rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })));
  if (rows.length === 0) return print(t("cli.nothing-changed")`nothing was changed`);
  const told = rows.map(({ id, at, by, kind, before, after, undone }) => [
    String(id),
    at.toISOString().slice(0, 16).replace("T", " "),
    by,
    kind + (undone ? ` (${t("cli.undone")`undone`})` : ""),
    summarizeValue(before),
    summarizeValue(after),
  ]);
  print(
    table(
      [
        [
          "",
          t("cli.when-utc")`when (UTC)`,
          t("cli.who")`who`,
          t("cli.what")`what`,
          t("cli.before")`before`,
          t("cli.after")`after`,
        ].map(PAINT.quiet),
        ...told,
      ],
      [0],
    ),
  );
}

const MAX_LENGTH = 60;

function summarizeValue(value: object | null): string {
  if (value === null) return "";
  const text = Object.entries(value)
    .filter(([, one]) => typeof one !== "object")
    .map(([key, one]) => `${key}: ${String(one).slice(0, 24)}`)
    .join(", ");
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}
