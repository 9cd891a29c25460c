/** The views of a session, in the order of its tabs. */
export const SESSION_VIEWS = [
  { path: "", label: "Overview" },
  { path: "/evictions", label: "Evictions" },
  { path: "/ledger", label: "Ledger" },
  { path: "/plan", label: "Plan" },
  { path: "/replay", label: "Replay" },
  { path: "/why", label: "Why?" },
  { path: "/facts", label: "Facts" },
  { path: "/incidents", label: "Incidents" },
] as const;

/** The address of a view, with the cursor where the reader has it. */
export function sessionViewHref(sessionId: string, path: string, turn: number | null): string {
  return `/sessions/${sessionId}${path}${turn === null ? "" : `?turn=${turn}`}`;
}
