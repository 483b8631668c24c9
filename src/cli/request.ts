import { loadGame } from "../files/package/games.ts";
import { namesFile } from "../files/package/variants.ts";
import { readText, resolveReference } from "../files/read/read-file.ts";
import type { BlockFile } from "../print/pad/block-file.ts";
import type { Game } from "../rules/game/game.ts";
import { attempt, need, type Result } from "../rules/problem/problem.ts";
import type { Choices } from "../rules/variant/options.ts";
import type { VariantFlags } from "./flags.ts";

export type BlockFlags = BlockFile["flags"];

/** The input of a command: a variant with flags. */
export interface Request<Flags> {
  readonly variant: string;
  /** The block file that names the variant, if one does. */
  readonly from: string | null;
  readonly flags: Flags;
  /** Whether the block file or the command line sets a flag. */
  isGiven(flag: keyof Flags): boolean;
}

/** Flags that override each other. */
const OVERRIDES: Readonly<Record<string, string>> = { sheets: "numbered", numbered: "sheets" };

/** Flags that name files, which a block file looks for next to itself. */
const PATHS = ["logo", "templates", "style"];

/**
 * Resolves the variant or block file that a command names. Flags on the command line override those of the file. Ends the command if the
 * file can't be used.
 *
 * @param defaults the flags that were not given. @param takes which flags the command takes from a block file, in addition to house rules; null for all
 */
export async function resolveRequest<Flags extends Pick<VariantFlags, "set">>(
  named: string,
  flags: Flags,
  defaults: readonly string[],
  takes: readonly (keyof BlockFlags & keyof Flags)[] | null,
): Promise<Request<Flags>> {
  const block = namesFile(named) ? await readBlockIfAny(named) : null;
  const given = Object.keys(flags).filter((flag) => !defaults.includes(flag));
  const overridden = [...given, ...given.flatMap((flag) => OVERRIDES[flag] ?? [])];
  const isTaken = (flag: string) =>
    (takes === null || takes.some((one) => one === flag)) && !overridden.includes(flag);
  const own = Object.entries(block?.flags ?? {}).filter(([flag]) => isTaken(flag));
  const resolvePath = (path: string) => need(resolveReference(named, path));
  // The id of a shipped style is no path.
  const isPath = (flag: string, value: unknown) =>
    PATHS.includes(flag) && (flag !== "style" || namesFile(String(value)));
  const placed = own.map(([flag, value]) => [flag, isPath(flag, value) ? resolvePath(String(value)) : value]);
  // A map without prototype, since option names come from outside.
  const set = Object.assign(Object.create(null), block?.flags.set, flags.set);
  return {
    variant: block?.variant ?? named,
    from: block === null ? null : named,
    flags: { ...flags, ...Object.fromEntries(placed), set },
    isGiven: (flag) => given.includes(String(flag)) || own.some(([key]) => key === flag),
  };
}

/** Loads the game that a command names: of a variant, or of a block file with its house rules, which `choices` override. */
export function loadNamedGame(named: string, choices: Choices = {}): Promise<Result<Game>> {
  return attempt(async () => {
    const { variant, from, flags } = await resolveRequest(named, { set: choices }, [], []);
    return need(await loadGame(variant, flags.set, from));
  });
}

/** A block file; null for other files and unreadable ones, which are reported when the variant is read. */
async function readBlockIfAny(file: string): Promise<BlockFile | null> {
  const { isBlockFile, readBlockFile } = await import("../print/pad/block-file.ts");
  const text = readText(file);
  return text.ok && isBlockFile(text.value) ? need(readBlockFile(file, text.value)) : null;
}
