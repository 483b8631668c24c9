import { getElement } from "../../rules/arrays.ts";

/** A rule of a decision list: it applies where its subject has at least this amount. */
export interface StrategyRule {
  readonly subject: number;
  readonly least: number;
}

/** Training cases. By case and subject: its amount (below every threshold if it is missing), and the loss of following it. */
export class Cases {
  readonly subjects: number;
  readonly amounts: number[] = [];
  readonly losses: number[] = [];
  /** By case: the loss if no rule applies. */
  readonly otherwise: number[] = [];

  constructor(subjects: number) {
    this.subjects = subjects;
  }

  get count(): number {
    return this.otherwise.length;
  }
}

export interface ListLimits {
  readonly candidates: readonly StrategyRule[];
  /** Rules that the list must contain. */
  readonly fixed: readonly StrategyRule[];
  /** The most other rules. */
  readonly most: number;
  /** The least mean loss that a rule must save. */
  readonly worth: number;
}

/**
 * A decision list with little mean loss, by greedy insertion and local search: rules are inserted where they save most, then
 * removed and inserted again as long as that saves something.
 */
export function fitDecisionList(
  cases: Cases,
  { candidates, fixed, most, worth }: ListLimits,
): readonly StrategyRule[] {
  const search = new Search(cases);
  const rules: StrategyRule[] = [];
  for (const rule of fixed) insert(rules, search.bestPlace(rules, [rule]));
  const isFree = (rule: StrategyRule) => !fixed.includes(rule);
  for (let round = 0; round < ROUNDS; round++) {
    const before = search.loss(rules);
    while (rules.filter(isFree).length < most) {
      const place = search.bestPlace(rules, candidates);
      if (place.saved < worth * cases.count) break;
      insert(rules, place);
    }
    for (const rule of [...rules]) reinsert(search, rules, rule, isFree(rule) ? candidates : [rule]);
    if (before - search.loss(rules) < (worth * cases.count) / 100) break;
  }
  for (const rule of rules.filter(isFree).reverse()) {
    const without = rules.filter((one) => one !== rule);
    if (search.loss(without) - search.loss(rules) < worth * cases.count) rules.splice(rules.indexOf(rule), 1);
  }
  return rules;
}

const ROUNDS = 20;

interface Place {
  readonly rule: StrategyRule;
  readonly at: number;
  readonly saved: number;
}

function insert(rules: StrategyRule[], { rule, at }: Place): void {
  rules.splice(at, 0, rule);
}

/** Removes a rule, and inserts it or another one where that saves most. */
function reinsert(
  search: Search,
  rules: StrategyRule[],
  rule: StrategyRule,
  candidates: readonly StrategyRule[],
): void {
  const at = rules.indexOf(rule);
  const loss = search.loss(rules);
  rules.splice(at, 1);
  const place = search.bestPlace(rules, [rule, ...candidates]);
  insert(rules, place);
  if (search.loss(rules) < loss) return;
  rules.splice(place.at, 1);
  rules.splice(at, 0, rule);
}

class Search {
  readonly #cases: Cases;

  constructor(cases: Cases) {
    this.#cases = cases;
  }

  /** The total loss of a list. */
  loss(rules: readonly StrategyRule[]): number {
    return this.#follow(rules).losses.reduce((sum, one) => sum + one, 0);
  }

  /** The rule and the place that save most. */
  bestPlace(rules: readonly StrategyRule[], candidates: readonly StrategyRule[]): Place {
    const { amounts, losses, subjects, count } = this.#cases;
    const now = this.#follow(rules);
    let best: Place = { rule: getElement(candidates, 0), at: rules.length, saved: Number.NEGATIVE_INFINITY };
    const saved = new Float64Array(rules.length + 1);
    for (const rule of candidates) {
      if (rules.includes(rule)) continue;
      const { subject, least } = rule;
      saved.fill(0);
      for (let at = 0; at < count; at++) {
        if ((amounts[at * subjects + subject] ?? -1) < least) continue;
        const followed = now.followed[at] ?? 0;
        saved[followed] =
          (saved[followed] ?? 0) + (now.losses[at] ?? 0) - (losses[at * subjects + subject] ?? 0);
      }
      // Inserted before a place, a rule takes over all cases that reach it.
      let sum = 0;
      for (let at = rules.length; at >= 0; at--) {
        sum += saved[at] ?? 0;
        if (sum > best.saved) best = { rule, at, saved: sum };
      }
    }
    return best;
  }

  /** By case: the index of the rule that applies, and its loss. */
  #follow(rules: readonly StrategyRule[]) {
    const { amounts, losses, otherwise, subjects, count } = this.#cases;
    const followed = new Int32Array(count);
    const lost = new Float64Array(count);
    for (let at = 0; at < count; at++) {
      const first = at * subjects;
      let rule = 0;
      for (; rule < rules.length; rule++) {
        const one = rules[rule];
        if (one !== undefined && (amounts[first + one.subject] ?? -1) >= one.least) break;
      }
      followed[at] = rule;
      const subject = rules[rule]?.subject;
      lost[at] = (subject === undefined ? otherwise[at] : losses[first + subject]) ?? 0;
    }
    return { followed, losses: lost };
  }
}
