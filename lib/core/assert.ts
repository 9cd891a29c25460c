/** Thrown when the program itself is wrong, never for bad input. */
export class InvariantError extends Error {
  override name = "InvariantError";
}

export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantError(message);
}

/**
 * The caller knows that the element exists.
 * @throws InvariantError if it does not
 */
export function at<T>(list: ArrayLike<T>, index: number): T {
  const value = list[index];
  assert(value !== undefined, `no element at ${index} of ${list.length}`);
  return value;
}
