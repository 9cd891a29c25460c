import { groupBy } from "./group-by";

/** What a project keeps. What none of the rules is about is kept for ever. */
export interface RetentionRules {
  /** How many days a session is kept after the last data received for it; `null` is for ever. */
  readonly days: number | null;
  /** Of sessions with a tag, in place of `days`. Where several hold, the longest. */
  readonly tags: { readonly tag: string; readonly days: number | null }[];
  /** Of all sessions together, as they are stored: the oldest go first. `null` is no limit. */
  readonly megabytes: number | null;
}

export const MEGABYTE = 1_000_000;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Rules on one line. */
export function describeRetention({ days, tags, megabytes }: RetentionRules): string {
  const describeDays = (of: number | null) => (of === null ? "for ever" : of === 1 ? "1 day" : `${of} days`);
  return [
    describeDays(days),
    ...tags.map((rule) => `with the tag ${rule.tag} ${describeDays(rule.days)}`),
    ...(megabytes === null ? [] : [`at most ${megabytes} MB`]),
  ].join("; ");
}

/** A session with all sub-agents, side calls and replays below it. They are kept, or go, together. */
export interface KeptFamily {
  readonly root: string;
  readonly members: readonly string[];
  /** Of the root. */
  readonly tags: readonly string[];
  /** When anything was received for any of them, in milliseconds since 1970. */
  readonly newestAt: number;
  readonly bytes: number;
  /** An incident or a share that can still be opened holds one of them. */
  readonly isHeld: boolean;
}

export interface RetentionChoice {
  readonly byAge: readonly KeptFamily[];
  readonly bySize: readonly KeptFamily[];
  /** Families that are old enough to be deleted, and that something holds. */
  readonly held: readonly KeptFamily[];
}

/** Which sessions the rules let go. @param now in milliseconds since 1970 */
export function chooseSessionsToLetGo(
  families: readonly KeptFamily[],
  rules: RetentionRules,
  now: number,
): RetentionChoice {
  const isOld = (family: KeptFamily) => {
    const days = findDays(family, rules);
    return days !== null && family.newestAt < now - days * DAY_MS;
  };
  const old = families.filter(isOld);
  const byAge = old.filter(({ isHeld }) => !isHeld);
  const goneFamilies = new Set(byAge);
  const stay = families.filter((family) => !goneFamilies.has(family));
  return { byAge, bySize: findBeyond(stay, rules), held: old.filter(({ isHeld }) => isHeld) };
}

function findDays({ tags }: KeptFamily, rules: RetentionRules): number | null {
  const daysOfTags = rules.tags.filter(({ tag }) => tags.includes(tag)).map(({ days }) => days);
  if (daysOfTags.length === 0) return rules.days;
  return daysOfTags.reduce((longest, days) =>
    longest === null || days === null ? null : Math.max(longest, days),
  );
}

/** What a tag keeps for ever stays, however much there is. */
function findBeyond(families: readonly KeptFamily[], rules: RetentionRules): KeptFamily[] {
  if (rules.megabytes === null) return [];
  let excess = families.reduce((sum, { bytes }) => sum + bytes, 0) - rules.megabytes * MEGABYTE;
  const mayGo = (family: KeptFamily) =>
    !family.isHeld && (findDays(family, rules) !== null || !hasRule(family, rules));
  const goneFamilies: KeptFamily[] = [];
  for (const family of families.filter(mayGo).toSorted((a, b) => a.newestAt - b.newestAt)) {
    if (excess <= 0) break;
    excess -= family.bytes;
    goneFamilies.push(family);
  }
  return goneFamilies;
}

function hasRule({ tags }: KeptFamily, rules: RetentionRules): boolean {
  return rules.tags.some(({ tag }) => tags.includes(tag));
}

export interface SessionToKeep {
  readonly id: string;
  readonly parent: string | null;
  readonly tags: readonly string[];
  readonly updatedAt: number;
  readonly bytes: number;
  readonly isHeld: boolean;
}

/** Puts sessions together with those that they stand below. Whoever stands below itself is a family of its own. */
export function groupFamilies(sessions: readonly SessionToKeep[]): KeptFamily[] {
  const byId = new Map(sessions.map((session) => [session.id, session]));
  return [...groupBy(sessions, (session) => findRoot(session, byId))].map(([root, family]) => ({
    root,
    members: family.map(({ id }) => id),
    tags: byId.get(root)?.tags ?? [],
    newestAt: family.reduce((newest, { updatedAt }) => Math.max(newest, updatedAt), 0),
    bytes: family.reduce((sum, { bytes }) => sum + bytes, 0),
    isHeld: family.some(({ isHeld }) => isHeld),
  }));
}

function findRoot(session: SessionToKeep, byId: ReadonlyMap<string, SessionToKeep>): string {
  const seenSessions = new Set<SessionToKeep>();
  let at = session;
  for (let up = byId.get(at.parent ?? ""); up !== undefined; up = byId.get(at.parent ?? "")) {
    if (seenSessions.has(up)) return session.id;
    seenSessions.add(up);
    at = up;
  }
  return at.id;
}
