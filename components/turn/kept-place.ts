/** Where a reader last was in a session's windows: the block at the top of the list, and how far it was scrolled. */
interface KeptPlace {
  readonly sessionId: string;
  readonly blockId: string;
  readonly below: number;
}

let kept: KeptPlace | null = null;

/** Keeps the place for the turn that is opened next; `null` forgets it, so that the next turn opens at what is new. */
export function keepPlace(place: KeptPlace | null): void {
  kept = place;
}

/** The place that was kept in a session; `null` where the reader has not moved. */
export function keptPlace(sessionId: string): KeptPlace | null {
  return kept?.sessionId === sessionId ? kept : null;
}
