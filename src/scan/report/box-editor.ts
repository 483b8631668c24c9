import { gameReference } from "../../check/sheet.ts";
import { placeWords } from "../../check/sheet-table.ts";
import { markup, type Markup } from "../../i18n/html.ts";
import type { Language } from "../../i18n/language.ts";
import { getElement } from "../../rules/arrays.ts";
import type { Game } from "../../rules/game/game.ts";
import type { Written } from "../inference/sheet-reading.ts";
import { openQuestions, type PhotoSheet } from "../sheet/photo-sheet.ts";
import { boxReadings, tellQuestion, writtenWords } from "./photo-words.ts";

/** The boxes to ask about, as buttons; empty where there are none. */
export function questionsHtml(photo: PhotoSheet, language: Language): Markup {
  const open = openQuestions(photo);
  if (open.length === 0) return markup``;
  const buttons = open.map(
    (at) =>
      markup`<li><button type="button" data-at="${at}">${tellQuestion(at, photo, language)}</button></li>`,
  );
  return markup`<h3>${language.translate("photo.questions", { n: open.length })}</h3>
<ol class="questions">
${buttons}
</ol>`;
}

/** What a person may pick for a box, in the order in which it is offered. */
export interface Choice {
  readonly written: Written;
  readonly words: string;
  /** What stands in the field once it is picked. */
  readonly typed: string;
  /** Whether it is what was read, or what may stand there by the picture and the sums; the others are just possible. */
  readonly isLikely: boolean;
}

/** Something that a person may pick. */
export function boxChoice(
  written: Written,
  isLikely: boolean,
  { strike }: Pick<Game, "strike">,
  language: Language,
): Choice {
  const words = writtenWords(written, language);
  return { written, words, typed: written.kind === "strike" ? (strike.marks[0] ?? "/") : words, isLikely };
}

/** What a box may hold: what was read first, then every score that is possible there, a strike, and nothing. */
export function boxChoices(at: number, photo: PhotoSheet, language: Language): Choice[] {
  const { game, reading } = photo;
  const { category } = getElement(reading.boxes, at);
  const legal = category === null ? [] : (gameReference(game).categories.get(category)?.legal ?? []);
  const scores = legal.map((value): Written => ({ kind: "score", value }));
  const possible: Written[] = [
    ...scores,
    ...(category === null ? [] : [{ kind: "strike" } as const]),
    { kind: "empty" },
  ];
  const likely = boxReadings(at, photo);
  const choice = (written: Written, isLikely: boolean) => boxChoice(written, isLikely, game, language);
  const all = [...likely.map((one) => choice(one, true)), ...possible.map((one) => choice(one, false))];
  return [...new Map(all.toReversed().map((one) => [one.typed, one])).values()].sort(
    (a, b) => all.indexOf(a) - all.indexOf(b),
  );
}

/** The place where a box of a photographed sheet is corrected. */
export function editorHtml(at: number, photo: PhotoSheet, language: Language): Markup {
  const place = placeWords(getElement(photo.reading.boxes, at), photo, language);
  const asked = openQuestions(photo);
  const reading = writtenWords(getElement(photo.reading.boxes, at).written, language);
  const told = asked.includes(at)
    ? tellQuestion(at, photo, language)
    : language.translate("photo.page.read", { box: place, reading });
  return markup`<canvas class="cut" role="img" aria-label="${language.translate("photo.page.box", { box: place })}"></canvas>
${boxForm(at, photo, { told: [told], choices: boxChoices(at, photo, language), hasNext: asked.some((one) => one !== at), between: null }, language)}`;
}

/** What is said about a box that is open, and offered for it. */
interface OpenBox {
  /** Sentences, the first of which names the box. */
  readonly told: readonly string[];
  readonly choices: readonly Choice[];
  /** What stands above the choices that are just possible; null for nothing. */
  readonly between: string | null;
  /** Whether there is a question about another box to go on with. */
  readonly hasNext: boolean;
}

/** What may be picked or typed for a box, whose index it is. */
export function boxForm(
  at: number,
  sheet: Pick<PhotoSheet, "game" | "names" | "reading">,
  open: OpenBox,
  language: Language,
): Markup {
  const box = getElement(sheet.reading.boxes, at);
  const place = placeWords(box, sheet, language);
  const reading = writtenWords(box.written, language);
  const [first = "", ...others] = open.told;
  const buttons = (isLikely: boolean) =>
    open.choices
      .filter((one) => one.isLikely === isLikely)
      .map(({ words, typed, written }) => {
        const isChosen = box.confirmed && writtenWords(written, language) === reading;
        return markup`<button type="button" data-value="${typed}" aria-pressed="${String(isChosen)}">${words}</button>`;
      });
  return markup`<p id="told-${at}">${first}</p>
${others.map((told) => markup`<p class="small">${told}</p>`)}
<div class="answer likely">${buttons(true)}</div>
${open.between === null ? null : markup`<p class="small">${open.between}</p>`}
<div class="answer possible">${buttons(false)}</div>
<form class="answer">
<label class="spoken" for="input-${at}">${language.translate("photo.page.input", { box: place })}</label>
<input id="input-${at}" type="text" autocomplete="off" spellcheck="false" size="6" placeholder="${reading}" aria-describedby="told-${at} fault-${at}">
<button type="submit">${language.translate("photo.page.take")}</button>
${box.confirmed ? markup`<button type="button" class="undo">${language.translate("photo.page.undo")}</button>` : null}
${open.hasNext ? markup`<button type="button" class="next">${language.translate("photo.page.next")}</button>` : null}
<button type="button" class="close">${language.translate("photo.page.close")}</button>
<span class="fault" id="fault-${at}" role="status"></span>
</form>`;
}
