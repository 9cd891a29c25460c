/** The block at the top of the list, and the scroll offset in it. */
interface KeptPlace {
  readonly sessionId: string;
  readonly blockId: string;
  readonly below: number;
}

let kept: KeptPlace | null = null;

/** `null` forgets it; then the next turn opens at its new blocks. */
export function keepPlace(place: KeptPlace | null): void {
  kept = place;
}

export function keptPlace(sessionId: string): KeptPlace | null {
  return kept?.sessionId === sessionId ? kept : null;
}
