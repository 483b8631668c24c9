/** What a gap of a message holds: a name or number as it is, or another message. */
export type MessageValue = string | number | Message;

/** A sentence for people in plain values: English, with the means to say it in any other language. */
export interface Message {
  /** The sentence as the code has it, with `{0}`, `{1}` … in its gaps; languages list their own sentences by it. */
  readonly text: string;
  readonly values: readonly MessageValue[];
}

/** Makes a message of a template text: msg`there is no file ${name}`. */
export function msg(parts: TemplateStringsArray, ...values: readonly MessageValue[]): Message {
  return { text: parts.reduce((before, after, at) => `${before}{${at - 1}}${after}`), values };
}

/** A message in English. */
export function english({ text, values }: Message): string {
  return fillGaps(
    text,
    values.map((value) => (typeof value === "object" ? english(value) : value)),
  );
}

/** A sentence with values in its gaps. */
export function fillGaps(text: string, values: readonly (string | number)[]): string {
  return text.replace(/\{(\d+)\}/g, (gap, at) => String(values[at] ?? gap));
}
