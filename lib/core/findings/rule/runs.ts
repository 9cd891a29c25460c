export function turnRuns<T>(values: readonly T[], holds: (value: T) => boolean): T[][] {
  const runs: T[][] = [];
  let open: T[] | null = null;
  for (const value of values) {
    if (!holds(value)) open = null;
    else if (open === null) runs.push((open = [value]));
    else open.push(value);
  }
  return runs;
}
