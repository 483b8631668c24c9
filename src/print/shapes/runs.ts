/** The stretches of black modules in a row: from, and to the first one after. */
export function runsOf(row: readonly boolean[]): [from: number, to: number][] {
  const runs: [number, number][] = [];
  row.forEach((isBlack, at) => {
    const last = runs.at(-1);
    if (!isBlack) return;
    if (last?.[1] === at) last[1] = at + 1;
    else runs.push([at, at + 1]);
  });
  return runs;
}
