import type { Chance } from "../chance.ts";

export type Point = readonly [x: number, y: number];
/** Where the pen went, in any unit. */
export type Stroke = readonly Point[];

/** An upright rectangle. */
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A curve through the points (Catmull and Rom). */
export function smooth(points: readonly Point[], steps = 8): Point[] {
  const at = (index: number): Point => points[Math.max(0, Math.min(points.length - 1, index))] ?? [0, 0];
  const curve: Point[] = [];
  for (let index = 0; index + 1 < points.length; index++) {
    const [a, b, c, d] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    for (let step = 0; step < steps; step++) {
      const t = step / steps;
      curve.push([between(a[0], b[0], c[0], d[0], t), between(a[1], b[1], c[1], d[1], t)]);
    }
  }
  curve.push(at(points.length - 1));
  return curve;
}

function between(a: number, b: number, c: number, d: number, t: number): number {
  return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t ** 3);
}

/** A line drawn by hand: bent and shaky by about `wobble`. */
export function handLine(chance: Chance, from: Point, to: Point, wobble: number): Stroke {
  const bend: Point = [chance.near(0, wobble), chance.near(0, wobble)];
  const points = Array.from({ length: 5 }, (_, at): Point => {
    const t = at / 4;
    const arch = Math.sin(Math.PI * t);
    const shake = () => chance.near(0, wobble / 5);
    return [
      from[0] + (to[0] - from[0]) * t + bend[0] * arch + shake(),
      from[1] + (to[1] - from[1]) * t + bend[1] * arch + shake(),
    ];
  });
  return smooth(points);
}

/** A pen going up and down from left to right. */
function zigzag(chance: Chance, { left, top, right, bottom }: Frame, turns: number): Stroke {
  const points = Array.from({ length: turns }, (_, at): Point => {
    const x = left + ((right - left) * at) / (turns - 1) + chance.near(0, (right - left) / turns / 3);
    return [x, (at % 2 === 0 ? bottom : top) + chance.near(0, (bottom - top) * 0.1)];
  });
  return smooth(points);
}

/** How a number in the frame is crossed out: a line or two, a slash, a cross, a zigzag. */
export function crossing(chance: Chance, { left, top, right, bottom }: Frame): Stroke[] {
  const height = bottom - top;
  const over = height * 0.13;
  const off = () => chance.near(0, over);
  const flat = (y: number) =>
    handLine(chance, [left - over, y + off() / 2], [right + over, y + off() / 2], over / 3);
  const rising = () => handLine(chance, [left - over, bottom + off()], [right + over, top + off()], over / 3);
  const falling = () =>
    handLine(chance, [left - over, top + off()], [right + over, bottom + off()], over / 3);
  const middle = (top + bottom) / 2 + chance.near(0, 0.07 * height);
  switch (
    chance.weighted([
      ["line", 0.34],
      ["lines", 0.18],
      ["slash", 0.18],
      ["cross", 0.14],
      ["zigzag", 0.16],
    ] as const)
  ) {
    case "line":
      return [flat(middle)];
    case "lines":
      return [flat(middle - 0.13 * height), flat(middle + 0.13 * height)];
    case "slash":
      return [rising()];
    case "cross":
      return [rising(), falling()];
    case "zigzag": {
      const turns = Math.max(5, Math.min(22, Math.round(((right - left) / height) * chance.between(6, 11))));
      return [zigzag(chance, { left: left - over, top, right: right + over, bottom }, turns)];
    }
  }
}

/** A loop around what is in the frame, closed a little beyond its beginning. */
export function circleAround(chance: Chance, { left, top, right, bottom }: Frame): Stroke {
  const room = (bottom - top) * chance.between(0.12, 0.25);
  const [wide, high] = [(right - left) / 2 + 1.6 * room, (bottom - top) / 2 + room];
  const start = chance.between(0, 2 * Math.PI);
  const points = Array.from({ length: 14 }, (_, at): Point => {
    const angle = start + (at / 12) * 2 * Math.PI;
    const far = 1 + chance.near(0, 0.04);
    return [
      (left + right) / 2 + far * wide * Math.cos(angle),
      (top + bottom) / 2 + far * high * Math.sin(angle),
    ];
  });
  return smooth(points);
}

/** How a whole column is crossed out: from side to side all the way down, with a cross, or with lines down. */
export function columnCrossing(chance: Chance, { left, top, right, bottom }: Frame, rows: number): Stroke[] {
  const wobble = 0.1 * (right - left);
  const line = (from: number, to: number) => handLine(chance, [from, top], [to, bottom], wobble);
  switch (chance.pick(["zigzag", "cross", "lines"] as const)) {
    case "zigzag": {
      const turned = { left: top, right: bottom, top: left, bottom: right };
      return [zigzag(chance, turned, 2 * rows).map(([x, y]): Point => [y, x])];
    }
    case "cross":
      return [line(left, right), line(right, left)];
    case "lines":
      return [0.35, 0.65].map((share) => left + share * (right - left)).map((x) => line(x, x));
  }
}

/** Ink that is neither a number nor a strike: curls, a blackened patch, wild strokes. */
export function scribble(chance: Chance, frame: Frame): Stroke[] {
  const width = frame.right - frame.left;
  const height = frame.bottom - frame.top;
  const inside = (): Point => [
    frame.left + width * chance.between(0, 1),
    frame.top + height * chance.between(0, 1),
  ];
  switch (
    chance.weighted([
      ["curl", 0.35],
      ["patch", 0.4],
      ["wild", 0.25],
    ] as const)
  ) {
    case "curl":
      return [smooth(Array.from({ length: chance.whole(9, 16) }, inside))];
    case "patch":
      return Array.from({ length: chance.whole(1, 2) }, () => zigzag(chance, frame, chance.whole(14, 30)));
    case "wild":
      return Array.from({ length: chance.whole(3, 5) }, () =>
        smooth(Array.from({ length: chance.whole(3, 5) }, inside)),
      );
  }
}
