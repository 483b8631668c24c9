import { oneLine } from "../../rules/problem/wording.ts";
import type { Order } from "../../rules/game/game.ts";
import type { Fitting, Offer } from "./catalogue.ts";
import { type NewVariant, schemaLine } from "./extending.ts";
import {
  allLanguagesSay,
  type Languages,
  orderLabel,
  setting,
  type Setting,
  usualBonus,
  yamlLines,
} from "./settings.ts";

/** The orders in which a column of a new game may be filled. */
export const SIMPLE_ORDERS = ["free", "down", "up", "inward"] as const satisfies readonly Order["kind"][];
type SimpleOrder = (typeof SIMPLE_ORDERS)[number];

/** What the owner of a new game has decided. */
export interface Decisions {
  readonly dice: number;
  readonly rolls: number;
  readonly columns: readonly SimpleOrder[];
  readonly categories: readonly Fitting[];
}

/** The text of a game that builds on no other: number boxes in one section, all others in a second one. */
export function freshText(
  start: NewVariant,
  { dice, rolls, columns, categories }: Decisions,
  languages: Languages,
): string {
  const [language] = languages;
  const another = SIMPLE_ORDERS.findLast((order) => !columns.includes(order));
  const settings = [
    setting(["id"], start.id),
    setting(["name"], start.name),
    setting(["dice"], { count: dice }),
    setting(["turn"], { rolls }),
    ...(columns.length > 1 ? [setting(["players"], { sheet: "own" })] : []),
    ...categories.map(({ id, written }) => setting(["categories", id], written)),
    ...sections(categories, languages),
    ...columns.map((order) => columnOf(order, languages)),
    ...(another === undefined
      ? []
      : [{ ...columnOf(another, languages), words: language.translate("new.column"), offered: true }]),
    setting(["strike"], { marks: ["/", "0"] }),
    setting(["ranking"], { order: "highest" }),
  ];
  const title = language.translate("new.own", { name: language.text(start.name) });
  return `${[schemaLine(start.schema), `# ${oneLine(title)}`, ...yamlLines(settings)].join("\n")}\n`;
}

function columnOf(order: SimpleOrder, languages: Languages): Setting {
  return setting(["columns", order], { label: orderLabel(languages, order), order });
}

function sections(categories: readonly Fitting[], languages: Languages): Setting[] {
  const numbers = numbersFirst(categories).filter(isNumber);
  const others = categories.filter((category) => !isNumber(category));
  const tiers = usualBonus(numbers.map(({ legal }) => legal));
  const bonus = setting(["sections", "upper", "tiers"], tiers, languages[0].translate("new.bonus-none"));
  return [
    ...section("upper", "numbers", numbers, languages),
    ...(numbers.length > 1 ? [{ ...bonus, offered: true }] : []),
    ...section("lower", "others", others, languages),
  ];
}

function section(id: string, word: string, offers: readonly Offer[], languages: Languages): Setting[] {
  if (offers.length === 0) return [];
  const label = allLanguagesSay(languages, (one) => one.translate(`new.section.${word}`));
  const rows = offers.map((offer) => offer.id);
  return [setting(["sections", id, "label"], label), setting(["sections", id, "rows"], rows)];
}

/** Boxes for one number each, ascending, as most games have them in their upper section; then all others. */
export function numbersFirst<O extends Offer>(offers: readonly O[]): O[] {
  const faceOf = ({ rule: { pattern } }: Offer) => (pattern.kind === "face" ? pattern.face : 0);
  const numbers = offers.filter(isNumber).sort((a, b) => faceOf(a) - faceOf(b));
  return [...numbers, ...offers.filter((offer) => !isNumber(offer))];
}

export function isNumber({ rule }: Offer): boolean {
  return rule.pattern.kind === "face";
}
