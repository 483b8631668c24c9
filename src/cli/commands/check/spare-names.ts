import { msg } from "../../../rules/problem/message.ts";
import { type Problem, problem } from "../../../rules/problem/problem.ts";
import { isSheetShared } from "../../../rules/game/rows.ts";
import { type NamelessSheet, namesGivenTo } from "../../../scan/sheet/photo-sheet.ts";

type Names = readonly (readonly string[])[];

/**
 * Sheets, with a warning where `--names` gives more names than they have columns, or names for more sheets than there are.
 *
 * @param names what `--names` gives: a list for all sheets, or one for each
 * @param given the names of each sheet, one for every column
 */
export function withSpareNames(
  sheets: readonly NamelessSheet[],
  names: Names,
  given: Names,
): NamelessSheet[] {
  const areAlone = sheets.every(({ game }) => !isSheetShared(game));
  const rest = areAlone ? names.flat().slice(sheets.length) : names.slice(sheets.length).flat();
  return sheets.map((sheet, at) => {
    const beyond = isSheetShared(sheet.game) ? namesGivenTo(at, names).slice(given[at]?.length) : [];
    const spare = at === sheets.length - 1 ? [...beyond, ...rest] : beyond;
    return spare.length === 0
      ? sheet
      : { ...sheet, warnings: [...sheet.warnings, leftOver(spare, sheet.files[0])] };
  });
}

/** The warning of names that nobody on a sheet has. */
function leftOver(names: readonly string[], file: string): Problem {
  const message = msg(
    "cli.names-gives-more",
  )`\`--names\` gives more names than ${file} has room for; left over: ${names.join(", ")}`;
  const hint = msg(
    "cli.give-one-name",
  )`give one name for each column, from left to right; semicolons part the names of several sheets`;
  return problem("spare-names", message, { severity: "warning", hint });
}
