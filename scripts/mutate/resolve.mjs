// Tests that import "vitest" get the part of it that runs in this process, and code that remembers results gets what can forget them.
const STAND_INS = [
  [/^vitest$/, new URL("./vitest.mjs", import.meta.url)],
  [/\/rules\/memoize\.ts$/, new URL("./forgetting.mjs", import.meta.url)],
];

export async function resolve(specifier, context, next) {
  const [, standIn] = STAND_INS.find(([name]) => name.test(specifier)) ?? [];
  if (standIn === undefined) return next(specifier, context);
  return { url: standIn.href, shortCircuit: true };
}
