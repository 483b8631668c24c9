/** Numbers, ascending, with runs drawn together and real minus signs: 5, 7–28, 30. */
export function numberRanges(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const n of numbers) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === n - 1) last[1] = n;
    else runs.push([n, n]);
  }
  return runs.flatMap(([from, to]) => runWords(from, to)).join(", ");
}

/** A dash between negative numbers could be taken for a sign. */
function runWords(from: number, to: number): string[] {
  if (to - from > 1) return [`${withMinus(from)}${from < 0 ? " … " : "–"}${withMinus(to)}`];
  return from === to ? [withMinus(from)] : [withMinus(from), withMinus(to)];
}

/** A number with a real minus sign. */
export function withMinus(n: number): string {
  return String(n).replace("-", "\u2212");
}
