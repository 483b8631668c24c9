import { readFileSync } from "node:fs";
import { PACKAGE_ROOT } from "../package.ts";

/** What a game is worth with optimal play: its average total, or bounds of it; the same twice where it is known exactly. */
export interface OptimalTotal {
  readonly low: number;
  readonly high: number;
}

/** What every shipped game is worth, by its id, as `npm run game-odds` computed it. */
export function shippedOdds(): Readonly<Record<string, OptimalTotal>> {
  return JSON.parse(readFileSync(new URL("variants/odds.json", PACKAGE_ROOT), "utf8"));
}
