/** What a gap of a message holds: a name or number as it is, or another message. */
export type MessageValue = string | number | Message;

/** A sentence for people in plain values: English, with the means to say it in any other language. */
export interface Message {
  /** `check.no-such-box`: the layer and what the message says. Languages list their sentences by it. */
  readonly id: string;
  /** The English sentence, with `{0}`, `{1}` … in its gaps. */
  readonly text: string;
  readonly values: readonly MessageValue[];
}

/** Makes a message of its id and a template text: msg("files.no-such-file")`there is no file ${name}`. */
export function msg(id: string) {
  return (parts: TemplateStringsArray, ...values: readonly MessageValue[]): Message => ({
    id,
    text: parts.reduce((before, after, at) => `${before}{${at - 1}}${after}`),
    values,
  });
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
