import { describe, expect, it } from "vitest";
import { LruCache } from "../../src/rules/memoize.ts";

describe("LruCache", () => {
  it("makes a value once and forgets what was asked for longest ago", () => {
    const made: string[] = [];
    const cache = new LruCache<string, string>(2);
    const get = (key: string) =>
      cache.get(key, () => {
        made.push(key);
        return key.toUpperCase();
      });
    expect(["a", "b", "a", "c", "a", "b"].map(get)).toEqual(["A", "B", "A", "C", "A", "B"]);
    expect(made).toEqual(["a", "b", "c", "b"]);
  });

  it("keeps that there is nothing", () => {
    let made = 0;
    const cache = new LruCache<string, undefined>(1);
    for (let time = 0; time < 2; time++)
      cache.get("a", () => {
        made++;
        return undefined;
      });
    expect(made).toBe(1);
  });
});
