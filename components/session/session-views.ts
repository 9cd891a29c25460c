/** The views of a session, in the order of its tabs. */
export const SESSION_VIEWS = [
  { path: "", label: "Overview" },
  { path: "/evictions", label: "Evictions" },
  { path: "/ledger", label: "Ledger" },
  { path: "/plan", label: "Plan" },
  { path: "/checkpoints", label: "Checkpoints" },
  { path: "/replay", label: "Replay" },
  { path: "/why", label: "Why?" },
  { path: "/facts", label: "Facts" },
  { path: "/incidents", label: "Incidents" },
] as const;

/** The address of a view, with the cursor where the reader has it: at a turn, or always at the newest. */
export function sessionViewHref(
  sessionId: string,
  path: string,
  turn: number | null,
  following = false,
): string {
  const cursor = following ? "?follow=1" : turn === null ? "" : `?turn=${turn}`;
  return `/sessions/${sessionId}${path}${cursor}`;
}
