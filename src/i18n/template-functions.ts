import { type Message, msg } from "../rules/problem/message.ts";
import Handlebars from "handlebars";
import type { Text } from "../rules/game/game.ts";
import { nearHint } from "../rules/problem/wording.ts";
import { formatNumber, joinWords, quoteBox, quoteName } from "./format.ts";
import type { Language } from "./language.ts";
import { choiceKey } from "./rule-phrases.ts";

/** A mistake in a function call, without its place, which the caller knows. */
export class CallMistake {
  readonly message: Message;
  readonly hint: Message | null;
  constructor(message: Message, hint: Message | null = null) {
    this.message = message;
    this.hint = hint;
  }
}

type Named = Readonly<Record<string, Value>>;
export type TemplateFunction = (
  args: readonly Value[],
  named: Named,
  language: Language,
) => Value | CallMistake;

/** The functions that templates can call. */
export const FUNCTIONS: Readonly<Record<string, TemplateFunction>> = {
  translate,
  // The former name of `translate`, which custom templates may still use.
  say: translate,
  rule,
  /** `text words`: a variant's own words in the page's language. */
  text: ([words], _named, language) =>
    isText(words)
      ? language.text(words)
      : new CallMistake(msg`i18n.not-a-text-in-languages: this is not a text in several languages`),
  /** `quoted name`, or `quoted names`: in the quotation marks of the language; `as="box"` where the sentence says that it is a box. */
  quoted: ([name], named, language) => {
    const quote = named.as === "box" ? quoteBox : quoteName;
    return isList(name) ? name.map((one) => quote(language, asText(one))) : quote(language, asText(name));
  },
  join: (args) => args.map(asText).join(""),
  list,
  number: ([n], _named, language) =>
    typeof n === "number"
      ? formatNumber(language, n)
      : new CallMistake(msg`i18n.not-a-number: this is not a number`),
  dice,
  // In handwriting, as on a sheet.
  written: ([text]) => {
    const words = asText(text);
    return words === "" ? "" : new Handlebars.SafeString(HAND_MARK.open + words + HAND_MARK.close);
  },
  sentence,
  eq: ([a = null, b = null]) => a === b,
  ne: ([a = null, b = null]) => a !== b,
  gt: ([a, b]) => Number(a) > Number(b),
  and: (args) => args.every(isTrue),
  or: (args) => args.some(isTrue),
  not: ([a]) => !isTrue(a),
};

export const FUNCTION_NAMES: readonly string[] = Object.keys(FUNCTIONS);

/** `translate "key" n=3`: a message of the word list. */
function translate(args: readonly Value[], named: Named, language: Language): Value | CallMistake {
  const key = asText(args[0]);
  const { code, file } = language;
  if (!language.has(key)) {
    const message = msg`i18n.no-such-message: the word list of \`${code}\` (${file}) lacks the message \`${key}\``;
    return new CallMistake(message, nearHint(key, language.keys()));
  }
  const lacking = language.listArguments(key).filter((name) => !Object.hasOwn(named, name));
  if (lacking.length > 0)
    return new CallMistake(
      msg`i18n.missing-arguments: the message \`${key}\` needs ${lacking.map((name) => `${name}=…`).join(" ")}`,
    );
  const given = Object.entries(named).map(([name, value]): [string, string | number] => [
    name,
    typeof value === "number" ? value : isText(value) ? language.text(value) : asText(value),
  ]);
  return language.translate(key, Object.fromEntries(given));
}

/** `rule "tie" value money=true`: the sentence of a rule that has one of a few values. */
function rule([name, value]: readonly Value[], named: Named, language: Language): Value | CallMistake {
  const choice = typeof value === "boolean" ? value : asText(value);
  return translate([choiceKey(asText(name), choice, "long")], named, language);
}

/** `list items with=", " last=" and "`, or `by="and"`: joins the items, or their property with `of="label"`. */
function list([items]: readonly Value[], named: Named, language: Language): Value | CallMistake {
  if (!isList(items)) return new CallMistake(msg`i18n.not-a-list: this is not a list`);
  const of = asText(named.of);
  const picked = of === "" ? items : items.map((item) => ownProperty(item, of));
  if (of !== "" && picked.includes(undefined))
    return new CallMistake(msg`i18n.no-such-property: an item of the list has no \`${of}\``);
  const words = picked.map(asText);
  const { by, last } = named;
  if (by === "and" || by === "or") return joinWords(language, words, by);
  const between = asText(named.with ?? ", ");
  const [final = "", ...others] = words.toReversed();
  if (others.length === 0) return final;
  return others.toReversed().join(between) + asText(last ?? between) + final;
}

/** Marks a run of dice in what a template writes; private-use characters, which labels cannot smuggle in. */
export const DICE_MARK = { open: "\ue000", close: "\ue001" } as const;

/** Marks what is shown in handwriting, as dice are marked. */
export const HAND_MARK = { open: "\ue003", close: "\ue004" } as const;

/**
 * `dice roll hit=hit dropped=dropped tints=tints`: dice, which the page draws or writes as figures. The mark holds each
 * face with its state and its tint: `5!` is part of the hit, `4?` was dropped, `5!/2` is part of the hit and has the third look.
 */
function dice([roll]: readonly Value[], named: Named): Value | CallMistake {
  if (!isList(roll)) return new CallMistake(msg`i18n.dice-not-a-list: \`dice\` takes a list of faces`);
  const hits = isList(named.hit) ? named.hit.map(asText) : [];
  const marked = roll.map(asText).map((face) => {
    const at = hits.indexOf(face);
    if (at !== -1) hits.splice(at, 1);
    return { face, state: at === -1 ? "" : "!" };
  });
  const dropped = asText(named.dropped);
  const left = marked.findLast(({ face, state }) => face === dropped && state === "");
  if (left !== undefined) left.state = "?";
  const tint = (face: string) => asText(ownProperty(named.tints ?? null, face));
  const faces = marked.map(({ face, state }) => face + state + (tint(face) && `/${tint(face)}`)).join(",");
  return new Handlebars.SafeString(DICE_MARK.open + faces + DICE_MARK.close);
}

/** `sentence words`: begins with a capital and ends with a full stop, unless it ends with a stop already. */
function sentence([text]: readonly Value[], _named: Named, language: Language): Value {
  const words = asText(text);
  const [first = ""] = words;
  const capital = first.toLocaleUpperCase(language.code) + words.slice(first.length);
  return /[.!?…]$/.test(capital) || capital === "" ? capital : `${capital}.`;
}

/** The values of a template: plain data of the page, and results of functions. */
export type Value =
  | string
  | number
  | boolean
  | null
  | undefined
  | Handlebars.SafeString
  | readonly Value[]
  | { readonly [name: string]: Value };

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

export function isMap(value: Value): value is { readonly [name: string]: Value } {
  return typeof value === "object" && value !== null && !isList(value) && !isSafe(value);
}

/** Whether a function made this value to be inserted unescaped. */
export function isSafe(value: Value): value is Handlebars.SafeString {
  return value instanceof Handlebars.SafeString;
}

/** An own property of a value; `undefined` if it has none of this name. */
export function ownProperty(value: Value, name: string): Value {
  if (!isMap(value) && !isList(value)) return undefined;
  return Object.hasOwn(value, name) ? ((value as Record<string, Value>)[name] ?? null) : undefined;
}

/** Whether a condition holds, as for `#if`: an empty list is false. */
function isTrue(value: Value): boolean {
  return isList(value) ? value.length > 0 : Boolean(value);
}

/** Whether a value is words in several languages. */
function isText(value: Value): value is Text & { readonly [name: string]: Value } {
  return isMap(value) && Object.values(value).every((word) => typeof word === "string");
}

/** A value as plain text; lists and groups have none. */
export function asText(value: Value): string {
  if (isSafe(value)) return value.toString();
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : "";
}
