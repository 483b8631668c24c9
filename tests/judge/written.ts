/** Variants as their files write them, as far as the judge draws them; `docs/variants.md` says what each key means. */

export type WrittenPattern =
  | "any"
  | { readonly face: number; readonly min?: number }
  | { readonly groups: readonly number[]; readonly distinct: boolean; readonly colour?: "same" }
  | { readonly run: number; readonly from?: number; readonly wrap?: boolean }
  | { readonly faces: readonly number[] }
  | { readonly sum: { readonly eq?: number; readonly min?: number; readonly max?: number } }
  | { readonly colour: "same" }
  | { readonly all: readonly WrittenPattern[] }
  | { readonly one_of: readonly WrittenPattern[] };

export type WrittenScore =
  | string
  | number
  | { readonly by_roll: readonly number[] }
  | { readonly by_pattern: readonly (string | number)[] };

interface Words {
  readonly de: string;
  readonly en: string;
}

export interface WrittenCategory {
  readonly label: Words;
  readonly pattern: WrittenPattern;
  readonly score: WrittenScore;
  readonly served?: string;
  readonly requires?: Readonly<Record<string, "scored" | "filled">>;
  readonly miss?: number;
  readonly wins?: "scored" | "served";
  readonly strike?: "allowed" | "never";
}

export interface WrittenTiers {
  readonly tiers?: readonly { readonly from: number; readonly add: number }[];
  readonly tier_mode?: "highest" | "sum";
}

export interface WrittenSection extends WrittenTiers {
  readonly label: Words;
  readonly rows: readonly string[];
  readonly total?: string;
  readonly floor?: number;
}

export type WrittenOrder =
  | "free"
  | "down"
  | "up"
  | "inward"
  | { readonly outward: readonly [string, string] }
  | { readonly stages: readonly (readonly string[])[] };

export interface WrittenColumn {
  readonly label: Words;
  readonly order: WrittenOrder;
  readonly entry?: "any" | "announced" | "single_throw" | { readonly max_roll: number };
  readonly after?: string;
  readonly multiplier?: number;
}

export interface WrittenBonus extends WrittenTiers {
  readonly label: Words;
  readonly scope: "row" | "column" | "sheet";
  readonly row?: string;
  readonly section?: string;
  readonly of: "total" | "scored" | "struck";
  readonly to: "total" | "points";
}

interface WrittenConstraint {
  readonly expr: string;
  readonly between: "scored" | "all";
}

interface WrittenRepeats {
  readonly of: string;
  readonly bonus: number;
  readonly multiplied: boolean;
  readonly bonus_if: { readonly box: "scored" | "filled" };
  readonly joker:
    | "none"
    | {
        readonly if?: { readonly box: "scored" | "filled" };
        readonly lower: "none" | "any";
        readonly lower_value: "as_if_matched" | "max";
      };
}

export interface WrittenVariant {
  readonly id: string;
  readonly name: Words;
  readonly dice: {
    readonly count?: number;
    readonly sides?: number;
    readonly low?: number;
    readonly set?: readonly (readonly [number, number])[];
    readonly keep?: number;
    readonly wild?: { readonly faces: readonly number[]; readonly beside: boolean };
    readonly colours?: Readonly<Record<string, string>>;
    readonly layers?: Readonly<Record<string, Words>>;
  };
  readonly turn: { readonly rolls: number; readonly served?: "any_throw" | "first_throw" };
  readonly players: { readonly sheet: "own" };
  readonly categories: Readonly<Record<string, WrittenCategory>>;
  readonly sections: Readonly<Record<string, WrittenSection>>;
  readonly columns: Readonly<Record<string, WrittenColumn>>;
  readonly bonuses?: Readonly<Record<string, WrittenBonus>>;
  readonly constraints?: Readonly<Record<string, WrittenConstraint>>;
  readonly repeats?: WrittenRepeats;
  readonly strike: { readonly marks: readonly string[]; readonly voluntary: boolean };
  readonly ranking: { readonly order: "highest" };
}
