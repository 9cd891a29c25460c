/** Whether a JSON value holds at most so many values, itself and those within others included. */
export function holdsAtMost(value: unknown, max: number): boolean {
  const left: unknown[] = [value];
  for (let count = 0; left.length > 0; count++) {
    if (count >= max) return false;
    const one = left.pop();
    if (typeof one !== "object" || one === null) continue;
    const within: readonly unknown[] = Array.isArray(one) ? one : Object.values(one);
    if (within.length > max) return false;
    for (const part of within) left.push(part);
  }
  return true;
}
