import { finishSteps } from "./steps";
import type { InSteps } from "./steps";

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

/** A memo of work that is done in steps, or at once by a plain call. */
export interface OnceInSteps<K, V> {
  (key: K): V;
  inSteps(key: K): InSteps<V>;
}

/** Makes the value for the same object once, whether in steps or at once. */
export function makeOnceInSteps<K extends object, V>(
  make: (key: K) => InSteps<V>,
  objectOf: (key: K) => object = (key) => key,
): OnceInSteps<K, V> {
  const results = new WeakMap<object, { readonly value: V }>();
  function* makeInSteps(key: K): InSteps<V> {
    const cached = results.get(objectOf(key));
    if (cached !== undefined) return cached.value;
    const value = yield* make(key);
    results.set(objectOf(key), { value });
    return value;
  }
  return Object.assign((key: K) => finishSteps(makeInSteps(key)), { inSteps: makeInSteps });
}

/** A function that gives the same value for the same object, and makes it once. */
export function makeOnce<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const results = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    const cached = results.get(key);
    if (cached !== undefined) return cached.value;
    const value = make(key);
    results.set(key, { value });
    return value;
  };
}
