import { existsSync, readFileSync } from "node:fs";
import {
  PDFArray,
  PDFBool,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from "@cantoo/pdf-lib";

// A walk through all objects of a file, held against the Arlington PDF Model of the PDF Association: tables of what each kind of object
// may hold. `arlington/` has those tables that our files need. Conditions (`fn:…`) are not worked out: what they say is left open.

/** A row of a table: an entry of a dictionary or an item of an array. Lists go with the types, one for each. */
interface Row {
  readonly key: string;
  readonly types: readonly string[];
  readonly since: number;
  readonly isRequired: boolean;
  readonly isInherited: boolean;
  readonly mustBeIndirect: readonly boolean[];
  readonly values: readonly (readonly string[] | null)[];
  readonly links: readonly (readonly string[])[];
}

const FOLDER = new URL("arlington/", import.meta.url);
const tables = new Map<string, readonly Row[]>();

/** The rows of a table. @throws if it is not here */
function tableOf(name: string): readonly Row[] {
  const known = tables.get(name);
  if (known !== undefined) return known;
  const [, ...lines] = readFileSync(new URL(`${name}.tsv`, FOLDER), "utf8")
    .trimEnd()
    .split("\n");
  const rows = lines.map(rowOf);
  tables.set(name, rows);
  return rows;
}

function rowOf(line: string): Row {
  const [
    key = "",
    types = "",
    since = "",
    ,
    required,
    indirect = "",
    inherited,
    ,
    values = "",
    ,
    links = "",
  ] = line.split("\t");
  const kinds = topLevel(types, ";").map((type) => /(?:fn:\w+\([^,]*,)?([\w-]+)\)?$/.exec(type)?.[1] ?? type);
  return {
    key,
    types: kinds,
    since: Number(since) || 1,
    isRequired: required === "TRUE",
    isInherited: inherited === "TRUE",
    mustBeIndirect: kinds.map((_, at) => (topLevel(indirect, ";")[at] ?? indirect).includes("TRUE")),
    values: kinds.map((_, at) => listed(topLevel(values, ";")[at] ?? "")),
    links: kinds.map((_, at) => (listed(topLevel(links, ";")[at] ?? "", true) ?? []).map(plainLink)),
  };
}

/** `fn:SinceVersion(1.3,AnnotLine)` without its condition. */
const plainLink = (link: string) => /(\w+)\)*$/.exec(link)?.[1] ?? link;

/** The items of `[a,b]`; null for none, and for conditions unless `all` are wanted. */
function listed(text: string, all = false): readonly string[] | null {
  const inside = text.replace(/^\[|\]$/g, "");
  if (inside === "" || (!all && inside.includes("fn:"))) return null;
  return topLevel(inside, ",");
}

/** Parts of a text that are not within brackets. */
function topLevel(text: string, separator: string): string[] {
  let depth = 0;
  const parts = [""];
  for (const sign of text) {
    if ("([".includes(sign)) depth++;
    if (")]".includes(sign)) depth--;
    if (sign === separator && depth === 0) parts.push("");
    else parts[parts.length - 1] += sign;
  }
  return parts;
}

/** The types that a value has, in the words of the tables. */
function typesOf(value: PDFObject): string[] {
  if (value instanceof PDFName) return ["name"];
  if (value instanceof PDFBool) return ["boolean"];
  if (value instanceof PDFNumber)
    return Number.isInteger(value.asNumber()) ? ["integer", "number", "bitmask"] : ["number"];
  if (value instanceof PDFString || value instanceof PDFHexString)
    return ["string", "string-ascii", "string-byte", "string-text", ...(isDate(value) ? ["date"] : [])];
  if (value instanceof PDFRawStream) return ["stream"];
  if (value instanceof PDFDict) return ["dictionary", "name-tree", "number-tree"];
  if (value instanceof PDFArray) {
    const isOf = (size: number) =>
      value.size() === size && value.asArray().every((one) => one instanceof PDFNumber);
    return ["array", ...(isOf(4) ? ["rectangle"] : []), ...(isOf(6) ? ["matrix"] : [])];
  }
  return ["null"];
}

const isDate = (value: PDFString | PDFHexString) => /^D:\d{4,14}/.test(value.decodeText());

/** What was found in a file. */
export interface GrammarReport {
  /** Where an object is not as its table says: `Catalog.Pages.Kids.0: …`. */
  readonly faults: readonly string[];
  /** How many objects were reached, and which were not. */
  readonly reached: number;
  readonly unreached: readonly string[];
  /** The tables that were needed. */
  readonly tables: ReadonlySet<string>;
}

/** Objects that may be two in one: the place of a field on a page is often the field itself (ISO 32000-1, 12.5.6.19). */
const MERGED: Readonly<Record<string, readonly string[]>> = {
  AnnotWidget: ["FieldTx", "FieldBtnCheckbox"],
  FieldTx: ["AnnotWidget"],
  FieldBtnCheckbox: ["AnnotWidget"],
  AddActionWidgetAnnotation: ["AddActionFormField"],
};

/** Entries of streams that tell how they are packed, and that every stream has (ISO 32000-1, table 5). */
const STREAM_KEYS = new Set(["Length", "Filter", "DecodeParms"]);

/** Holds every object of a file against the tables of its version. */
export async function grammarReport(pdf: Uint8Array): Promise<GrammarReport> {
  const version = Number(/%PDF-(\d\.\d)/.exec(Buffer.from(pdf.subarray(0, 20)).toString("latin1"))?.[1]);
  const { context, catalog } = await PDFDocument.load(pdf, { updateMetadata: false });
  const walker = new Walker(version);
  const info = context.lookup(context.trailerInfo.Info);
  walker.walk(catalog, ["Catalog"], "Catalog");
  if (info !== undefined) walker.walk(info, ["DocInfo"], "Info");
  const all = context.enumerateIndirectObjects();
  // The library keeps the streams that pack objects, which nothing refers to.
  const packs = new Set(["/ObjStm", "/XRef"]);
  const unreached = all.filter(([, object]) => {
    const type = object instanceof PDFRawStream ? String(object.dict.get(PDFName.of("Type"))) : "";
    // pdfkit writes an outline without items as an object without entries.
    const isEmpty = object instanceof PDFDict && object.keys().length === 0;
    return !walker.seen.has(object) && !packs.has(type) && !isEmpty;
  });
  return {
    faults: walker.faults,
    reached: walker.seen.size,
    unreached: unreached.map(([ref, object]) => `${ref}: ${String(object).slice(0, 80)}`),
    tables: walker.tables,
  };
}

class Walker {
  readonly faults: string[] = [];
  readonly seen = new Set<PDFObject>();
  readonly tables = new Set<string>();
  readonly #version: number;

  constructor(version: number) {
    this.#version = version;
  }

  /** Holds an object against the table that fits it best, and follows what it holds. */
  walk(value: PDFObject, names: readonly string[], path: string): void {
    if (this.seen.has(value)) return;
    this.seen.add(value);
    const candidates = names.filter((name) => existsSync(new URL(`${name}.tsv`, FOLDER)));
    if (candidates.length === 0) {
      this.faults.push(`${path}: there is no table of ${names}`);
      return;
    }
    const judged = candidates
      .flatMap((name) => [[name], ...(MERGED[name] ?? []).map((other) => [name, other])])
      .map((merged) => {
        const rows = merged.flatMap(tableOf);
        return { merged, rows, faults: this.#faultsOf(value, rows, path) };
      });
    const [best] = judged.sort((one, other) => one.faults.length - other.faults.length);
    if (best === undefined) return;
    for (const name of best.merged) this.tables.add(name);
    this.faults.push(...best.faults.map((fault) => `${fault} (${best.merged.join(" and ")})`));
    this.#follow(value, best.rows, path);
  }

  #faultsOf(value: PDFObject, rows: readonly Row[], path: string): string[] {
    const entries = entriesOf(value);
    const missing = rows.filter(
      ({ key, isRequired, isInherited, since }) =>
        isRequired && !isInherited && since <= this.#version && /^[^*]+$/.test(key) && !entries.has(key),
    );
    return [
      ...missing.map(({ key }) => `${path}: lacks ${key}`),
      ...[...entries].flatMap(([key, written]) => this.#faultOf(value, key, written, rows, path)),
    ];
  }

  #faultOf(holder: PDFObject, key: string, written: PDFObject, rows: readonly Row[], path: string): string[] {
    const row = rowFor(rows, key);
    const place = `${path}.${key}`;
    if (row === undefined)
      return holder instanceof PDFRawStream && STREAM_KEYS.has(key) ? [] : [`${place}: is unknown`];
    if (row.since > this.#version) return [`${place}: is of version ${row.since}`];
    const value = resolved(written, holder);
    const at = row.types.findIndex((type) => typesOf(value).includes(type));
    if (at < 0) return [`${place}: is ${typesOf(value)[0]}, not ${row.types}`];
    if (row.mustBeIndirect[at] && !(written instanceof PDFRef)) return [`${place}: must be indirect`];
    const allowed = row.values[at];
    const plain = value instanceof PDFName ? value.decodeText() : String(value);
    const isOpen =
      allowed == null || allowed.includes("*") || !["name", "integer"].includes(row.types[at] ?? "");
    return isOpen || allowed.includes(plain) ? [] : [`${place}: is ${plain}, not one of ${allowed}`];
  }

  #follow(holder: PDFObject, rows: readonly Row[], path: string): void {
    for (const [key, written] of entriesOf(holder)) {
      const row = rowFor(rows, key);
      const value = resolved(written, holder);
      const at = row?.types.findIndex((type) => typesOf(value).includes(type)) ?? -1;
      const links = row?.links[at] ?? [];
      if (row?.types[at]?.endsWith("-tree")) this.#walkTree(value, links, `${path}.${key}`);
      else if (links.length > 0) this.walk(value, links, `${path}.${key}`);
      else if (written instanceof PDFRef) this.seen.add(value);
    }
  }

  /** Follows the nodes of a tree of names or numbers to its values (ISO 32000-1, 7.9.6 and 7.9.7). */
  #walkTree(node: PDFObject, links: readonly string[], path: string): void {
    this.seen.add(node);
    if (!(node instanceof PDFDict)) return;
    for (const key of node.keys().map((name) => name.decodeText()))
      if (!["Kids", "Names", "Nums", "Limits"].includes(key)) this.faults.push(`${path}.${key}: is unknown`);
    const list = (key: string) => {
      const found = node.lookup(PDFName.of(key));
      return found instanceof PDFArray ? found.asArray().map((one) => resolved(one, node)) : [];
    };
    for (const kid of list("Kids")) this.#walkTree(kid, links, path);
    [...list("Names"), ...list("Nums")].forEach((value, at) => {
      if (at % 2 === 1 && links.length > 0) this.walk(value, links, `${path}.${at}`);
      else this.seen.add(value);
    });
  }
}

function rowFor(rows: readonly Row[], key: string): Row | undefined {
  const exact = rows.find((row) => row.key === key);
  if (exact !== undefined || !/^\d+$/.test(key)) return exact ?? rows.find((row) => row.key === "*");
  // Items that repeat in groups: `0`, `1*`, `2*`.
  const repeated = rows.filter((row) => /^\d+\*$/.test(row.key));
  const first = Number(repeated[0]?.key.replace("*", "") ?? 0);
  return repeated[(Number(key) - first) % repeated.length] ?? rows.find((row) => row.key === "*");
}

function entriesOf(value: PDFObject): Map<string, PDFObject> {
  if (value instanceof PDFArray) return new Map(value.asArray().map((item, at) => [String(at), item]));
  const dict = value instanceof PDFRawStream ? value.dict : value;
  if (!(dict instanceof PDFDict)) return new Map();
  return new Map(dict.entries().map(([key, entry]) => [key.decodeText(), entry]));
}

function resolved(value: PDFObject, holder: PDFObject): PDFObject {
  if (!(value instanceof PDFRef)) return value;
  const { context } = (holder instanceof PDFRawStream ? holder.dict : holder) as PDFDict;
  return context.lookup(value) ?? value;
}
