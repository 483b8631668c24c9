/** A value in a message: a name, a number, or another message. */
export type MessageValue = string | number | Message;

/** A translatable sentence as plain data: English, with its values separate. */
export interface Message {
  /** `check.no-such-box`: the layer, and what the message says. The key of its translations. */
  readonly id: string;
  /** The English sentence, with placeholders `{0}`, `{1}` … */
  readonly text: string;
  readonly values: readonly MessageValue[];
}

/** Makes a message from a template that begins with its id: msg`files.no-such-file: there is no file ${name}`. */
export function msg(
  [first = "", ...rest]: TemplateStringsArray,
  ...values: readonly MessageValue[]
): Message {
  const end = first.indexOf(": ");
  const text = rest.reduce((before, after, at) => `${before}{${at}}${after}`, first.slice(end + 2));
  return { id: first.slice(0, end), text, values };
}

export function english({ text, values }: Message): string {
  return fillGaps(
    text,
    values.map((value) => (typeof value === "object" ? english(value) : value)),
  );
}

/** Replaces the placeholders `{0}`, `{1}` … of a sentence. */
export function fillGaps(text: string, values: readonly (string | number)[]): string {
  return text.replace(/\{(\d+)\}/g, (gap, at) => String(values[at] ?? gap));
}
