const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/**
 * A count as it stands in a sentence or a table: rounded, in ASCII, with a comma between groups, the same on every
 * machine ("12,300"). Names of turns are no counts and are written as they are.
 */
export function digits(value: number): string {
  return whole.format(value);
}

/** "1 turn", "3 turns", "1,200 turns". */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${digits(value)} ${value === 1 ? one : many}`;
}
