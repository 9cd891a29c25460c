import { jsonIn } from "./values";
import { canonicalJson, contentHash } from "@/lib/core/hash";
import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import type { SourceKind } from "@/lib/core/vocabulary";
import { opensAsSummary } from "./summary-opening";
import { isMarkedAsCut, isPlaceholder, modeOfShown, traitsOf } from "@/lib/core/window/shown-text";

export type SeenItem = Omit<BlockStatement, "id"> & {
  content: string;
  /** A slot has one block per session whose text may change: `system`, `tool:read_file`. */
  slot?: string | undefined;
};

interface Tracked {
  readonly id: string;
  readonly fingerprint: string;
  readonly kind: SourceKind;
  readonly content: string;
}

/**
 * Identifies the pieces of successive requests, so that what is sent again is the same block:
 * 1. A slot is one block for the session. A tool call or result is known by its call id.
 * 2. Anything else is known by kind and text; of equal ones, the n-th stays the n-th. If fewer come back than
 * there were, the oldest left.
 * 3. A text that replaces a longer one between the same neighbours, as its placeholder or excerpt, is the
 * same block in another mode.
 * A message that opens as a summary, in the first request that lacks something said before, is the summary of
 * it.
 */
export class RequestTracker {
  private previous: Tracked[] = [];
  private readonly gone = new Map<string, string[]>();
  private readonly made = new Map<string, number>();
  private readonly summaries = new Set<string>();
  private readonly callTexts = new Map<string, string[]>();
  private readonly stated = new Map<string, { item: SeenItem; block: BlockStatement }>();
  private readonly hashes = new Map<string, string>();
  private readonly argumentHashes = new Map<string, string>();
  private readonly texts = new WeakMap<SeenItem, string>();

  request(items: readonly SeenItem[]): BlockStatement[] {
    const fingerprints = this.fingerprints(items);
    const ids = this.match(fingerprints);
    this.matchInPlace(items, ids);
    const taken = new Set(ids.filter((id) => id !== undefined));
    const tracked = items.map((item, i): Tracked => {
      const fingerprint = fingerprints[i] ?? "";
      const id = ids[i] ?? this.newId(fingerprint, taken);
      return { id, fingerprint, kind: item.kind, content: item.content };
    });
    const present = new Set(tracked.map((t) => t.id));
    const left = this.previous.filter((t) => !present.has(t.id));
    for (const t of left) push(this.gone, t.fingerprint, t.id);
    if (left.some(({ kind }) => SAID_KINDS.has(kind)))
      for (const [i, { id, kind, content }] of tracked.entries())
        if (ids[i] === undefined && SUMMARY_KINDS.has(kind) && opensAsSummary(content))
          this.summaries.add(id);
    this.previous = tracked;
    return items.map((item, i) => this.statement(item, tracked[i]?.id ?? ""));
  }

  /** The same statement for the same item, so that windows are quickly compared. */
  private statement(item: SeenItem, id: string): BlockStatement {
    const before = this.stated.get(id);
    if (before?.item === item) return before.block;
    const isSummary = this.summaries.has(id);
    const block = { ...statementOf(item, id), ...(isSummary && { kind: "compaction_summary" as const }) };
    this.stated.set(id, { item, block });
    return block;
  }

  answer(items: readonly SeenItem[]): BlockStatement[] {
    const fingerprints = this.fingerprints(items);
    return items.map((item, i) => {
      const fingerprint = fingerprints[i] ?? "";
      const id = this.freshId(fingerprint);
      this.previous.push({ id, fingerprint, kind: item.kind, content: item.content });
      return statementOf(item, id);
    });
  }

  private fingerprints(items: readonly SeenItem[]): string[] {
    const suffixes = new Map<string, string>();
    return items.map((item) => {
      if (item.slot !== undefined) return item.slot;
      if (item.toolCallId !== undefined && item.kind === "tool_call") {
        const suffix = this.suffixOfCall(item.toolCallId, item.content);
        suffixes.set(item.toolCallId, suffix);
        return `call:${item.toolCallId}${suffix}`;
      }
      if (item.toolCallId !== undefined && item.kind === "tool_result") {
        return `result:${item.toolCallId}${suffixes.get(item.toolCallId) ?? this.lastSuffix(item.toolCallId)}`;
      }
      return this.ofText(item);
    });
  }

  private ofText(item: SeenItem): string {
    let known = this.texts.get(item);
    if (known === undefined)
      this.texts.set(item, (known = `${item.kind}:${this.hashOf(item.content.trim()).slice(0, 12)}`));
    return known;
  }

  private hashOf(text: string): string {
    let hash = this.hashes.get(text);
    if (hash === undefined) this.hashes.set(text, (hash = contentHash(text)));
    return hash;
  }

  /** Clients write the arguments that a model wrote anew, with other spaces or another order of keys. */
  private hashOfArguments(args: string): string {
    let hash = this.argumentHashes.get(args);
    if (hash === undefined) {
      const value = jsonIn(args);
      this.argumentHashes.set(args, (hash = contentHash(value === undefined ? args : canonicalJson(value))));
    }
    return hash;
  }

  /**
   * Some clients use a call id again: the second call gets `#2`. A call with emptied arguments is the same
   * call.
   */
  private suffixOfCall(callId: string, args: string): string {
    const texts = this.callTexts.get(callId) ?? [];
    const hash = this.hashOfArguments(args);
    let index = texts.indexOf(hash);
    if (index < 0 && texts.length > 0 && (args === "{}" || isPlaceholder(args))) index = texts.length - 1;
    if (index < 0) index = texts.push(hash) - 1;
    this.callTexts.set(callId, texts);
    return index === 0 ? "" : `#${index + 1}`;
  }

  private lastSuffix(callId: string): string {
    const count = this.callTexts.get(callId)?.length ?? 1;
    return count <= 1 ? "" : `#${count}`;
  }

  private match(fingerprints: readonly string[]): (string | undefined)[] {
    const before = new Map<string, string[]>();
    for (const t of this.previous) push(before, t.fingerprint, t.id);
    const wanted = new Map<string, number>();
    for (const f of fingerprints) wanted.set(f, (wanted.get(f) ?? 0) + 1);
    for (const [f, ids] of before) before.set(f, ids.slice(-(wanted.get(f) ?? ids.length)));
    return fingerprints.map((f) => before.get(f)?.shift());
  }

  private matchInPlace(items: readonly SeenItem[], ids: (string | undefined)[]): void {
    const place = new Map(this.previous.map((t, i) => [t.id, i]));
    const matched = new Set(ids);
    let before = 0;
    for (let i = 0; i < items.length;) {
      const known = ids[i] === undefined ? undefined : place.get(ids[i] ?? "");
      if (ids[i] !== undefined) {
        if (known !== undefined) before = known + 1;
        i++;
        continue;
      }
      let end = i;
      while (end < items.length && ids[end] === undefined) end++;
      const stop = end < items.length ? place.get(ids[end] ?? "") : this.previous.length;
      const gap = this.previous.slice(before, stop ?? before).filter((t) => !matched.has(t.id));
      if (gap.length === end - i || end === items.length) {
        for (let k = 0; k < Math.min(gap.length, end - i); k++) {
          const [old, now] = [gap[k], items[i + k]];
          if (old !== undefined && now !== undefined && standsInFor(old, now)) ids[i + k] = old.id;
        }
      }
      i = end;
    }
  }

  private newId(fingerprint: string, taken: ReadonlySet<string>): string {
    const back = this.gone.get(fingerprint)?.filter((id) => !taken.has(id));
    const returning = back?.pop();
    if (returning !== undefined) {
      this.gone.set(fingerprint, back ?? []);
      return returning;
    }
    return this.freshId(fingerprint);
  }

  private freshId(fingerprint: string): string {
    const count = (this.made.get(fingerprint) ?? 0) + 1;
    this.made.set(fingerprint, count);
    return count === 1 ? fingerprint : `${fingerprint}~${count}`;
  }
}

function standsInFor(old: Tracked, now: SeenItem): boolean {
  if (old.kind !== now.kind || now.slot !== undefined || now.content.length >= old.content.length)
    return false;
  const mode = modeOfShown(old.kind, traitsOf(old.content), now.content);
  if (mode !== "reference" && mode !== "excerpt") return false;
  return !SPOKEN_KINDS.has(old.kind) || isMarkedAsCut(now.content);
}

/**
 * Messages often begin alike, or mention what was removed. Such a text is a shortened one only if it says so.
 */
const SPOKEN_KINDS: ReadonlySet<SourceKind> = new Set([
  "assistant_text",
  "thinking",
  "user_message",
  "user_goal",
]);

const SAID_KINDS: ReadonlySet<SourceKind> = new Set([
  "assistant_text",
  "user_message",
  "user_goal",
  "tool_call",
  "tool_result",
]);
const SUMMARY_KINDS: ReadonlySet<SourceKind> = new Set(["assistant_text", "user_message"]);

function statementOf({ slot: _slot, ...item }: SeenItem, id: string): BlockStatement {
  return { id, ...item };
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
