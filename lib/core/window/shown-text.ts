import type { SourceKind, Mode } from "../vocabulary";

/** What is remembered of a text to recognise later what became of it. */
export interface TextTraits {
  readonly chars: number;
  readonly head: string;
  readonly tail: string;
}

const TRAIT_CHARS = 32;
const PLACEHOLDER_CHARS_MAX = 400;

/** Words by which harnesses mark that something is gone: each appears in a placeholder of a policy or a recorded session. */
const GONE_WORDS =
  /\b(cleared|removed|omitted|elided|masked|truncated|trimmed|pruned|compacted|no longer|not shown|outdated)\b/i;
const BARE_PLACEHOLDER = /^\s*(\[[^\]]*\]|<[^>]*>|\([^)]*\)|…|\.\.\.)\s*$/;

export function traitsOf(text: string): TextTraits {
  return {
    chars: text.length,
    head: detached(text.slice(0, TRAIT_CHARS)),
    tail: detached(text.slice(-TRAIT_CHARS)),
  };
}

/** The same text in memory of its own: a slice would keep the whole text alive for as long as its traits are remembered. */
function detached(slice: string): string {
  return slice.split("").join("");
}

/** Whether a text only says that something stood here. */
export function isPlaceholder(text: string): boolean {
  if (text.length > PLACEHOLDER_CHARS_MAX) return false;
  return text.trim() === "" || BARE_PLACEHOLDER.test(text) || GONE_WORDS.test(text);
}

/** Whether a text is nothing but a mark that something stood here, carries one in brackets, or breaks off in dots. */
export function isMarkedAsCut(text: string): boolean {
  return (
    text.trim() === "" || BARE_PLACEHOLDER.test(text) || MARK_IN_BRACKETS.test(text) || BROKEN_OFF.test(text)
  );
}

const MARK_IN_BRACKETS = new RegExp(`[[<(][^\\])>\\n]{0,80}${GONE_WORDS.source}`, "i");
const BROKEN_OFF = /(…|\.{3})\s*$/;

/** Kinds whose text the harness rewrites in place: a new text is a new edition, not a shortened one. */
const REWRITTEN_KINDS: ReadonlySet<SourceKind> = new Set([
  "system_rules",
  "tool_schemas",
  "repository_instructions",
  "plan",
  "state_summary",
  "memory",
  "compaction_summary",
]);

/**
 * How a block stands when another text than its full one is shown in its place and the sender does not say.
 * A text that did not shrink is a new edition of the block and stands in full.
 */
export function modeOfShown(kind: SourceKind, full: TextTraits, shown: string): Mode {
  if (REWRITTEN_KINDS.has(kind)) return "full";
  if (isPlaceholder(shown)) return "reference";
  if (shown.length >= full.chars) return "full";
  const { head, tail } = traitsOf(shown);
  if (head === full.head || tail === full.tail || GONE_WORDS.test(shown)) return "excerpt";
  return shown.length < full.chars / 2 ? "summary" : "full";
}
