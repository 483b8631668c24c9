import { getElement } from "../../rules/arrays.ts";
import { isSheetShared } from "../../rules/game/rows.ts";
import type { PixelArea } from "../image/picture.ts";
import { openQuestions } from "../sheet/photo-sheet.ts";
import { type NamedPlayer, suggestName } from "../view/name-cells.ts";
import type { Choice, LiveSheet, CorrectedSheet } from "./live-report.ts";

/** Something that a person is asked about a sheet: what a box says, or who a player is. */
export type SheetQuestion = { readonly kind: "box" | "name" } & {
  /** Its index among the sheets. */
  readonly sheet: number;
  /** The index of the box, or the player, counted from 1. */
  readonly at: number;
};

/** What is offered for a question. */
export interface Offered {
  /** Its place on the straightened photo; null if it can't be seen. */
  readonly area: PixelArea | null;
  /** The likeliest one first. */
  readonly likely: readonly Pick<Choice, "words" | "typed">[];
  readonly possible: readonly Pick<Choice, "words" | "typed">[];
}

/** A change that can be undone. */
interface Step {
  readonly sheet: LiveSheet;
  readonly before: CorrectedSheet;
  /** The question that it answered or skipped; null for a correction between questions. */
  readonly question: Pick<SheetQuestion, "kind" | "at"> | null;
  readonly isSkipped: boolean;
}

/**
 * The questions about all sheets of an evening, one at a time: sheet by sheet, first its boxes, then the names of its players. An answer
 * may settle other questions, or open new ones. Every change can be undone, the last one first.
 */
export class QuestionQueue {
  #sheets: readonly LiveSheet[] = [];
  /** Names of earlier evenings. */
  #known: readonly NamedPlayer[] = [];
  readonly #steps: Step[] = [];

  /** Goes on with these sheets, some of which may be the same as before. @param known named players of earlier evenings */
  open(sheets: readonly LiveSheet[], known: readonly NamedPlayer[]): void {
    this.#sheets = sheets;
    this.#known = known;
    this.#forget(({ sheet }) => !sheets.includes(sheet));
  }

  /** The current question; null if none is left. */
  get current(): SheetQuestion | null {
    for (const [sheet, live] of this.#sheets.entries()) {
      const skipped = this.#listSkipped(live, "box");
      const box = live.firstWithout(skipped);
      if (box !== null) return { kind: "box", sheet, at: box };
      const [player] = this.#openNames(sheet);
      if (player !== undefined) return { kind: "name", sheet, at: player };
    }
    return null;
  }

  /** The number of the current question, and of all that were asked or are open. */
  get progress(): { readonly n: number; readonly of: number } {
    const done = this.#steps.filter(({ question }) => question !== null).length;
    const open = this.#sheets.reduce((sum, live, sheet) => {
      const skipped = this.#listSkipped(live, "box");
      const boxes = openQuestions(live.photo).filter((at) => !skipped.has(at));
      return sum + boxes.length + this.#openNames(sheet).length;
    }, 0);
    return { n: done + 1, of: done + open };
  }

  /** How many questions were skipped. */
  get skippedCount(): number {
    return this.#steps.filter(({ isSkipped }) => isSkipped).length;
  }

  get canUndo(): boolean {
    return this.#steps.length > 0;
  }

  offers({ kind, sheet, at }: SheetQuestion): Offered {
    const live = getElement(this.#sheets, sheet);
    if (kind === "box") {
      const choices = live.choices(at);
      const likely = choices.filter(({ isLikely }) => isLikely);
      const possible = choices.filter(({ isLikely }) => !isLikely);
      return { area: live.areas[at] ?? null, likely, possible };
    }
    const area = live.nameCells.find(({ player, ink }) => player === at && ink !== null)?.area ?? null;
    const others = this.#sheets.filter((one) => one !== live).flatMap((one) => one.knownNames());
    const taken = live.photo.names;
    const known = [...others, ...this.#known].filter(({ name }) => !taken.includes(name));
    const player = live.players().find((one) => one.player === at);
    const suggested = player === undefined ? null : suggestName(player, known);
    const choice = (name: string) => ({ words: name, typed: name });
    const names = [...new Set(known.map(({ name }) => name))].filter((name) => name !== suggested);
    return { area, likely: suggested === null ? [] : [choice(suggested)], possible: names.map(choice) };
  }

  /** Answers the current question. @returns what is wrong with the answer; null if nothing is */
  answer(typed: string): string | null {
    const { current } = this;
    if (current === null) return null;
    const live = getElement(this.#sheets, current.sheet);
    const give = () =>
      current.kind === "box" ? live.answer(current.at, typed) : live.name(current.at, typed);
    return this.change(current.sheet, give, current);
  }

  /** Leaves the current question open. */
  skip(): void {
    const { current } = this;
    if (current === null) return;
    const sheet = getElement(this.#sheets, current.sheet);
    this.#steps.push({ sheet, before: sheet.state, question: current, isSkipped: true });
  }

  /** Asks the skipped questions again. */
  askAgain(): void {
    this.#forget(({ isSkipped }) => isSkipped);
  }

  /** Changes a sheet so that it can be undone. @param question that this answers @returns what is wrong; null if nothing is */
  change(sheet: number, work: () => string | null, question: SheetQuestion | null = null): string | null {
    const live = getElement(this.#sheets, sheet);
    const before = live.state;
    const fault = work();
    if (fault === null && live.state !== before)
      this.#steps.push({ sheet: live, before, question, isSkipped: false });
    return fault;
  }

  /** Undoes the last change, or asks the last skipped question again. */
  undo(): void {
    const step = this.#steps.pop();
    step?.sheet.restore(step.before);
  }

  #forget(isForgotten: (step: Step) => boolean): void {
    const kept = this.#steps.filter((step) => !isForgotten(step));
    this.#steps.splice(0, this.#steps.length, ...kept);
  }

  /** The boxes or players of a sheet whose questions were skipped. */
  #listSkipped(live: LiveSheet, kind: SheetQuestion["kind"]): Set<number> {
    return new Set(
      this.#steps.flatMap(({ sheet, question, isSkipped }) =>
        isSkipped && sheet === live && question?.kind === kind ? [question.at] : [],
      ),
    );
  }

  /** The players of a sheet to ask about: those whose name is written, and the only player of a sheet among several. */
  #openNames(sheet: number): number[] {
    const live = getElement(this.#sheets, sheet);
    const skipped = this.#listSkipped(live, "name");
    const players = live.players();
    // Who plays alone on a sheet can only be ranked among other sheets by name.
    const isAlone = players.length === 1 || !isSheetShared(live.photo.game);
    const isNeeded = this.#sheets.length > 1 && isAlone;
    return players
      .filter(({ player, isGiven, ink }) => {
        return !isGiven && (ink !== null || isNeeded) && !skipped.has(player);
      })
      .map(({ player }) => player);
  }
}
