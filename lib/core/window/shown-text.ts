import type { SourceKind, Mode } from "../vocabulary";

export interface TextTraits {
  readonly chars: number;
  readonly head: string;
  readonly tail: string;
}

const TRAIT_CHARS = 32;
const PLACEHOLDER_CHARS_MAX = 400;

const GONE_WORDS =
  /\b(cleared|removed|omitted|elided|masked|truncated|trimmed|pruned|compacted|no longer|not shown|outdated)\b/i;
const BARE_PLACEHOLDER = /^\s*(\[[^\]]*\]|<[^>]*>|\([^)]*\)|…|\.\.\.)\s*$/;

/** What is remembered of a text instead of the text: enough to tell later that another one is a part of it. */
export function measureTraits(text: string): TextTraits {
  return {
    chars: text.length,
    head: copySlice(text.slice(0, TRAIT_CHARS)),
    tail: copySlice(text.slice(-TRAIT_CHARS)),
  };
}

/**
 * A copy of the slice in its own memory. A slice would keep the whole text alive as long as its traits are remembered.
 */
function copySlice(slice: string): string {
  return ` ${slice}`.slice(1);
}

/** Whether a text only says that something is gone: `[cleared]`, `<omitted>`, nothing at all. */
export function isPlaceholder(text: string): boolean {
  if (text.length > PLACEHOLDER_CHARS_MAX) return false;
  return text.trim() === "" || BARE_PLACEHOLDER.test(text) || GONE_WORDS.test(text);
}

/** Whether a text says of itself that it was cut: a mark in brackets, or dots at its end. */
export function isMarkedAsCut(text: string): boolean {
  return (
    text.trim() === "" || BARE_PLACEHOLDER.test(text) || MARK_IN_BRACKETS.test(text) || BROKEN_OFF.test(text)
  );
}

const MARK_IN_BRACKETS = new RegExp(`[[<(][^\\])>\\n]{0,80}${GONE_WORDS.source}`, "i");
const BROKEN_OFF = /(…|\.{3})\s*$/;

/** The harness rewrites the text of these kinds in place: a new text is a new edition, not a shortened one. */
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
 * The mode of a block that shows a text other than its full one, if the sender does not state it. A text that did not
 * shrink is a new edition and stands in full.
 */
export function chooseModeOfShown(kind: SourceKind, full: TextTraits, shownText: string): Mode {
  if (REWRITTEN_KINDS.has(kind)) return "full";
  const { head, tail } = measureTraits(shownText);
  const beginsAlike = shownText.length > TRAIT_CHARS && head === full.head;
  if (isPlaceholder(shownText) && !(beginsAlike && shownText.length < full.chars)) return "reference";
  if (shownText.length >= full.chars) return "full";
  if (head === full.head || tail === full.tail || GONE_WORDS.test(shownText)) return "excerpt";
  return shownText.length < full.chars / 2 ? "summary" : "full";
}
