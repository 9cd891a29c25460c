import { isRunning } from "../liveness";
import type { SessionInput } from "../session-rows";

/** A page of the list, and the running sessions from all pages. */
export interface ListedSessions {
  readonly running: readonly SessionInput[];
  readonly sessions: readonly SessionInput[];
  readonly total: number;
}

/** `null` when the list does not contain the session. */
export function listChanged(list: ListedSessions, now: SessionInput): ListedSessions | null {
  if (![...list.running, ...list.sessions].some(({ id }) => id === now.id)) return null;
  const replaced = (sessions: readonly SessionInput[]) =>
    sessions.map((session) =>
      session.id === now.id && (now.version ?? 0) >= (session.version ?? 0) ? now : session,
    );
  return { ...list, running: replaced(list.running), sessions: replaced(list.sessions) };
}

export function listDeleted(list: ListedSessions, id: string): ListedSessions {
  const others = (sessions: readonly SessionInput[]) => sessions.filter((session) => session.id !== id);
  const running = others(list.running);
  const sessions = others(list.sessions);
  const isListed = running.length < list.running.length || sessions.length < list.sessions.length;
  return { running, sessions, total: Math.max(0, list.total - (isListed ? 1 : 0)) };
}

/**
 * The order of the rows. Running sessions come first, the newest start on top, so rows do not move with every event.
 * The others keep their sort order.
 * @param now ms since 1970
 */
export function listOrder(
  list: Pick<ListedSessions, "running" | "sessions">,
  now: number,
): { sessions: readonly SessionInput[]; runningIds: ReadonlySet<string> } {
  const all = new Map([...list.running, ...list.sessions].map((session) => [session.id, session]));
  const running = [...all.values()].filter((session) => isRunning(session, now));
  const runningIds = new Set(running.map(({ id }) => id));
  const newestFirst = running.toSorted(
    (a, b) => (b.startedAt ?? "").localeCompare(a.startedAt ?? "") || a.id.localeCompare(b.id),
  );
  const others = list.sessions.filter(({ id }) => !runningIds.has(id));
  return { sessions: [...newestFirst, ...others], runningIds };
}
