/** Every question is a link that can be written by hand. These functions define its form. */

const SELECTED_CHARS_MAX = 400;

function makePath(sessionId: string, view: string, params: Record<string, string | number | null>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value !== null) query.set(name, String(value));
  const text = query.toString();
  return `/sessions/${encodeURIComponent(sessionId)}/${view}${text === "" ? "" : `?${text}`}`;
}

/** "Why did the model not use this block, or this text, in that turn?" Without a turn it asks about the newest. */
export function makeWhyHref(
  sessionId: string,
  turn: number | null,
  about: { readonly block: string; readonly value?: string | null } | { readonly q: string },
): string {
  const asked =
    "q" in about ? { q: clipText(about.q) } : { block: about.block, value: clipMarked(about.value ?? null) };
  return makePath(sessionId, "why", { turn, ...asked });
}

export function makeFactsHref(sessionId: string, q: string): string {
  return makePath(sessionId, "facts", { q: clipText(q) });
}

/**
 * "What went into that turn's window, and what did not?" With `against`, only the decisions that differ from that turn.
 * With `block`, the row of that block is marked.
 */
export function makeLedgerHref(
  sessionId: string,
  turn: number | null,
  against: number | null = null,
  block: string | null = null,
): string {
  return makePath(sessionId, "ledger", { turn, against, sel: block });
}

export function makeBlockHref(sessionId: string, blockId: string, value: string | null = null): string {
  return makePath(sessionId, `blocks/${encodeURIComponent(blockId)}`, { value: clipMarked(value) });
}

export function makeEvictionsHref(
  sessionId: string,
  turn: number | null,
  shown: {
    readonly block?: string | null | undefined;
    readonly compaction?: number | null | undefined;
    readonly value?: string | null | undefined;
  },
): string {
  const { block = null, compaction = null, value = null } = shown;
  return makePath(sessionId, "evictions", { turn, sel: block, c: compaction, value: clipMarked(value) });
}

export function makeCheckpointsHref(sessionId: string, turn: number | null, value: string | null): string {
  return makePath(sessionId, "checkpoints", { turn, value: clipMarked(value) });
}

export function turnHref(
  sessionId: string,
  turn: number,
  block: string | null = null,
  value: string | null = null,
): string {
  return makePath(sessionId, `turns/${turn}`, { sel: block, value: clipMarked(value) });
}

export function planHref(
  sessionId: string,
  turn: number | null,
  evidence: string | null,
  value: string | null = null,
): string {
  return makePath(sessionId, "plan", {
    turn,
    sel: evidence === null ? null : `from:${evidence}`,
    value: clipMarked(value),
  });
}

/**
 * Replays the session at once.
 * @param draft the choices to run, as the page of replays writes them; those that are proposed for it where left out
 */
export function replayStartHref(sessionId: string, draft: string | null = null): string {
  return makePath(sessionId, "replay", { start: 1, ...(draft !== null && { p: draft }) });
}

/** The turn in an address of a session's pages: `/turns/12` or `?turn=12`; `null` without one. */
export function turnOfAddress(pathname: string, search: string): number | null {
  const inPath = /\/turns\/(\d{1,8})(?:\/|$)/.exec(pathname)?.[1];
  const text = inPath ?? new URLSearchParams(search).get("turn");
  return text !== null && /^\d{1,8}$/.test(text) ? Number(text) : null;
}

function clipMarked(value: string | null): string | null {
  return value === null ? null : clipText(value);
}

/** A search would not find a longer selection anyway. */
function clipText(text: string): string {
  return text.trim().slice(0, SELECTED_CHARS_MAX);
}
