import type { SourceKind } from "../vocabulary";
import { binds } from "./binding-sentence";

/**
 * The kinds of details that are compared between a summary and the texts it replaced. A paraphrase cannot replace them:
 * paths, addresses, names in code, long numbers, and the user's own constraints word for word.
 */
export type NoticeKind = "constraint" | "path" | "url" | "identifier" | "number";

export interface Notice {
  readonly kind: NoticeKind;
  readonly text: string;
  readonly times: number;
  readonly blockId: string;
}

export interface RemovedText {
  readonly blockId: string;
  readonly kind: SourceKind;
  readonly text: string;
}

export interface SummaryDiff {
  readonly kept: readonly Notice[];
  readonly lost: readonly Notice[];
}

/** Characters of one text that are read. Distinctive details repeat, and nobody reads a dump of megabytes. */
const TEXT_CHARS_MAX = 200_000;
const NOTICES_PER_TEXT_MAX = 2_000;

const PATTERNS: readonly (readonly [Exclude<NoticeKind, "constraint">, RegExp])[] = [
  ["url", /\bhttps?:\/\/[^\s"'<>()[\]{}\\^`|]{4,300}/g],
  [
    "path",
    /(?<![\w./:-])(?:~|\.{1,2})?(?:\/?[\w@+-][\w.@+-]{0,80}\/){1,20}[\w@+-][\w.@+-]{0,80}\.\w{1,8}\b/g,
  ],
  [
    "identifier",
    /\b(?:[a-z][a-z0-9]{0,40}(?:_[a-z0-9]{1,40}){1,8}|[A-Z]{2,10}-\d{2,10}|[0-9a-f]{7,40}(?=\b)|[a-z]{2,40}(?:[A-Z][a-z0-9]{1,40}){1,8})\b/g,
  ],
  ["number", /\b\d[\d,]{4,14}(?:\.\d{1,6})?\b/g],
];

const SAYS_CONSTRAINTS: ReadonlySet<SourceKind> = new Set([
  "user_goal",
  "user_message",
  "system_rules",
  "repository_instructions",
  "plan",
]);
const CONSTRAINT_CHARS = { min: 12, max: 300 };

/** Compares the removed texts with the summary that replaced them. The details stated most often come first. */
export function diffSummary(removed: readonly RemovedText[], summary: string): SummaryDiff {
  const notices = new Map<string, { kind: NoticeKind; text: string; times: number; blockId: string }>();
  for (const { blockId, kind, text } of removed) {
    const words = kind === "tool_call" ? valuesIn(text) : text;
    for (const found of noticesIn(words.slice(0, TEXT_CHARS_MAX), kind)) {
      const key = `${found.kind} ${found.text}`;
      const known = notices.get(key);
      notices.set(key, { ...found, times: (known?.times ?? 0) + 1, blockId });
    }
  }
  const said = flat(summary);
  const kept: Notice[] = [];
  const lost: Notice[] = [];
  for (const notice of notices.values()) (says(said, notice) ? kept : lost).push(notice);
  return { kept: kept.sort(byWeight), lost: lost.sort(byWeight) };
}

/** The values without the names of the parameters. Arguments that are not JSON are returned unchanged. */
function valuesIn(args: string): string {
  try {
    return leaves(JSON.parse(args)).join("\n");
  } catch {
    return args;
  }
}

function leaves(value: unknown): string[] {
  if (typeof value !== "object") return [String(value)];
  return value === null ? [] : Object.values(value).flatMap(leaves);
}

const ORDER: Record<NoticeKind, number> = { constraint: 0, path: 1, url: 2, identifier: 3, number: 4 };

function byWeight(a: Notice, b: Notice): number {
  return ORDER[a.kind] - ORDER[b.kind] || b.times - a.times || (a.text < b.text ? -1 : 1);
}

function says(summary: string, { kind, text }: Notice): boolean {
  if (summary.includes(flat(text))) return true;
  // A summary often names a file by the end of its path.
  return kind === "path" && summary.includes(flat(text.split("/").slice(-2).join("/")));
}

function flat(text: string): string {
  return text.replace(/\s+/g, " ").trim().toLowerCase();
}

function noticesIn(text: string, of: SourceKind): { kind: NoticeKind; text: string }[] {
  const found = new Map<string, NoticeKind>();
  if (SAYS_CONSTRAINTS.has(of))
    for (const sentence of constraintsIn(text, of)) found.set(sentence, "constraint");
  for (const [kind, pattern] of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      if (found.size >= NOTICES_PER_TEXT_MAX) break;
      if (kind !== "identifier" || isDistinctive(match[0]))
        if (!found.has(match[0])) found.set(match[0], kind);
    }
  }
  return [...found].map(([said, kind]) => ({ kind, text: said }));
}

/** A name without a digit, an underscore or an inner capital is an ordinary word. */
function isDistinctive(name: string): boolean {
  return (
    name.length >= 6 &&
    (/[_-]/.test(name) || /[a-z][A-Z]/.test(name) || (/\d/.test(name) && /[a-f]/.test(name)))
  );
}

function constraintsIn(text: string, of: SourceKind): string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.replace(/^[\s>*\-\d.)]+/, "").trim())
    .filter(({ length }) => length >= CONSTRAINT_CHARS.min && length <= CONSTRAINT_CHARS.max)
    .filter((sentence) => binds(sentence, of));
}
