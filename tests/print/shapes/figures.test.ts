import { describe, expect, it } from "vitest";
import {
  ARROWS,
  arrowShapes,
  DIE_STATES,
  DIE_STYLES,
  dieShapes,
  type Shape,
  styledDie,
  tintsByFace,
} from "../../../src/print/shapes/figures.ts";

const FACES = [1, 2, 3, 4, 5, 6];

function pips(face: number) {
  return dieShapes(face).filter((shape) => shape.kind === "circle");
}

/** The rectangle that a shape covers, its line included. */
function reach(shape: Shape): [left: number, top: number, right: number, bottom: number] {
  switch (shape.kind) {
    case "rounded-rectangle": {
      const half = (shape.line?.weight ?? 0) / 2;
      const { x, y, width, height } = shape;
      return [x - half, y - half, x + width + half, y + height + half];
    }
    case "circle": {
      const { centerX: x, centerY: y, radius: r } = shape;
      return [x - r, y - r, x + r, y + r];
    }
    case "path": {
      const half = (shape.line?.weight ?? 0) / 2;
      const xs = shape.points.map(({ x }) => x);
      const ys = shape.points.map(({ y }) => y);
      return [Math.min(...xs) - half, Math.min(...ys) - half, Math.max(...xs) + half, Math.max(...ys) + half];
    }
    case "numeral": {
      const { centerX: x, centerY: y, height } = shape;
      return [x - height / 2, y - height / 2, x + height / 2, y + height / 2];
    }
  }
}

describe("a die", () => {
  it("shows as many pips as its face", () => {
    expect(FACES.map((face) => pips(face).length)).toEqual(FACES);
  });

  it("looks the same after half a turn, as dice do", () => {
    for (const face of FACES) {
      const spots = pips(face).map(({ centerX, centerY }) => `${centerX.toFixed(3)} ${centerY.toFixed(3)}`);
      const turned = pips(face).map(
        ({ centerX, centerY }) => `${(1 - centerX).toFixed(3)} ${(1 - centerY).toFixed(3)}`,
      );
      expect(new Set(turned)).toEqual(new Set(spots));
    }
  });

  it("has pips that keep apart from each other and from the edge", () => {
    for (const face of FACES) {
      const all = pips(face);
      all.forEach((a, at) => {
        expect(a.centerX - a.radius).toBeGreaterThan(0.1);
        for (const b of all.slice(at + 1)) {
          const apart = Math.hypot(a.centerX - b.centerX, a.centerY - b.centerY) - a.radius - b.radius;
          expect(apart).toBeGreaterThan(0.015);
        }
      });
    }
  });

  it("shows a face that no pip die has as a numeral", () => {
    for (const face of [0, 7, 9, 12, -1]) {
      const shapes = dieShapes(face);
      expect(shapes).toContainEqual(
        expect.objectContaining({ kind: "numeral", text: String(face).replace("-", "−") }),
      );
      expect(shapes.some(({ kind }) => kind === "circle")).toBe(false);
    }
  });

  it("stays within its unit square in every state", () => {
    for (const state of DIE_STATES) {
      for (const shape of [...FACES, 7].flatMap((face) => dieShapes(face, state))) {
        for (const edge of reach(shape)) {
          expect(edge).toBeGreaterThanOrEqual(-1e-9);
          expect(edge).toBeLessThanOrEqual(1 + 1e-9);
        }
      }
    }
  });

  it("shows its state: a hit is dark with light pips, one left out is crossed out", () => {
    const [hit, pip] = dieShapes(1, "hit");
    expect(hit).toMatchObject({ kind: "rounded-rectangle", fill: expect.any(Number) });
    expect(hit?.kind === "rounded-rectangle" && (hit.fill ?? 0)).toBeGreaterThan(0.6);
    expect(pip).toMatchObject({ kind: "circle", fill: 0 });
    for (const face of [1, 2, 3, 4, 5, 6]) {
      const [, cross, ...pips] = dieShapes(face, "dropped");
      expect(cross).toMatchObject({ kind: "path", line: { ink: 1 } });
      // A stroke as wide as pips would hide those on it, and one with gaps around them would leave a piece that looks like a pip.
      expect(pips).toHaveLength(face);
      const weight = cross?.kind === "path" ? (cross.line?.weight ?? 0) : 0;
      for (const shape of pips) {
        expect(shape).toMatchObject({ kind: "circle", line: null });
        expect(shape.kind === "circle" ? 2 * shape.radius : 0).toBeGreaterThan(3 * weight);
      }
      expect(weight).toBeGreaterThan(0);
    }
    expect(dieShapes("A", "dropped").at(-1)).toMatchObject({ kind: "path", line: { ink: 1 } });
    expect(dieShapes(1).at(-1)).toMatchObject({ kind: "circle" });
  });

  it("has a look of its own for each colour, and a hit of any colour keeps it and is underlined", () => {
    const colours = ["black", "red", "green", "blue"].map((colour, at) => [at + 1, colour] as const);
    const tints = [...tintsByFace(new Map(colours)).values()];
    expect(tints).toEqual([0, 1, 2, 3]);
    expect(tintsByFace(new Map([...colours, [5, "white"]])).size).toBe(0);
    expect(new Set(tints.map((tint) => JSON.stringify(styledDie(4, "outline", tint)))).size).toBe(
      tints.length,
    );
    for (const tint of tints) {
      const plain = dieShapes(4, "plain", tint);
      const [underline, ...others] = dieShapes(4, "hit", tint).toReversed();
      expect(others.toReversed()).toEqual(plain);
      expect(underline?.kind === "path" && underline.points.every(({ y }) => y > 0.9)).toBe(true);
    }
  });
});

describe("a double die", () => {
  it("shows the same face on a small die inside a large outline, in every style", () => {
    for (const style of DIE_STYLES)
      for (const face of FACES) {
        const [outline, ...inner] = styledDie(face, style, null, true);
        const pipsOf = (shapes: readonly Shape[]) => shapes.filter(({ kind }) => kind === "circle");
        expect(pipsOf(inner).length).toBe(face);
        expect(inner.map(({ kind }) => kind)).toEqual(styledDie(face, style, null).map(({ kind }) => kind));
        expect(outline && reach(outline).map((edge) => edge.toFixed(6))).toEqual(
          [0, 0, 1, 1].map((edge) => edge.toFixed(6)),
        );
        // White between both, of a fifth of a millimetre on the smallest dice.
        for (const [left, top, right, bottom] of inner.map(reach))
          for (const edge of [left, top, 1 - right, 1 - bottom]) expect(edge).toBeGreaterThan(0.05 + 0.07);
      }
  });

  it("is an ordinary one with a numeral, which would be too small to read", () => {
    expect(styledDie(7, "outline", null, true)).toEqual(styledDie(7, "outline", null));
  });
});

describe("an arrow", () => {
  it("stays within its unit square and differs from the others", () => {
    const drawn = new Set<string>();
    for (const arrow of ARROWS) {
      const shapes = arrowShapes(arrow);
      drawn.add(JSON.stringify(shapes));
      for (const edge of shapes.flatMap(reach)) {
        expect(edge).toBeGreaterThanOrEqual(0);
        expect(edge).toBeLessThanOrEqual(1);
      }
    }
    expect(drawn.size).toBe(ARROWS.length);
  });

  it("points down with its tip at the bottom, up with its tip on top", () => {
    const tips = (arrow: "down" | "up") =>
      arrowShapes(arrow).flatMap((shape) =>
        shape.kind === "path" && shape.points.length === 3 ? [shape.points[1]?.y ?? 0] : [],
      );
    expect(tips("down").every((y) => y > 0.5)).toBe(true);
    expect(tips("up").every((y) => y < 0.5)).toBe(true);
  });
});
