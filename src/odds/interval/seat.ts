import { elementAt } from "../../rules/arrays.ts";
import type { Game } from "../../rules/game/game.ts";
import type { Box } from "../boxes.ts";
import { Positions, stripsBefore } from "../positions.ts";
import { type Register, registersOf } from "../registers.ts";
import type { TurnTables } from "./turn-tables.ts";

/** How a sheet stands that is played by all rules of its game. */
export interface SeatSheet {
  /** By strip, which of its boxes are filled. */
  readonly fillings: readonly number[];
  /** By register, the class that its boxes are in. */
  readonly classes: readonly number[];
  /** Whether the top category was rolled before. */
  readonly isTopBefore: boolean;
}

/** The rules of a game that tie entries to each other, none left out. */
export class SheetRules {
  readonly registers: readonly Register[];
  readonly boxes: readonly Box[];
  readonly empty: SeatSheet;
  /** By box, the registers that look at it. */
  readonly watching: readonly (readonly number[])[];
  readonly #positions: readonly Positions[];
  readonly #local: readonly Box[];
  /** By strip, the one that has to be full before it is begun; -1 for none. */
  readonly #after: readonly number[];

  constructor(game: Game, { strips, boxes, worth }: TurnTables) {
    this.boxes = boxes;
    this.registers = registersOf(game, boxes, worth.extras);
    this.watching = boxes.map(({ at }) =>
      this.registers.flatMap((register, i) => (register.boxes.includes(at) ? [i] : [])),
    );
    this.#local = boxes.map((box) => ({ ...box, strip: 0, at: box.row }));
    this.#positions = strips.map(
      (strip, at) => new Positions(game, [strip], elementsOf(this.#local, boxes, at)),
    );
    this.#after = stripsBefore(strips);
    this.empty = {
      fillings: strips.map(() => 0),
      classes: this.registers.map(() => 0),
      isTopBefore: false,
    };
  }

  /** What the total is before any box is filled: bonuses that nobody can miss. */
  get start(): number {
    return this.registers.reduce(
      (sum, register) => sum + (register.moment(() => 0).classes[0]?.pays ?? 0),
      0,
    );
  }

  /** How many of a box are filled. */
  filled({ fillings }: SeatSheet, box: number): number {
    const { strip, row } = elementAt(this.boxes, box);
    return elementAt(this.#positions, strip).filled(elementAt(fillings, strip), row);
  }

  /** Whether the order of its column, and the column that has to come first, let a box be filled now. */
  isOpen({ fillings }: SeatSheet, box: number): boolean {
    const { strip, row } = elementAt(this.boxes, box);
    const before = elementAt(this.#after, strip);
    if (before !== -1 && !elementAt(this.#positions, before).isFull(elementAt(fillings, before)))
      return false;
    return elementAt(this.#positions, strip).next(elementAt(fillings, strip), row) !== -1;
  }

  /** What still matters of the boxes of a register. */
  moment(sheet: SeatSheet, register: number) {
    return elementAt(this.registers, register).moment((box) => this.filled(sheet, box));
  }

  /** The sheet after an entry, which must be allowed. */
  after(sheet: SeatSheet, box: number, value: number, isTop: boolean): SeatSheet {
    const { strip, row } = elementAt(this.boxes, box);
    const next = elementAt(this.#positions, strip).next(elementAt(sheet.fillings, strip), row);
    const fillings = sheet.fillings.with(strip, next);
    const so = { ...sheet, fillings };
    const classes = [...sheet.classes];
    for (const at of this.watching[box] ?? []) {
      const register = elementAt(this.registers, at);
      const step = register.enter(this.moment(sheet, at), this.moment(so, at), classes[at] ?? 0, box, value);
      if (step === null) throw new RangeError("an entry against the rules");
      classes[at] = step.next;
    }
    return { fillings, classes, isTopBefore: sheet.isTopBefore || isTop };
  }
}

function elementsOf(local: readonly Box[], boxes: readonly Box[], strip: number): Box[] {
  return boxes.flatMap((box) => (box.strip === strip ? [elementAt(local, box.at)] : []));
}
