/** A function about an object that keeps what it gave for each, as long as the object is in use. */
export function remembered<K extends object, V>(make: (about: K) => V): (about: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (about) => {
    const found = known.get(about) ?? { value: make(about) };
    known.set(about, found);
    return found.value;
  };
}
