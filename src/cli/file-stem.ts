import type { Game } from "../rules/game/game.ts";

/** How the names of files begin that are made of a game, under somebody's own title if there is one. */
export function buildFileStem({ id }: Pick<Game, "id">, title: string | undefined): string {
  const own = title === undefined ? "" : plain(title);
  return own === "" ? id : `${id}-${own}`;
}

/** The longest part of a file's name that a title becomes. */
const MAX_TITLE_LENGTH = 40;

/** A title as part of a file's name: letters and digits, with hyphens between. */
function plain(title: string): string {
  const words = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
  return words.slice(0, MAX_TITLE_LENGTH).replace(/^-+|-+$/g, "");
}
