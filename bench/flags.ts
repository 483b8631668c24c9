import { parseArgs, type ParseArgsConfig } from "node:util";

/** The flags that a bench knows, as `parseArgs` of Node takes them. */
interface Known {
  readonly allowPositionals?: boolean;
  readonly options: NonNullable<ParseArgsConfig["options"]>;
}

type Parsed<T extends Known> = ReturnType<typeof parseArgs<T & { readonly args: string[] }>>;

/**
 * Reads the flags of a bench. An unknown one, or a wrong value, ends it with one line that names all flags.
 *
 * @param made makes of them what the bench works with. @throws on wrong values
 */
export function readFlags<T extends Known, Options>(
  known: T,
  args: readonly string[],
  made: (parsed: Parsed<T>) => Options,
): Options {
  try {
    return made(parseArgs({ ...known, args: [...args] }));
  } catch (error) {
    const [fault = ""] = error instanceof Error ? error.message.split(". ") : [];
    const flags = Object.entries(known.options).map(([flag, { type }]) =>
      type === "boolean" ? `--${flag}` : `--${flag} <…>`,
    );
    console.error(`${fault}; there are ${flags.join(", ")}`);
    process.exit(2);
  }
}

/** The whole number that a flag gives. @throws if it is none */
export function count(flag: string, text: string, least = 0): number {
  if (/^\d{1,8}$/.test(text) && Number(text) >= least) return Number(text);
  throw new Error(`--${flag} takes a whole number from ${least}, not \`${text}\``);
}
