let next: string | null = null;

/** The page of this incident, which opens now, is to begin with sharing it: its texts, with secrets masked. */
export function shareNext(incident: string): void {
  next = incident;
}

export function isSharedNext(incident: string): boolean {
  return next === incident;
}

export function sharingBegan(): void {
  next = null;
}
