import { showable } from "../fonts/showable.ts";
import type { TypeFamily } from "../fonts/typeface.ts";
import type { PadRow, PadText } from "./pad-text.ts";

/** The text of a pad with every character that the fonts lack given in its plain form, where it has one. */
export function showableText(text: PadText, family: TypeFamily): PadText {
  const show = (words: string) => showable(words, family);
  const showOrNot = (words: string | null) => (words === null ? null : show(words));
  const showRow = (row: PadRow): PadRow =>
    row.kind === "heading"
      ? { ...row, text: show(row.text) }
      : { ...row, label: show(row.label), hint: showOrNot(row.hint) };
  const columns = [...text.columns].map(
    ([id, head]) => [id, { ...head, label: show(head.label), factor: showOrNot(head.factor) }] as const,
  );
  return {
    title: show(text.title),
    subtitle: showOrNot(text.subtitle),
    fields: text.fields.map((field) => ({ ...field, label: show(field.label) })),
    name: show(text.name),
    columns: new Map(columns),
    rows: text.rows.map(showRow),
    foot: text.foot.map(show),
  };
}
