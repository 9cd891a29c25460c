/** Thrown where the program itself is wrong, never for bad input. */
export class InvariantError extends Error {
  override name = "InvariantError";
}

/** Throws {@link InvariantError} unless `condition` holds. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantError(message);
}

/** Marks a branch that the types rule out. */
export function unreachable(value: never): never {
  throw new InvariantError(`unexpected value ${String(value)}`);
}

/** The element at `index`, which the caller knows to exist. */
export function at<T>(list: ArrayLike<T>, index: number): T {
  const value = list[index];
  assert(value !== undefined, `no element at ${index} of ${list.length}`);
  return value;
}
