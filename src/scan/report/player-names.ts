import { markup, type Markup } from "../../i18n/html.ts";
import type { Language } from "../../i18n/language.ts";
import type { PhotoSheet } from "../sheet/photo-sheet.ts";
import { likeness, type NameCell, type NameInk } from "../view/name-cells.ts";

/** A player of a sheet. */
export interface NamedPlayer {
  /** Counted from 1. */
  readonly player: number;
  readonly name: string;
  /** Whether somebody said so; else the name is made up. */
  readonly isGiven: boolean;
  /** How the name is written on the sheet; null where nothing is, or it can't be seen. */
  readonly ink: NameInk | null;
}

/** Names that look less alike are not taken for the same; tests/bench/name-likeness.test.ts measures what that gives. */
const MIN_LIKENESS = 0.55;

/** The name that is written most like a player's on other sheets; null if none is. */
export function suggestedName({ ink }: NamedPlayer, known: readonly NamedPlayer[]): string | null {
  if (ink === null) return null;
  const alike = known.flatMap((one) => (one.ink ? { name: one.name, alike: likeness(ink, one.ink) } : []));
  const [best] = alike.sort((a, b) => b.alike - a.alike);
  return best !== undefined && best.alike >= MIN_LIKENESS ? best.name : null;
}

/** The players who wrote anything on a sheet: what they are called, whether somebody said so, and how that is written. */
export function listNamedPlayers(
  { reading, names, unnamed }: Pick<PhotoSheet, "reading" | "names" | "unnamed">,
  cells: readonly NameCell[],
): NamedPlayer[] {
  return reading.players.map((player) => {
    const name = names[player - 1] ?? "";
    const ink = cells.find((cell) => cell.player === player)?.ink ?? null;
    return { player, name, isGiven: !unnamed.includes(name), ink };
  });
}

/** A field for the name of each player, beside what is written there. @param known the players whose names were given on other sheets */
export function namesHtml(
  players: readonly NamedPlayer[],
  known: readonly NamedPlayer[],
  language: Language,
): Markup {
  const taken = players.map(({ name }) => name);
  const fields = players.map((one) => {
    const { player, name, isGiven } = one;
    const suggested = isGiven ? null : suggestedName(one, known);
    const isFree = suggested !== null && !taken.includes(suggested);
    const written =
      one.ink === null
        ? null
        : markup`<canvas class="written" data-written="${player}" role="img" aria-label="${language.translate("photo.page.written", { name })}"></canvas>`;
    return markup`<li>${written}
<label><span class="spoken">${language.translate("photo.page.name", { name })}</span>
<input type="text" autocomplete="off" spellcheck="false" size="12" data-player="${player}" value="${isGiven ? name : ""}" placeholder="${name}"></label>
${isFree ? markup`<button type="button" data-player="${player}" data-name="${suggested}">${language.translate("photo.page.suggested", { name: suggested })}</button>` : null}
<span class="fault" role="status"></span></li>`;
  });
  return markup`<h3>${language.translate("photo.page.names")}</h3>
<ul>
${fields}
</ul>`;
}
