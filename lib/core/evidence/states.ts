/** States that exclude each other, one line a kind of thing; words with a bar between them mean the same. */
const GROUPS = [
  "pending, processing, shipped|dispatched, delivered, cancelled|canceled, refunded, returned, backordered",
  "open, closed, resolved, reopened, merged",
  "passed|passing, failed|failing, skipped",
  "approved, rejected|declined|denied, pending",
  "enabled, disabled",
  "active|activated, inactive|deactivated, suspended, expired, revoked",
  "paid, unpaid, overdue, refunded",
  "available|in stock, unavailable|out of stock|sold out",
  "online, offline",
  "healthy, unhealthy, degraded",
  "valid, invalid",
  "pending, queued, running|in progress|ongoing, succeeded|completed|complete|finished|done, failed, cancelled|canceled, paused, stopped",
  "draft, published, archived",
  "public, private",
  "locked, unlocked",
  "confirmed, unconfirmed, tentative, cancelled|canceled",
  "connected, disconnected",
  "verified, unverified",
  "granted, denied",
  "installed, uninstalled",
  "true, false",
  "yes, no",
  "on, off",
  "up, down",
  "high, medium, low, critical",
];

/** Words that say so much else in prose that they are a state only beside the name of what they are a state of. */
const WEAK: ReadonlySet<string> = new Set(
  (
    "open closed running done complete completed true false yes no on off up down high medium low critical active " +
    "public private available valid passing passed finished returned failed failing stopped resolved merged skipped draft"
  ).split(" "),
);

interface Place {
  readonly group: number;
  /** Words of one meaning have one. */
  readonly meaning: string;
}

const PLACES = new Map<string, Place[]>();
for (const [group, line] of GROUPS.entries())
  for (const synonyms of line.split(", ")) {
    const words = synonyms.split("|");
    for (const word of words)
      PLACES.set(word, [...(PLACES.get(word) ?? []), { group, meaning: words[0] ?? word }]);
  }

/** Whether a word, in normal spelling, is one that things are in the state of. */
export function isStateWord(word: string): boolean {
  return PLACES.has(word);
}

/** Whether a state is told from other uses of its word without the name of what is in it. */
export function isTellingState(word: string): boolean {
  return PLACES.has(word) && !WEAK.has(word);
}

/** Whether nothing can be in both states at once. */
export function areExclusive(one: string, other: string): boolean {
  const places = PLACES.get(other) ?? [];
  return (PLACES.get(one) ?? []).some(({ group, meaning }) =>
    places.some((place) => place.group === group && place.meaning !== meaning),
  );
}

/** The states that exclude one, in normal spelling. */
export function statesBeside(word: string): string[] {
  return [...PLACES.keys()].filter((other) => areExclusive(word, other));
}

/** The words that mean the same state, itself first. */
export function sameState(word: string): string[] {
  const own = PLACES.get(word) ?? [];
  const same = [...PLACES].filter(
    ([other, places]) =>
      other !== word &&
      places.some(({ group, meaning }) => own.some((one) => one.group === group && one.meaning === meaning)),
  );
  return [word, ...same.map(([other]) => other)];
}
