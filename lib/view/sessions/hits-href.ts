/**
 * The page that lists the hits of a search in one session. What follows a minus is not in the texts, and quotes are not part
 * of them.
 */
export function makeHitsHref(sessionId: string, asked: string): string {
  const text = asked.replace(/(^|\s)-\S+|"/g, " ").trim();
  return `/sessions/${encodeURIComponent(sessionId)}/facts?${new URLSearchParams({ q: text }).toString()}`;
}
