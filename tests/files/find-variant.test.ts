import { describe, expect, it } from "vitest";
import { findVariant, playableIds } from "../../src/files/package/variants.ts";
import { need } from "../../src/rules/problem/problem.ts";
import { shippedGame } from "../support/games.ts";

const textOf = (ref: string) => need(findVariant(ref)).text;

describe("a shipped game", () => {
  const names = playableIds().flatMap((id) =>
    [id, ...Object.values(shippedGame(id).name)].map((name) => [name, id] as const),
  );
  const owners = (name: string) =>
    new Set(names.filter(([one]) => one.toLowerCase() === name.toLowerCase()).map(([, id]) => id));
  const clear = names.filter(([name]) => owners(name).size === 1);

  it("is found by its id and its names, in any case, with spaces or hyphens", () => {
    expect(clear.length).toBeGreaterThan(40);
    for (const [name, id] of clear)
      for (const spelled of [name, name.toUpperCase(), name.toLowerCase(), name.replaceAll(" ", "-")])
        expect([spelled, textOf(spelled)]).toEqual([spelled, textOf(id)]);
  });

  it.each(["", " ", "yatz", "yazzo!x", "numbers 5", "../yazzo"])("is not found by %j", (ref) => {
    expect(findVariant(ref)).toMatchObject({ ok: false });
  });
});
