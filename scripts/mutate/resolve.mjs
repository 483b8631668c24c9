// Tests that import "vitest" get the part of it that runs in this process.
export async function resolve(specifier, context, next) {
  if (specifier !== "vitest") return next(specifier, context);
  return { url: new URL("./vitest.mjs", import.meta.url).href, shortCircuit: true };
}
