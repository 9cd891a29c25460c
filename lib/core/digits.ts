const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/**
 * A count for a sentence or a table: rounded, ASCII digits, a comma between groups ("12,300"), the same on every
 * machine. Do not use it for turn indexes: they are names, not counts.
 */
export function formatDigits(value: number): string {
  return whole.format(value);
}

/** "1 turn", "3 turns", "1,200 turns". */
export function formatCount(value: number, singular: string, plural = `${singular}s`): string {
  return `${formatDigits(value)} ${value === 1 ? singular : plural}`;
}
