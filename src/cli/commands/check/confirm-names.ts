import { hasName, plainName } from "../../../check/name.ts";
import type { Language } from "../../../i18n/language.ts";
import { named, type PhotoSheet } from "../../../scan/sheet/photo-sheet.ts";
import { type NamedPlayer, playersOn, suggestedName } from "../../../scan/report/player-names.ts";
import { tellTitle } from "../../../scan/report/photo-words.ts";
import type { Prompter } from "../../console/prompts.ts";
import type { ShowArea } from "./show-boxes.ts";

/** Whether somebody has to be asked who wrote on the sheets: an evening of several is added up by names. */
export function hasNamelessPlayers(photos: readonly PhotoSheet[]): boolean {
  return photos.length > 1 && photos.some((photo) => namelessOn(photo).length > 0);
}

/** The players with a name on the sheet that nobody gave. Where nothing is written, nobody can tell. */
function namelessOn(photo: PhotoSheet): NamedPlayer[] {
  return allOn(photo).filter(({ isGiven, ink }) => !isGiven && ink !== null);
}

function allOn(photo: PhotoSheet): NamedPlayer[] {
  return playersOn(photo, photo.picture?.names ?? []);
}

/**
 * Asks who the players of an evening are whose names nobody gave, and shows how each name is written. A name that was typed once is
 * suggested where it looks alike; nobody is given one without being asked. Of a single sheet nobody is asked.
 */
export async function confirmNames(
  photos: readonly PhotoSheet[],
  prompter: Prompter,
  language: Language,
  show: ShowArea,
): Promise<readonly PhotoSheet[]> {
  if (!hasNamelessPlayers(photos)) return photos;
  prompter.tell(language.translate("photo.confirm.names"));
  const known = photos.flatMap((photo) => allOn(photo).filter(({ isGiven }) => isGiven));
  const confirmed: PhotoSheet[] = [];
  for (const photo of photos) {
    let told = photo;
    for (const player of namelessOn(photo)) {
      const cell = photo.picture?.names.find((one) => one.player === player.player);
      if (cell !== undefined) await show(photo, cell.area);
      const name = await askName(told, player, known, prompter, language);
      if (name === null) continue;
      told = named(told, player.player, name);
      known.push({ ...player, name, isGiven: true });
    }
    confirmed.push(told);
  }
  return confirmed;
}

/** Asks who a player is, and offers the names that are known. @returns null if the question was skipped */
export async function askName(
  photo: PhotoSheet,
  player: NamedPlayer,
  known: readonly NamedPlayer[],
  prompter: Prompter,
  language: Language,
): Promise<string | null> {
  const { name } = player;
  const question = language.translate("photo.confirm.who", { name, title: tellTitle(photo, language) });
  const offered = namesToOffer(photo, player, known);
  if (offered.length > 0) {
    const chosen = await prompter.choose<string | "" | null>(question, [
      ...offered.map((one) => ({ words: one, value: one })),
      { words: language.translate("photo.confirm.other"), value: "" },
      { words: language.translate("photo.confirm.skip"), value: null },
    ]);
    if (chosen !== "") return chosen;
  }
  const isTaken = (typed: string) => hasName(photo.names, plainName(typed));
  const fault = (typed: string) =>
    isTaken(typed) ? language.translate("photo.page.name-taken", { name: plainName(typed) }) : null;
  const typed = await prompter.type(`${question} ${language.translate("photo.confirm.no-name")}`, fault);
  return plainName(typed) || null;
}

/** The names of the evening that nobody on this sheet has, the one that is written alike first. */
function namesToOffer(photo: PhotoSheet, player: NamedPlayer, known: readonly NamedPlayer[]): string[] {
  const free = known.filter(({ name }) => !hasName(photo.names, name));
  const suggested = suggestedName(player, free);
  return [...new Set([...(suggested === null ? [] : [suggested]), ...free.map(({ name }) => name)])];
}
