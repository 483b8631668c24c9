import { boxesOn, type Change, fileName, type HandedIn, photoOf, plain, printedNumber } from "./steps.ts";

// A season as docs/seasons.md explains it, and nothing else: who plays whom, what waits, and names. It is slow and small,
// and knows no table and no code of the season.

interface Person {
  /** What is shown; null for someone who has left. */
  name: string | null;
}

interface Entry {
  readonly sheet: HandedIn;
  readonly file: string;
  /** A sheet that took another's place has that one's number here. */
  order: number;
  evening: string;
  state: "there" | "disputed" | "gone";
  /** The sheets that it may contradict: a person has to decide against one of them. */
  against: number[];
  /** Of each player the name, folded; null for someone who has left, who stays the same player under `person`. */
  readonly names: (string | null)[];
  readonly persons: (number | null)[];
}

type NameChange =
  | { readonly kind: "merge"; readonly from: number; readonly into: number; readonly keys: readonly string[] }
  | {
      readonly kind: "name";
      readonly person: number;
      readonly before: string | null;
      readonly added: string | null;
    };

interface EveningMove {
  readonly entries: readonly number[];
  readonly from: string;
}

interface State {
  persons: Person[];
  /** Whom a folded name stands for, and how it was first written. */
  names: Record<string, { person: number; written: string }>;
  entries: Entry[];
  known: Record<string, number>;
  nameChanges: NameChange[];
  moves: EveningMove[];
}

/** What can be seen of a season. */
export interface Seen {
  /** What counts, sheet by sheet and seat by seat: who plays whom, and how they are ranked. */
  readonly results: readonly string[];
  /** What waits, and why. */
  readonly waiting: readonly string[];
  readonly players: readonly string[];
  readonly evenings: readonly string[];
}

interface Played {
  readonly entry: Entry;
  readonly seat: number;
  readonly person: number | string;
  readonly total: number;
}

export class SeasonModel {
  #state: State = { persons: [], names: {}, entries: [], known: {}, nameChanges: [], moves: [] };

  copy(): SeasonModel {
    const other = new SeasonModel();
    other.#state = structuredClone(this.#state);
    return other;
  }

  /** Makes a change. @returns whether the season takes it */
  change(change: Change): boolean {
    switch (change.kind) {
      case "hand in":
        this.#handIn(change.sheet);
        return true;
      case "rename":
        return this.#name(change.name, change.to, true);
      case "alias":
        return this.#name(change.name, change.to, false);
      case "merge":
        return this.#merge(change.name, change.to);
      case "undo names":
        return this.#undoNames();
      case "leave":
        return this.#leave(change.name);
      case "decide":
        return this.#decide(change.which, change.decision);
      case "move evening":
        return this.#moveEvening(change.from, change.to);
      case "undo evening":
        return this.#undoEvening();
      default:
        return change satisfies never;
    }
  }

  /**
   * Whether the docs say what a change comes to: they leave open what is made of a correction once someone has left who is on the sheet, and of
   * what is typed of a photo that counts. A decision has to be between two.
   */
  isClear(change: Change): boolean {
    if (change.kind === "decide") {
      const all = this.#disputed();
      return (all[change.which % Math.max(1, all.length)]?.against.length ?? 0) < 2;
    }
    if (change.kind !== "hand in") return true;
    const { sheet } = change;
    const there = this.#state.known[fileName(sheet)];
    if (sheet.isOfPhoto) {
      const photo = this.#state.entries[this.#state.known[photoOf(sheet)] ?? -1];
      return photo !== undefined && this.#waits(photo) === "questions";
    }
    const isLeft = this.#state.entries.some(
      (one) => one.sheet.serial === sheet.serial && one.names.includes(null),
    );
    return there !== undefined || !isLeft;
  }

  /** In a season that has taken in an export of this one: the record of changes stays behind, and so do names of nobody. */
  moveOn(): void {
    const { names, entries } = this.#state;
    this.#state.nameChanges = [];
    this.#state.moves = [];
    const isMet = (person: number) =>
      Object.entries(names).some(
        ([key, one]) =>
          one.person === person && entries.some((entry) => isLive(entry) && entry.names.includes(key)),
      );
    for (const [key, { person }] of Object.entries(names)) if (!isMet(person)) delete names[key];
  }

  /** Takes over which sheets contradict which, where the docs allow for several. @returns whether they allow for it */
  settleDisputes(seen: ReadonlyMap<string, string | null>): boolean {
    return this.#disputed().every((entry) => {
      const other = seen.get(entry.file) ?? null;
      const found = entry.against.find((at) => this.#state.entries[at]?.file === other);
      if (found === undefined) return other === null && entry.against.length === 0;
      entry.against = [found];
      return true;
    });
  }

  seen(): Seen {
    const { persons, names, entries } = this.#state;
    const played = this.#games();
    const results = played.flatMap((game) =>
      game.map(({ entry, seat, total }) => {
        const rank = 1 + game.filter((one) => one.total > total).length;
        const beaten = game.filter((one) => one.total < total).length;
        const others = [...new Set(game.map((one) => one.entry.file))].toSorted().join(", ");
        return `${entry.file} / ${seat + 1}: ${this.#shown(entry, seat)} ${total}, ${rank} of ${game.length}, beats ${beaten}, in [${others}] on ${entry.evening}`;
      }),
    );
    const waiting = entries.flatMap((entry) => {
      const why = this.#waits(entry);
      return why === null ? [] : [`${entry.file}: ${why}`];
    });
    const players = persons.flatMap(({ name }, person) => {
      const own = Object.values(names).filter((one) => one.person === person);
      if (name === null || own.length === 0) return [];
      const aliases = own.map(({ written }) => written).filter((one) => one !== name);
      const games = played.flat().filter((one) => one.person === person).length;
      return [`${name} (${aliases.toSorted().join(", ")}) ${games}`];
    });
    const live = entries.filter(isLive);
    const days = [...new Set(live.map(({ evening }) => evening))];
    const evenings = days.map((day) => `${day}: ${live.filter(({ evening }) => evening === day).length}`);
    return {
      results: results.toSorted(),
      waiting: waiting.toSorted(),
      players: players.toSorted(),
      evenings: evenings.toSorted(),
    };
  }

  /** Each sheet of several is a game; everybody's first sheets of an evening are one, their second ones the next. */
  #games(): Played[][] {
    const counting = this.#state.entries.filter((entry) => isLive(entry) && this.#waits(entry) === null);
    const seats = (entry: Entry): Played[] =>
      boxesOn(entry.sheet).map((boxes, seat) => {
        const total = boxes.reduce<number>((sum, one) => sum + (one ?? 0), 0);
        return { entry, seat, person: this.#person(entry, seat) ?? "nobody", total };
      });
    const games = new Map<string, Played[]>();
    const rounds = new Map<string, number>();
    const inOrder = counting.toSorted(
      (a, b) => printedNumber(a.sheet) - printedNumber(b.sheet) || a.order - b.order,
    );
    for (const entry of inOrder) {
      const own = seats(entry);
      let key = entry.file;
      if (own.length === 1) {
        const player = `${entry.evening} ${own[0]?.person}`;
        const round = (rounds.get(player) ?? 0) + 1;
        rounds.set(player, round);
        key = `${entry.evening} round ${round}`;
      }
      games.set(key, [...(games.get(key) ?? []), ...own]);
    }
    return [...games.values()];
  }

  /** Why a sheet waits; null if it counts, or has gone. */
  #waits(entry: Entry): string | null {
    if (entry.state === "gone") return null;
    if (entry.state === "disputed") return "number";
    if (entry.sheet.extent === "unclear") return "questions";
    if (this.#hasNamesakes(entry)) return "players";
    return entry.sheet.extent === "early" ? "unfinished" : null;
  }

  #disputed(): Entry[] {
    const all = this.#state.entries.filter(({ state }) => state === "disputed");
    return all.toSorted((a, b) => (a.file < b.file ? -1 : 1));
  }

  #hasNamesakes(entry: Entry): boolean {
    const persons = entry.names.flatMap((key, seat) => (key === null ? [] : [this.#person(entry, seat)]));
    return new Set(persons).size < persons.length;
  }

  #person(entry: Entry, seat: number): number | null {
    const key = entry.names[seat] ?? null;
    return key === null ? (entry.persons[seat] ?? null) : (this.#state.names[key]?.person ?? null);
  }

  #shown(entry: Entry, seat: number): string {
    const person = this.#person(entry, seat);
    return (person === null ? null : this.#state.persons[person]?.name) ?? "nobody";
  }

  #handIn(sheet: HandedIn): void {
    const file = photoOf(sheet);
    const there = this.#state.known[file];
    if (there !== undefined) {
      const entry = this.#state.entries[there];
      // What was typed of a photo settles it.
      if (sheet.isOfPhoto && entry !== undefined && this.#waits(entry) === "questions")
        this.#replace(there, this.#add({ ...entry.sheet, ...sheet, source: "photo" }, entry.file));
      return;
    }
    const rival = sheet.source === "photo" ? this.#photoRival(sheet) : this.#typedRival(sheet);
    if (rival.rule === "worse") this.#state.known[file] = rival.at;
    else if (rival.rule === "replaces") this.#replace(rival.at, this.#add(sheet, file));
    else {
      const entry = this.#state.entries[this.#add(sheet, file)];
      if (entry !== undefined && rival.rule === "disputed") {
        entry.state = "disputed";
        entry.against = rival.against;
      }
    }
  }

  /** What a photo of a numbered sheet is to those that are there. */
  #photoRival(sheet: HandedIn) {
    const same = this.#indexes(({ sheet: one, state }) => {
      return one.serial === sheet.serial && one.source === "photo" && state === "there";
    });
    return this.#rival(sheet, same, (at) => {
      const there = this.#entry(at);
      return there.sheet.extent === "unclear" || this.#hasNamesakes(there);
    });
  }

  /** What a typed sheet is to others of the same players on the same evening. */
  #typedRival(sheet: HandedIn) {
    const same = this.#indexes(({ sheet: one, state, evening }) => {
      return (
        one.serial === sheet.serial && one.source === "typed" && state === "there" && evening === sheet.date
      );
    });
    const held = same.filter((at) => this.#hasNamesakes(this.#entry(at)));
    const isRight = (at: number) => this.#entry(at).sheet.version % 5 === sheet.version % 5;
    const others = same.filter((at) => !held.includes(at) && this.#haveSamePlayers(this.#entry(at), sheet));
    return this.#rival(sheet, [...held.filter(isRight), ...others], (at) => held.includes(at));
  }

  #rival(
    sheet: HandedIn,
    same: readonly number[],
    isWaiting: (at: number) => boolean,
  ): { rule: "worse" | "replaces"; at: number } | { rule: "disputed"; against: number[] } | { rule: "new" } {
    const boxes = JSON.stringify(boxesOn(sheet));
    const is = (rule: "worse" | "replaces", at: number | undefined) =>
      at === undefined ? [] : [{ rule, at }];
    const again = same.find((at) => {
      const there = this.#entry(at);
      if (sheet.extent === "unclear") return true;
      if (isWaiting(at) || !this.#haveSamePlayers(there, sheet)) return false;
      return JSON.stringify(boxesOn(there.sheet)) === boxes;
    });
    const waiting = same.find(isWaiting);
    const isSame = (at: number) => this.#haveSamePlayers(this.#entry(at), sheet);
    const earlier = same.find((at) => this.#entry(at).sheet.extent === "early" && isSame(at));
    const later = same.find(
      (at) => this.#entry(at).sheet.extent === "whole" && sheet.extent === "early" && isSame(at),
    );
    const [found] = [
      ...is("worse", again),
      ...is("replaces", waiting),
      ...is("replaces", earlier),
      ...is("worse", later),
    ];
    if (found !== undefined) return found;
    return same.length === 0 ? { rule: "new" } : { rule: "disputed", against: [...same] };
  }

  #entry(at: number): Entry {
    const entry = this.#state.entries[at];
    if (entry === undefined) throw new Error("there is such an entry");
    return entry;
  }

  #indexes(is: (entry: Entry) => boolean): number[] {
    return this.#state.entries.flatMap((entry, at) => (is(entry) ? [at] : []));
  }

  #haveSamePlayers(entry: Entry, { names }: HandedIn): boolean {
    return (
      entry.names.length === names.length &&
      names.every((name, seat) => {
        const person = this.#state.names[plain(name)]?.person;
        return person !== undefined && person === this.#person(entry, seat);
      })
    );
  }

  #add(sheet: HandedIn, file: string): number {
    const at = this.#state.entries.length;
    const isNamed = sheet.extent !== "unclear";
    if (isNamed) for (const name of sheet.names) this.#meet(name);
    const names = isNamed ? sheet.names.map(plain) : [];
    this.#state.entries.push({
      ...{ sheet, file, order: at, evening: sheet.date, state: "there", against: [], names },
      persons: names.map(() => null),
    });
    this.#state.known[file] = at;
    return at;
  }

  #meet(name: string): void {
    const { names, persons } = this.#state;
    const key = plain(name);
    if (names[key] !== undefined) return;
    const written = tidy(name);
    names[key] = { person: persons.length, written };
    persons.push({ name: written });
  }

  /** Lets an entry take the place of another one, also in the order of the evening. */
  #replace(old: number, by: number): void {
    this.#entry(by).order = this.#entry(old).order;
    this.#giveWay(old, by);
  }

  #giveWay(at: number, other: number): void {
    this.#entry(at).state = "gone";
    for (const [file, one] of Object.entries(this.#state.known))
      if (one === at) this.#state.known[file] = other;
    for (const entry of this.#state.entries)
      entry.against = entry.against.map((one) => (one === at ? other : one));
  }

  #decide(which: number, decision: "this" | "other" | "both"): boolean {
    const all = this.#disputed();
    const entry = all[which % Math.max(1, all.length)];
    if (entry === undefined) return false;
    const at = this.#state.entries.indexOf(entry);
    const [other] = entry.against;
    entry.against = [];
    entry.state = decision === "other" ? "gone" : "there";
    if (other !== undefined && decision === "this") this.#replace(other, at);
    if (other !== undefined && decision === "other") this.#giveWay(at, other);
    return true;
  }

  #name(name: string, to: string, isShown: boolean): boolean {
    const { names, persons, nameChanges } = this.#state;
    const person = names[plain(name)]?.person;
    if (person === undefined) return false;
    const key = plain(to);
    const taken = names[key];
    if (taken !== undefined && taken.person !== person) return false;
    if (taken === undefined) names[key] = { person, written: tidy(to) };
    const before = persons[person]?.name ?? null;
    if (isShown) persons[person] = { name: tidy(to) };
    nameChanges.push({ kind: "name", person, before, added: taken === undefined ? key : null });
    return true;
  }

  #merge(name: string, into: string): boolean {
    const { names, entries, nameChanges } = this.#state;
    const [from, to] = [names[plain(name)]?.person, names[plain(into)]?.person];
    if (from === undefined || to === undefined || from === to) return false;
    const areOnOne = entries.some((entry) => {
      const persons = entry.names.map((_, seat) => this.#person(entry, seat));
      return isLive(entry) && persons.includes(from) && persons.includes(to);
    });
    if (areOnOne) return false;
    const keys = Object.keys(names).filter((key) => names[key]?.person === from);
    for (const key of keys) Object.assign(names[key] ?? {}, { person: to });
    nameChanges.push({ kind: "merge", from, into: to, keys });
    return true;
  }

  #undoNames(): boolean {
    const { names, persons, entries, nameChanges } = this.#state;
    const last = nameChanges.pop();
    if (last === undefined) return false;
    if (last.kind === "merge") {
      for (const key of last.keys) Object.assign(names[key] ?? {}, { person: last.from });
      return true;
    }
    persons[last.person] = { name: last.before };
    const { added } = last;
    if (added === null) return true;
    // Sheets that came in under the name meanwhile stay with the player, unless each of them waited for just this.
    const users = entries.filter((entry) => isLive(entry) && entry.names.includes(added));
    const written = names[added]?.written ?? "";
    if (users.length === 0) delete names[added];
    else if (users.every((entry) => entry.state === "there" && this.#hasNamesakes(entry))) {
      names[added] = { person: persons.length, written };
      persons.push({ name: written });
    }
    return true;
  }

  #leave(name: string): boolean {
    const { names, persons, entries } = this.#state;
    const person = names[plain(name)]?.person;
    if (person === undefined) return false;
    for (const entry of entries)
      for (const seat of entry.names.keys()) {
        if (this.#person(entry, seat) !== person || entry.names[seat] === null) continue;
        entry.names[seat] = null;
        entry.persons[seat] = person;
      }
    for (const key of Object.keys(names)) if (names[key]?.person === person) delete names[key];
    persons[person] = { name: null };
    this.#forgetChanges(person);
    return true;
  }

  /** Changes to a player who has left, or to players merged into them, can't be undone. */
  #forgetChanges(person: number): void {
    const about = (change: NameChange) => (change.kind === "merge" ? change.into : change.person);
    const gone = this.#state.nameChanges.filter((change) => about(change) === person);
    this.#state.nameChanges = this.#state.nameChanges.filter((change) => about(change) !== person);
    for (const change of gone) if (change.kind === "merge") this.#forgetChanges(change.from);
  }

  #moveEvening(from: string, to: string): boolean {
    const { entries, moves } = this.#state;
    if (from === to || !entries.some((entry) => isLive(entry) && entry.evening === from)) return false;
    const moved = this.#indexes(({ evening }) => evening === from);
    for (const at of moved) this.#entry(at).evening = to;
    moves.push({ entries: moved, from });
    return true;
  }

  #undoEvening(): boolean {
    const last = this.#state.moves.pop();
    for (const at of last?.entries ?? []) this.#entry(at).evening = last?.from ?? "";
    return last !== undefined;
  }
}

function isLive({ state }: Entry): boolean {
  return state !== "gone";
}

function tidy(name: string): string {
  return name.replaceAll("\u00ad", "").trim();
}
