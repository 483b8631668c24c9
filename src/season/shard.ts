/** One of several parts of a job, such as the third of sixteen. */
export interface Shard {
  /** From 1. */
  readonly part: number;
  readonly of: number;
}

const MAX_SHARDS = 100_000;

/** Parses `3/16`; null if the text is no shard. */
export function readShard(text: string): Shard | null {
  const [, part = "", of = ""] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? [];
  const shard = { part: Number(part), of: Number(of) };
  return shard.part >= 1 && shard.part <= shard.of && shard.of <= MAX_SHARDS ? shard : null;
}

/** The items of a shard, each with its index in the whole. Shards are contiguous, and their sizes differ by at most one. */
export function selectShard<T>(
  whole: readonly T[],
  { part, of }: Shard,
): { readonly at: number; readonly one: T }[] {
  const start = Math.floor(((part - 1) * whole.length) / of);
  const end = Math.floor((part * whole.length) / of);
  return whole.slice(start, end).map((one, at) => ({ at: start + at, one }));
}
