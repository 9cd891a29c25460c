import type { LedgerState } from "../url-state";

/** Rows that are read at a time. */
export const PAGE_ROWS = 200;

/** The address of a ledger answer for what the URL asks for. Unset filters are left out. */
export function ledgerPath(
  sessionId: string,
  state: LedgerState,
  page: { offset: number; limit: number },
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...state, ...page }))
    if (value !== null && value !== "") query.set(name, String(value));
  return `/api/v1/sessions/${encodeURIComponent(sessionId)}/ledger?${query.toString()}`;
}
