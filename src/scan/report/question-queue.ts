import { getElement } from "../../rules/arrays.ts";
import type { PixelArea } from "../image/picture.ts";
import { fastestQuestion } from "../inference/questions.ts";
import { isPadAsked } from "../pads/pad.ts";
import { openQuestions } from "../sheet/photo-sheet.ts";
import { type NamedPlayer, suggestName } from "../view/name-cells.ts";
import type { Choice, LiveSheet, CorrectedSheet } from "./live-report.ts";

/** Something that a person is asked about a sheet: which pad it is of, what a box says, or who a player is. */
export interface SheetQuestion {
  readonly kind: "pad" | "box" | "name";
  /** Its index among the sheets. */
  readonly sheet: number;
  /** The index of the box, or the player, counted from 1; 0 for the pad. */
  readonly at: number;
}

/** What is offered for a question. */
export interface Offered {
  /** Its place on the straightened photo; null if it can't be seen, and for the pad, which is all of it. */
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
  readonly question: Omit<SheetQuestion, "sheet"> | null;
  readonly isSkipped: boolean;
}

/**
 * The questions about all sheets of an evening, one at a time: sheet by sheet, its pad, its boxes, then the names of its players. An answer
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
      const open = this.#listOpen(live);
      const [first] = open;
      if (first === undefined) continue;
      if (first.kind !== "box") return { ...first, sheet };
      const { game, seen, reading } = live.photo;
      const boxes = open.flatMap(({ kind, at }) => (kind === "box" ? [at] : []));
      return { kind: "box", sheet, at: fastestQuestion(game, seen, reading, boxes) ?? first.at };
    }
    return null;
  }

  /** The number of the current question, and of all that were asked or are open. */
  get progress(): { readonly n: number; readonly of: number } {
    const done = this.#steps.filter(({ question }) => question !== null).length;
    const open = this.#sheets.flatMap((live) => this.#listOpen(live)).length;
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
    if (kind === "pad") return live.padOffer();
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
    const [player] = live.players().filter((one) => one.player === at);
    const suggested = player ? suggestName(player, known) : null;
    const choice = (name: string) => ({ words: name, typed: name });
    const names = [...new Set(known.map(({ name }) => name))].filter((name) => name !== suggested);
    return { area, likely: suggested === null ? [] : [choice(suggested)], possible: names.map(choice) };
  }

  /** Answers the current question. @returns what is wrong with the answer; null if nothing is */
  answer(typed: string): string | null {
    const { current } = this;
    if (current === null) return null;
    const live = getElement(this.#sheets, current.sheet);
    const give = {
      pad: () => live.answerPad(typed === "this"),
      box: () => live.answer(current.at, typed),
      name: () => live.name(current.at, typed),
    };
    return this.change(current.sheet, give[current.kind], current);
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
    if (fault === null && live.photo !== before.photo)
      this.#steps.push({ sheet: live, before, question, isSkipped: false });
    return fault;
  }

  /** Undoes the last change, or asks the last skipped question again. */
  undo(): void {
    const step = this.#steps.pop();
    if (step) step.sheet.state = step.before;
  }

  #forget(isForgotten: (step: Step) => boolean): void {
    const kept = this.#steps.filter((step) => !isForgotten(step));
    this.#steps.splice(0, this.#steps.length, ...kept);
  }

  /** The open questions about a sheet, without those that were skipped. */
  #listOpen(live: LiveSheet): Omit<SheetQuestion, "sheet">[] {
    const skipped = this.#steps.filter(({ sheet, isSkipped }) => isSkipped && sheet === live);
    const all = [
      ...(isPadAsked(live.photo.pad) ? [{ kind: "pad" as const, at: 0 }] : []),
      ...openQuestions(live.photo).map((at) => ({ kind: "box" as const, at })),
      ...live
        .playersToName(this.#sheets.length > 1)
        .map(({ player }) => ({ kind: "name" as const, at: player })),
    ];
    return all.filter(
      ({ kind, at }) => !skipped.some(({ question }) => question?.kind === kind && question.at === at),
    );
  }
}
