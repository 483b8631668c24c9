/** A function about an object that keeps what it gave for each, as long as the object is in use. */
export function memoize<K extends object, V>(make: (about: K) => V): (about: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (about) => {
    const found = known.get(about) ?? { value: make(about) };
    known.set(about, found);
    return found.value;
  };
}

/** The same about a text; what it gave is kept for as long as the function itself. */
export function rememberedByText<V>(make: (about: string) => V): (about: string) => V {
  const known = new Map<string, { readonly value: V }>();
  return (about) => {
    const found = known.get(about) ?? { value: make(about) };
    known.set(about, found);
    return found.value;
  };
}
