/** Every question is a link that can be written by hand. These functions define its form. */

const SELECTED_CHARS_MAX = 400;

function path(sessionId: string, view: string, params: Record<string, string | number | null>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value !== null) query.set(name, String(value));
  const text = query.toString();
  return `/sessions/${encodeURIComponent(sessionId)}/${view}${text === "" ? "" : `?${text}`}`;
}

/** "Why did the model not use this block, or this text, in that turn?" Without a turn it asks about the newest. */
export function whyHref(
  sessionId: string,
  turn: number | null,
  about: { readonly block: string } | { readonly q: string },
): string {
  return path(sessionId, "why", { turn, ...("q" in about ? { q: clipped(about.q) } : about) });
}

export function factsHref(sessionId: string, q: string): string {
  return path(sessionId, "facts", { q: clipped(q) });
}

/**
 * "What went into that turn's window, and what did not?" With `against`, only the decisions that differ from that turn.
 */
export function ledgerHref(sessionId: string, turn: number | null, against: number | null = null): string {
  return path(sessionId, "ledger", { turn, against });
}

export function blockHref(sessionId: string, blockId: string, value: string | null = null): string {
  return path(sessionId, `blocks/${encodeURIComponent(blockId)}`, {
    value: value === null ? null : clipped(value),
  });
}

export function evictionsHref(
  sessionId: string,
  turn: number | null,
  block: string | null,
  compaction: number | null,
): string {
  return path(sessionId, "evictions", { turn, sel: block, c: compaction });
}

/** A turn, with a block of its window or its answer marked, and what is marked in that block's text. */
export function turnHref(
  sessionId: string,
  turn: number,
  block: string | null = null,
  value: string | null = null,
): string {
  return path(sessionId, `turns/${turn}`, { sel: block, value: value === null ? null : clipped(value) });
}

/** The plan at a turn, with what needs a piece of evidence selected. */
export function planHref(sessionId: string, turn: number | null, evidence: string | null): string {
  return path(sessionId, "plan", { turn, sel: evidence === null ? null : `from:${evidence}` });
}

/** The turn in an address of a session's pages: `/turns/12` or `?turn=12`; `null` without one. */
export function turnOfAddress(pathname: string, search: string): number | null {
  const inPath = /\/turns\/(\d{1,8})(?:\/|$)/.exec(pathname)?.[1];
  const text = inPath ?? new URLSearchParams(search).get("turn");
  return text !== null && /^\d{1,8}$/.test(text) ? Number(text) : null;
}

/** Cuts a selection to the length of a link. A search would not find a longer one anyway. */
function clipped(text: string): string {
  return text.trim().slice(0, SELECTED_CHARS_MAX);
}
