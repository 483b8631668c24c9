import { IDENTITY_FIELD } from "./fields.ts";
import type { FieldTexts, PagesOfFields } from "./read-fields.ts";

/** A form of ours in a PDF, which may hold several. */
interface FoundForm {
  /** Its first page, counted from 1. */
  readonly page: number;
  /** Its fields, named as in a form by itself. */
  readonly fields: FieldTexts;
  /** An earlier page that holds the same fields, so that what was written on one of the two is lost; null if there is none. */
  readonly copyOf: number | null;
}

/** Fields of a page that were filled in and belong to no form of ours. */
interface StrayFields {
  readonly page: number;
  readonly names: readonly string[];
}

/** What the fields of a PDF turned out to be. */
export interface FoundForms {
  readonly forms: readonly FoundForm[];
  readonly stray: readonly StrayFields[];
  /** The pages without a field of ours, counted from 1; they may be scans. */
  readonly others: readonly number[];
}

/**
 * Tells the forms of a PDF apart. Programs that merge forms put all fields of a file under a new parent, append something to the names at
 * their top, or leave names as they are, so that pages have fields of the same name. Each form begins where it identifies itself.
 */
export function findForms(pages: PagesOfFields): FoundForms {
  const forms: { page: number; source: string; fields: Map<string, string> }[] = [];
  const stray: StrayFields[] = [];
  const others: number[] = [];
  /** The form that goes on, by what was added to its names. */
  const open = new Map<string, Map<string, string>>();
  for (const [at, texts] of pages.entries()) {
    const page = at + 1;
    const fields = [...(texts ?? [])].map(([name, text]) => ({ name, text, own: ownName(name) }));
    for (const { own } of fields) {
      if (own?.name !== IDENTITY_FIELD) continue;
      const form = { page, source: own.source, fields: new Map<string, string>() };
      open.set(own.source, form.fields);
      forms.push(form);
    }
    const left = fields.filter(({ own, text }) => {
      const form = own && open.get(own.source);
      if (own && form && !form.get(own.name)) form.set(own.name, text);
      return !form && isFilled(text);
    });
    if (left.length > 0) stray.push({ page, names: left.map(({ name }) => name) });
    if (!fields.some(({ own }) => own !== null && open.has(own.source))) others.push(page);
  }
  const found = forms.map(({ page, source, fields }, at): FoundForm => {
    const same = forms.slice(0, at).find((other) => other.source === source && isSame(other.fields, fields));
    return { page, fields, copyOf: same?.page ?? null };
  });
  return { forms: found, stray, others };
}

/** The parts at the top of our names, and what programs that merge forms append to them. */
const TOP = new RegExp(`^(${IDENTITY_FIELD}|sheet[1-9][0-9]{0,3})([^0-9].*)?$`);

/** A name as a form by itself has it, and what was added to tell it from those of other forms; null for names that are none of ours. */
function ownName(name: string): { readonly name: string; readonly source: string } | null {
  const parts = name.split(".");
  const at = parts.findIndex((part) => TOP.test(part));
  if (at === -1) return null;
  const [, top = "", added = ""] = TOP.exec(parts[at] ?? "") ?? [];
  return { name: [top, ...parts.slice(at + 1)].join("."), source: [...parts.slice(0, at), added].join(".") };
}

/** Boxes to tick say that they are off. */
function isFilled(text: string): boolean {
  return text !== "" && text !== "Off";
}

/** Whether two forms hold the same, and anything beside what identifies them. */
function isSame(some: FieldTexts, others: FieldTexts): boolean {
  const filled = (fields: FieldTexts) => [...fields].filter(([, text]) => isFilled(text)).sort();
  const [one, other] = [filled(some), filled(others)];
  return one.length > 1 && JSON.stringify(one) === JSON.stringify(other);
}
