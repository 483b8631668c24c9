import { dirname, isAbsolute, join } from "node:path";
import { type BlockFlags, isBlockFile, readBlockFile } from "../../../print/pad/block-file.ts";
import { need } from "../../console/failure.ts";
import { readText } from "../../files/files.ts";
import { namesFile } from "../../files/variants.ts";

/** What a block file may say, as the command line has it. */
type Flags = BlockFlags & { readonly set: Readonly<Record<string, string>> };

/** A variant to be printed, and how. */
interface Asked<F> {
  readonly variant: string;
  readonly flags: F;
  /** The flags that nobody spoke of, and which have a default. */
  readonly usual: readonly string[];
}

/** Flags of which one silences the other. */
const INSTEAD: Readonly<Record<string, string>> = { sheets: "numbered", numbered: "sheets" };

/**
 * What is asked for where a block file was named instead of a variant: what the file says, and what the command line says, which wins.
 * Anything but a block file comes back as it is. Ends the command if the file can't be used.
 */
export function withBlock<F extends Flags>(asked: Asked<F>): Asked<F> {
  const { variant: file, flags, usual } = asked;
  if (!namesFile(file)) return asked;
  const text = readText(file);
  if (!text.ok || !isBlockFile(text.value)) return asked;
  const block = need(readBlockFile(file, text.value));
  const beside = (path: string) => (isAbsolute(path) ? path : join(dirname(file), path));
  const said = Object.keys(flags).filter((flag) => !usual.includes(flag));
  const silenced = [...said, ...said.flatMap((flag) => INSTEAD[flag] ?? [])];
  const own = Object.entries(block.flags).filter(([flag]) => flag === "set" || !silenced.includes(flag));
  const paths = ["logo", "templates"];
  const placed = own.map(([flag, value]) => [flag, paths.includes(flag) ? beside(String(value)) : value]);
  // Options by name, without prototype, since names come from outside.
  const merged = {
    ...flags,
    ...Object.fromEntries(placed),
    set: Object.assign(Object.create(null), block.flags.set, flags.set),
  };
  return {
    variant: namesFile(block.variant) ? beside(block.variant) : block.variant,
    flags: merged,
    usual: usual.filter((flag) => !own.some(([name]) => name === flag)),
  };
}
