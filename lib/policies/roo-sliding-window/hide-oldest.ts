/** How many visible messages after the first are hidden: a share of them, rounded down to an even number. */
export function hiddenCount(visible: number, fractionToRemove: number): number {
  const wanted = Math.floor((visible - 1) * fractionToRemove);
  return Math.max(0, wanted - (wanted % 2));
}

export function truncationMarker(hidden: number): string {
  return `[Sliding window truncation: ${hidden} messages hidden to reduce context]`;
}
