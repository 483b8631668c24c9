/** A part of a whole that many read: the third of sixteen, say. */
export interface Shard {
  /** From 1. */
  readonly part: number;
  readonly of: number;
}

/** So many parts are enough for anybody. */
const MAX_SHARDS = 100_000;

/** Reads `3/16`; null if it is no such thing. */
export function readShard(text: string): Shard | null {
  const [, part = "", of = ""] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? [];
  const shard = { part: Number(part), of: Number(of) };
  return shard.part >= 1 && shard.part <= shard.of && shard.of <= MAX_SHARDS ? shard : null;
}

/** The things of a part, each with its place in the whole. Parts are as large as each other but for one thing, and neighbours stay together. */
export function selectShard<T>(
  whole: readonly T[],
  { part, of }: Shard,
): { readonly at: number; readonly one: T }[] {
  const start = Math.floor(((part - 1) * whole.length) / of);
  const end = Math.floor((part * whole.length) / of);
  return whole.slice(start, end).map((one, at) => ({ at: start + at, one }));
}
