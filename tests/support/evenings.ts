import type { Sheet } from "../../src/check/sheet.ts";
import { sheetFrom } from "./sheet-files.ts";

const ANNA = {
  ...{ ones: "3", twos: "6", threes: "9", fours: "12", fives: "15", sixes: "18" },
  ...{ "upper.sum": "63", "upper.bonus": "35", three: "20", four: "/", full_house: "25" },
  ...{ small: "30", large: "40", five: "50", chance: "21", "grand.total": "284" },
};
const BEN = {
  ...{ ones: "1", twos: "2", threes: "3", fours: "4", fives: "5", sixes: "6" },
  ...{ "upper.sum": "21", "upper.bonus": "0", three: "20", four: "0", full_house: "25" },
  ...{ small: "30", large: "40", five: "50", chance: "21", "grand.total": "207" },
};

/** What differs from the correct sheet, as `key: value, …`; nothing behind the colon leaves a box blank. */
export interface Differences {
  readonly anna?: string;
  readonly ben?: string;
  readonly names?: readonly [string, string];
}

/** A finished game of two players on one sheet, played for stakes; correct but for the differences. */
export function evening({ anna = "", ben = "", names = ["Anna", "Ben"] }: Differences = {}): Sheet {
  const players = [ANNA, BEN].map((ink, at) => {
    const changed = Object.fromEntries(
      [anna, ben][at]
        ?.split(",")
        .filter((part) => part.includes(":"))
        .map((part) => part.split(":").map((word) => word.trim())) ?? [],
    );
    const all = Object.entries({ ...ink, ...changed }).map(([row, value]) => `${row}: ${value}`);
    return `  - {name: ${JSON.stringify(names[at])}, scores: {${all.join(", ")}}}`;
  });
  return sheetFrom(`variant: edencity-yatzy\nplayers:\n${players.join("\n")}\n`);
}

/** A finished sheet that someone has alone, played for stakes, without sums. */
export function alone(name: string, ones: number): Sheet {
  const upper = { ones, twos: 6, threes: 9, fours: 12, fives: 15, sixes: 18 };
  const lower = { three: 20, four: 0, full_house: 25, small: 30, large: 40, five: 50, chance: 21 };
  const scores = { ...upper, ...lower };
  return sheetFrom(`variant: edencity-yatzy\nplayers: [${JSON.stringify({ name, scores })}]\n`);
}
