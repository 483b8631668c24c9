import { stringify } from "yaml";

/** What YAML can hold. */
export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [key: string]: Plain };

/** A value as YAML on one line: `{ de: Eins, en: One }`, `[1, 6]`, `"2.50"`. Reading it gives the same value again. */
export function flowYaml(value: Plain): string {
  if (Array.isArray(value)) return `[${value.map(flowYaml).join(", ")}]`;
  if (typeof value !== "object" || value === null)
    return flowScalar(value as string | number | boolean | null);
  const entries = Object.entries(value).map(([key, below]) => `${flowScalar(key)}: ${flowYaml(below)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

/** A single value with the quotation marks that it needs between brackets. */
function flowScalar(value: string | number | boolean | null): string {
  // What JSON writes with escapes, YAML reads; left to itself, YAML would go on to the next line.
  if (typeof value === "string" && /[\n\r\u2028\u2029\u0085]/.test(value)) return JSON.stringify(value);
  const list = stringify([value], { collectionStyle: "flow", lineWidth: 0, flowCollectionPadding: false });
  return list.trim().slice(1, -1);
}
