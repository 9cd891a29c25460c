const ENTRIES_MAX = 4_000;
const NAME_CHARS_MAX = 500;

/**
 * Keeps the newest results of a pure function, because every window repeats the calls of the one before. A
 * long name is computed again each time.
 * @param nameOf equal for arguments with equal results
 */
export function rememberResults<A extends readonly unknown[], R>(
  nameOf: (...args: A) => string,
  work: (...args: A) => R,
): (...args: A) => R {
  let newer = new Map<string, R>();
  let older: ReadonlyMap<string, R> = new Map();
  return (...args) => {
    const name = nameOf(...args);
    if (name.length > NAME_CHARS_MAX) return work(...args);
    const generation = newer.has(name) ? newer : older;
    const result = generation.has(name) ? (generation.get(name) as R) : work(...args);
    if (generation === newer && newer.has(name)) return result;
    if (newer.size >= ENTRIES_MAX / 2) [older, newer] = [newer, new Map()];
    newer.set(name, result);
    return result;
  };
}
