/** Whether a JSON value holds at most so many values, itself and those within others included. */
export function holdsAtMost(value: unknown, max: number): boolean {
  const open: unknown[] = [value];
  for (let count = 0; open.length > 0; count++) {
    if (count >= max) return false;
    const item = open.pop();
    if (typeof item !== "object" || item === null) continue;
    const within: readonly unknown[] = Array.isArray(item) ? item : Object.values(item);
    if (within.length > max) return false;
    for (const part of within) open.push(part);
  }
  return true;
}
