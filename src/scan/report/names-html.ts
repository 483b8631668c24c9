import { markup, type Markup } from "../../i18n/html.ts";
import type { Language } from "../../i18n/language.ts";
import { type NamedPlayer, suggestedName } from "./named-players.ts";

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
