import { isRunning } from "../liveness";
import type { SessionFacts } from "../session-rows";

/** A page of a list, and the sessions that run, whatever page they would be on. */
export interface ListedSessions {
  readonly running: readonly SessionFacts[];
  readonly sessions: readonly SessionFacts[];
  /** How many sessions match, on all pages. */
  readonly total: number;
}

/** The list with a session as it is now; `null` when the list does not have it. */
export function listChanged(list: ListedSessions, now: SessionFacts): ListedSessions | null {
  if (![...list.running, ...list.sessions].some(({ id }) => id === now.id)) return null;
  const replaced = (sessions: readonly SessionFacts[]) =>
    sessions.map((session) =>
      session.id === now.id && (now.version ?? 0) >= (session.version ?? 0) ? now : session,
    );
  return { ...list, running: replaced(list.running), sessions: replaced(list.sessions) };
}

/** The list without a session. */
export function listDeleted(list: ListedSessions, id: string): ListedSessions {
  const others = (sessions: readonly SessionFacts[]) => sessions.filter((session) => session.id !== id);
  const running = others(list.running);
  const sessions = others(list.sessions);
  const isListed = running.length < list.running.length || sessions.length < list.sessions.length;
  return { running, sessions, total: Math.max(0, list.total - (isListed ? 1 : 0)) };
}

/**
 * The sessions in the order in which they stand: those that run first, the newest of them on top, so that rows do not
 * change places with every event; then the others as they were sorted.
 * @param now ms since 1970
 */
export function listOrder(
  list: Pick<ListedSessions, "running" | "sessions">,
  now: number,
): { sessions: readonly SessionFacts[]; runningIds: ReadonlySet<string> } {
  const all = new Map([...list.running, ...list.sessions].map((session) => [session.id, session]));
  const running = [...all.values()].filter((session) => isRunning(session, now));
  const runningIds = new Set(running.map(({ id }) => id));
  const newestFirst = running.toSorted(
    (a, b) => (b.startedAt ?? "").localeCompare(a.startedAt ?? "") || a.id.localeCompare(b.id),
  );
  const others = list.sessions.filter(({ id }) => !runningIds.has(id));
  return { sessions: [...newestFirst, ...others], runningIds };
}
