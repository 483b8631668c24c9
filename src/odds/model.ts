import { getElement } from "../rules/arrays.ts";
import type { Game } from "../rules/game/game.ts";
import { type Box, makeBoxes, groupColumns } from "./boxes.ts";
import { hasRepeatRules, RepeatRolls, type RepeatSituation } from "./repeat-rolls.ts";
import { type Move, makeMoves, type Timing, listTimings } from "./moves.ts";
import { Positions } from "./positions.ts";
import { type Stage, type Register, makeRegisters, topRegister } from "./registers.ts";
import { checkSolvable } from "./solvable.ts";
import { type HeldWays, heldWays } from "./turn/held-ways.ts";
import { splitTotal } from "./total-parts.ts";

/**
 * A game for one player as a Markov decision process. A state between two turns is a position (which boxes are filled) and a lane: what
 * still matters of the scores in them. The states of a position are adjacent.
 */
export class Model {
  readonly game: Game;
  readonly ways: HeldWays;
  readonly boxes: readonly Box[];
  readonly positions: Positions;
  readonly moves: readonly Move[];
  readonly timings: readonly Timing[];
  readonly registers: readonly Register[];
  readonly repeatRolls: RepeatRolls | null;
  /** Whether earlier rolls of the top category matter: the lowest bit of a lane. */
  readonly tracksTop: boolean;
  readonly #topRegister: number | null;
  readonly #shapes: PositionShape[] = [];
  readonly #shapeOf = new Map<string, number>();
  readonly #transitions = new Map<number, Transition>();
  #layout: Layout | null = null;

  /** @throws RangeError where `unsupportedRules` finds a rule */
  constructor(game: Game) {
    checkSolvable(game, "exact");
    const { dice, hands, repeats } = game;
    const all = Array.from({ length: hands }, () => dice.dice).flat();
    const columnGroups = groupColumns(game);
    const totalParts = splitTotal(game);
    this.game = game;
    this.ways = heldWays(all);
    this.boxes = makeBoxes(game, columnGroups, totalParts);
    this.positions = new Positions(game, columnGroups, this.boxes);
    const registers = makeRegisters(game, this.boxes, totalParts.extras);
    const counts = hasRepeatRules(repeats);
    this.repeatRolls = counts ? new RepeatRolls(game, repeats, this.boxes, this.ways) : null;
    const inputs = counts ? RepeatRolls.findGateInputs(repeats) : { top: false, before: false };
    const tops = this.boxes.filter(({ category }) => category.id === repeats?.of);
    this.registers = inputs.top ? [...registers, topRegister(tops, this.boxes)] : registers;
    this.#topRegister = inputs.top ? registers.length : null;
    this.tracksTop = inputs.before;
    this.timings = listTimings(game);
    this.moves = makeMoves(game, this.boxes, this.ways);
  }

  /** The lane after a roll of the top category has been entered. */
  afterTop(lane: number): number {
    return this.tracksTop ? lane | 1 : lane;
  }

  /** Computed on first use, as it takes memory. */
  get layout(): Layout {
    this.#layout ??= this.#layOut();
    return this.#layout;
  }

  #layOut(): Layout {
    const { count } = this.positions;
    const starts = new Float64Array(count + 1);
    const shapes = new Int32Array(count);
    for (let position = 0; position < count; position++) {
      const shape = this.positionShape(position);
      shapes[position] = shape.at;
      starts[position + 1] = (starts[position] ?? 0) + shape.lanes;
    }
    return { starts, shapes, states: starts[count] ?? 0 };
  }

  /** A rough count of the states, from a sample of positions. */
  estimateStates(sample = 500): number {
    const { count } = this.positions;
    if (count <= sample) return this.layout.states;
    let lanes = 0;
    for (let i = 0; i < sample; i++)
      lanes += this.positionShape(
        Math.floor(((i + 0.5) * count) / sample + ((i * 7_919) % 64)) % count,
      ).lanes;
    return Math.round((lanes / sample) * count);
  }

  positionShape(position: number): PositionShape {
    const stages = this.registers.map((register) =>
      register.stage((box) => this.positions.filledCount(position, box)),
    );
    const key = stages.map((stage) => stage.key).join();
    const known = this.#shapeOf.get(key);
    if (known !== undefined) return getElement(this.#shapes, known);
    let lanes = this.tracksTop ? 2 : 1;
    const strides = stages.map(({ classes }) => {
      const stride = lanes;
      lanes *= classes.length;
      return stride;
    });
    const shape = { at: this.#shapes.length, lanes, stages, strides };
    this.#shapeOf.set(key, shape.at);
    this.#shapes.push(shape);
    return shape;
  }

  shape(at: number): PositionShape {
    return getElement(this.#shapes, at);
  }

  /** The next lane and the gain of filling a box, from each lane. */
  transition(from: PositionShape, box: number, to: PositionShape): Transition {
    const key = from.at * this.boxes.length + box;
    const known = this.#transitions.get(key) ?? this.#makeTransition(from, getElement(this.boxes, box), to);
    this.#transitions.set(key, known);
    return known;
  }

  #makeTransition(from: PositionShape, box: Box, to: PositionShape): Transition {
    const { values, weight } = box;
    const gains = Float64Array.from(values, (value) => value * weight);
    const watching = this.registers.flatMap((register, at) => (register.boxes.includes(box.at) ? [at] : []));
    if (watching.length === 0) return { gains, lanes: null, reached: new Map() };
    const next = new Int32Array(values.length * from.lanes);
    const worth = new Float64Array(values.length * from.lanes);
    const reached = new Map<number, Reached[]>();
    for (let v = 0; v < values.length; v++)
      for (let lane = 0; lane < from.lanes; lane++) {
        let there = this.tracksTop ? lane % 2 : 0;
        let gain = gains[v] ?? 0;
        this.registers.forEach((register, at) => {
          const stage = getElement(from.stages, at);
          const own = Math.floor(lane / getElement(from.strides, at)) % stage.classes.length;
          const stride = getElement(to.strides, at);
          if (!watching.includes(at)) there += own * stride;
          else {
            const step = register.enter(stage, getElement(to.stages, at), own, box.at, values[v] ?? 0);
            if (step === null) gain = Number.NEGATIVE_INFINITY;
            else {
              there += step.next * stride;
              gain += step.pays;
              if (step.tiers !== step.tiersBefore)
                reached.set(v * from.lanes + lane, [
                  ...(reached.get(v * from.lanes + lane) ?? []),
                  { register: at, from: step.tiersBefore, to: step.tiers },
                ]);
            }
          }
        });
        next[v * from.lanes + lane] = there;
        worth[v * from.lanes + lane] = gain;
      }
    return { gains, lanes: { next, worth }, reached };
  }

  /** What matters for a roll of the top category, as a number. */
  topFlags(shape: PositionShape, lane: number): number {
    const before = this.tracksTop ? lane % 2 : 0;
    const at = this.#topRegister;
    const stage = at === null ? undefined : shape.stages[at];
    if (at === null || stage === undefined) return 2 + before;
    const own = Math.floor(lane / (shape.strides[at] ?? 1)) % stage.classes.length;
    return (stage.classes[own]?.state === true ? 2 : 0) + before;
  }

  /** Decodes `topFlags` in a position. */
  repeatSituation(position: number, flags: number): RepeatSituation {
    const open = (box: number) =>
      getElement(this.boxes, box).nodes.length - this.positions.filledCount(position, box);
    const mayFill = (box: number) => this.positions.next(position, box) !== -1;
    return { open, mayFill, isTopScored: flags >= 2, isRolledBefore: flags % 2 === 1 };
  }

  /** The total of an empty sheet: bonuses that can't be missed. */
  get start(): number {
    const { stages } = this.positionShape(0);
    return stages.reduce((sum, { classes }) => sum + (classes[0]?.pays ?? 0), 0);
  }
}

/** The index of each position's first state; its lanes follow. */
export interface Layout {
  readonly starts: Float64Array;
  /** By position: the index of its shape. */
  readonly shapes: Int32Array;
  readonly states: number;
}

/** What can matter in a position: the classes of each register, whose digits make up a lane. */
export interface PositionShape {
  readonly at: number;
  readonly lanes: number;
  readonly stages: readonly Stage[];
  readonly strides: readonly number[];
}

export interface Transition {
  /** By value: the gain where no rule depends on the box. */
  readonly gains: Float64Array;
  /** Where a rule depends on the box: by value and lane, the next lane and the gain; minus infinity if a rule forbids the entry. */
  readonly lanes: { readonly next: Int32Array; readonly worth: Float64Array } | null;
  /** Entries that change the number of tiers of a bonus, by value and lane as in `lanes`. */
  readonly reached: ReadonlyMap<number, readonly Reached[]>;
}

interface Reached {
  readonly register: number;
  readonly from: number;
  readonly to: number;
}
