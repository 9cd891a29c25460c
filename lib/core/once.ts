/** Gives the same value for the same object as long as its key is the same. */
export class OncePerKey<K extends object, V> {
  private readonly made = new WeakMap<K, { readonly key: string; readonly value: V }>();

  get(of: K, key: string, make: () => V): V {
    const before = this.made.get(of);
    if (before?.key === key) return before.value;
    const value = make();
    this.made.set(of, { key, value });
    return value;
  }
}

/** A function that gives the same value for the same object, and makes it once. */
export function once<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known.value;
    const value = make(key);
    made.set(key, { value });
    return value;
  };
}
