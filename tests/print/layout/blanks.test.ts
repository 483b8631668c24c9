import { describe, expect, it } from "vitest";
import type { Area } from "../../../src/print/geometry.ts";
import { someOf, TRIES_ALL } from "../../support/cases.ts";
import { SHIPPED, shippedGame } from "../../support/games.ts";
import { laidOut } from "../../support/pads.ts";

const PAPERS = ["a6", "a5", "a4"];

function overlap(a: Area, b: Area): boolean {
  const HAIR = 0.01;
  return (
    a.xMm + HAIR < b.xMm + b.widthMm &&
    b.xMm + HAIR < a.xMm + a.widthMm &&
    a.yMm + HAIR < b.yMm + b.heightMm &&
    b.yMm + HAIR < a.yMm + a.heightMm
  );
}

describe("the blanks of a sheet", () => {
  it("are one for each name and field, clear of boxes, text and each other, on every paper", () => {
    let sheets = 0;
    for (const [at, id] of SHIPPED.entries()) {
      const game = shippedGame(id);
      const isShared = game.columns.length === 1;
      for (const paper of PAPERS) {
        for (const players of isShared ? someOf([1, 3, 6], 3, (at + PAPERS.indexOf(paper)) % 3) : [1]) {
          const result = laidOut(game, "de", paper, players);
          if (!result.ok) continue;
          sheets++;
          const { blanks, boxes, texts, page } = result.value;
          const what = `${id} on ${paper} for ${players}`;
          const names = blanks.flatMap(({ player }) => player ?? []);
          expect(names, what).toEqual(isShared ? Array.from({ length: players }, (_, at) => at + 1) : []);
          // Victory points are noted below the boxes.
          const first = Math.min(...boxes.map(({ yMm }) => yMm));
          const shared = players === 1 ? ["Datum", "Ort"] : ["Datum", "Ort", "Sieger"];
          const all = isShared ? shared : ["Name", "Datum", "Ort"];
          const fields = blanks.filter(({ player, yMm }) => player === null && yMm < first);
          expect(
            fields.map(({ label }) => label),
            what,
          ).toEqual(all.slice(0, fields.length));
          // On small paper, lines at the head go before boxes get too low.
          if (paper !== "a6") expect(fields.length, what).toBe(all.length);
          blanks.forEach((blank, at) => {
            expect(blank.widthMm, what).toBeGreaterThan(5);
            expect(blank.heightMm, what).toBeGreaterThan(2.5);
            expect(blank.xMm + blank.widthMm, what).toBeLessThan(page.widthMm);
            const others = [...boxes, ...texts.map(({ ink }) => ink), ...blanks.slice(at + 1)];
            expect(
              others.filter((other) => overlap(blank, other)),
              `${what}: ${blank.label}`,
            ).toEqual([]);
          });
        }
      }
    }
    expect(sheets).toBeGreaterThan(TRIES_ALL ? 60 : 45);
  });
});
