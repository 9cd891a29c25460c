/**
 * Replaces every part of `next` that equals the part of `before` at the same place by that very object. So a request
 * that repeats the previous one shares its objects. Lists are compared from their beginning. Objects are equal only if
 * their keys have the same order too, because a text must be restored exactly.
 * @param next is changed in place
 * @returns `before` itself if both are equal
 */
export function shareParts(before: unknown, next: unknown): unknown {
  if (before === next) return before;
  if (typeof before !== "object" || typeof next !== "object" || before === null || next === null) return next;
  if (Array.isArray(before) || Array.isArray(next))
    return Array.isArray(before) && Array.isArray(next) ? shareLists(before, next) : next;
  return shareFields(before as Record<string, unknown>, next as Record<string, unknown>);
}

function shareLists(before: readonly unknown[], next: unknown[]): readonly unknown[] {
  const shared = Math.min(before.length, next.length);
  let isSame = before.length === next.length;
  for (let i = 0; i < shared; i++) {
    const part = (next[i] = shareParts(before[i], next[i]));
    isSame &&= Object.is(part, before[i]);
  }
  return isSame ? before : next;
}

function shareFields(
  before: Record<string, unknown>,
  next: Record<string, unknown>,
): Record<string, unknown> {
  const keysBefore = Object.keys(before);
  let count = 0;
  let isSame = true;
  for (const key in next) {
    const isThere = key === keysBefore[count++] || Object.hasOwn(before, key);
    isSame &&= key === keysBefore[count - 1];
    if (!isThere) continue;
    const part = shareParts(before[key], next[key]);
    if (part !== next[key]) setOwn(next, key, part);
    isSame &&= Object.is(part, before[key]);
  }
  return isSame && count === keysBefore.length ? before : next;
}

function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__")
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value;
}
