/** Whether two JSON values are equal. Shared parts are compared by identity, so they cost nothing. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [keys, otherKeys] = [Object.keys(a), Object.keys(b)];
  return (
    keys.length === otherKeys.length &&
    keys.every(
      (key, i) =>
        key === otherKeys[i] &&
        isSameValue((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
    )
  );
}
