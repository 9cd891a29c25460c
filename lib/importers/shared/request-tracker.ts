import { addToGroup } from "@/lib/core/group-by";
import { parseJsonText } from "./values";
import { countCommonPrefix } from "@/lib/core/common-prefix";
import { writeCanonicalJson, hashContent } from "@/lib/core/hash";
import { makeOnce } from "@/lib/core/once";
import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import type { SourceKind } from "@/lib/core/vocabulary";
import { isSummaryOpening } from "./summary-opening";
import { isMarkedAsCut, isPlaceholder, chooseModeOfShown, measureTraits } from "@/lib/core/window/shown-text";

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
 *
 * What a request repeats of the one before, as the same objects from its beginning on, is not looked at again.
 */
export class RequestTracker {
  private previous: Tracked[] = [];
  /** The items and the blocks of the request before; answers are not among them. */
  private sent: { readonly items: readonly SeenItem[]; readonly blocks: readonly BlockStatement[] } = {
    items: [],
    blocks: [],
  };
  private hasSharedCallIds = false;
  private readonly gone = new Map<string, string[]>();
  private readonly made = new Map<string, number>();
  private readonly summaries = new Set<string>();
  private readonly callTexts = new Map<string, string[]>();
  private readonly stated = new Map<string, { item: SeenItem; block: BlockStatement }>();
  private readonly hashes = new Map<string, string>();
  private readonly argumentHashes = new Map<string, string>();
  private readonly ofText = makeOnce(
    ({ kind, content }: SeenItem) => `${kind}:${this.hashOf(content.trim()).slice(0, 12)}`,
  );

  request(items: readonly SeenItem[]): BlockStatement[] {
    const same = this.hasSharedCallIds ? 0 : countCommonPrefix(this.sent.items, items);
    const newFingerprints = this.fingerprints(items.slice(same));
    const blocks = this.hasEqualBefore(same, findFewer(this.previous.slice(same), newFingerprints))
      ? this.requestAfter(0, items, [
          ...this.previous.slice(0, same).map(({ fingerprint }) => fingerprint),
          ...newFingerprints,
        ])
      : this.requestAfter(same, items, newFingerprints);
    this.sent = { items, blocks };
    return blocks;
  }

  /** Of several equal texts the oldest left: it may be one that stands where it stood. */
  private hasEqualBefore(same: number, fingerprints: ReadonlySet<string>): boolean {
    return (
      fingerprints.size > 0 &&
      this.previous.slice(0, same).some(({ fingerprint }) => fingerprints.has(fingerprint))
    );
  }

  /**
   * @param same so many items are those of the request before
   * @param fingerprints of the others
   */
  private requestAfter(
    same: number,
    sent: readonly SeenItem[],
    fingerprints: readonly string[],
  ): BlockStatement[] {
    const items = sent.slice(same);
    const previous = this.previous.slice(same);
    const ids = matchFingerprints(previous, fingerprints);
    matchInPlace(previous, items, ids);
    const tracked = items.map((item, i): Tracked => {
      const fingerprint = fingerprints[i] ?? "";
      const id = ids[i] ?? this.gone.get(fingerprint)?.pop() ?? this.freshId(fingerprint);
      return { id, fingerprint, kind: item.kind, content: item.content };
    });
    const present = new Set(tracked.map((t) => t.id));
    const left = previous.filter((t) => !present.has(t.id));
    for (const t of left) addToGroup(this.gone, t.fingerprint, t.id);
    if (left.some(({ kind }) => SAID_KINDS.has(kind)))
      for (const [i, { id, kind, content }] of tracked.entries())
        if (ids[i] === undefined && SUMMARY_KINDS.has(kind) && isSummaryOpening(content))
          this.summaries.add(id);
    this.previous = [...this.previous.slice(0, same), ...tracked];
    return [
      ...this.sent.blocks.slice(0, same),
      ...items.map((item, i) => this.statement(item, tracked[i]?.id ?? "")),
    ];
  }

  /** The statement of an item. The same item gives the same one, so that windows are quickly compared. */
  private statement(item: SeenItem, id: string): BlockStatement {
    const before = this.stated.get(id);
    if (before?.item === item) return before.block;
    const isSummary = this.summaries.has(id);
    const block = { ...makeStatement(item, id), ...(isSummary && { kind: "compaction_summary" as const }) };
    this.stated.set(id, { item, block });
    return block;
  }

  answer(items: readonly SeenItem[]): BlockStatement[] {
    const fingerprints = this.fingerprints(items);
    return items.map((item, i) => {
      const fingerprint = fingerprints[i] ?? "";
      const id = this.freshId(fingerprint);
      this.previous.push({ id, fingerprint, kind: item.kind, content: item.content });
      return makeStatement(item, id);
    });
  }

  /** What stands in the item's slot says this from here on; it is a new block where nothing stands there. */
  update(item: SeenItem): BlockStatement | undefined {
    const place = this.previous.findIndex(({ fingerprint }) => fingerprint === item.slot);
    const before = this.previous[place];
    if (before === undefined) return this.answer([item])[0];
    this.previous[place] = { ...before, kind: item.kind, content: item.content };
    return makeStatement(item, before.id);
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

  private hashOf(text: string): string {
    let hash = this.hashes.get(text);
    if (hash === undefined) this.hashes.set(text, (hash = hashContent(text)));
    return hash;
  }

  /** Clients write the arguments that a model wrote anew, with other spaces or another order of keys. */
  private hashOfArguments(args: string): string {
    let hash = this.argumentHashes.get(args);
    if (hash === undefined) {
      const value = parseJsonText(args);
      this.argumentHashes.set(
        args,
        (hash = hashContent(value === undefined ? args : writeCanonicalJson(value))),
      );
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
    this.hasSharedCallIds ||= index > 0;
    this.callTexts.set(callId, texts);
    return index === 0 ? "" : `#${index + 1}`;
  }

  private lastSuffix(callId: string): string {
    const count = this.callTexts.get(callId)?.length ?? 1;
    return count <= 1 ? "" : `#${count}`;
  }

  private freshId(fingerprint: string): string {
    const count = (this.made.get(fingerprint) ?? 0) + 1;
    this.made.set(fingerprint, count);
    return count === 1 ? fingerprint : `${fingerprint}~${count}`;
  }
}

function countFingerprints(fingerprints: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const fingerprint of fingerprints) counts.set(fingerprint, (counts.get(fingerprint) ?? 0) + 1);
  return counts;
}

/** What there are fewer of now. */
function findFewer(previous: readonly Tracked[], fingerprints: readonly string[]): ReadonlySet<string> {
  const left = countFingerprints(previous.map(({ fingerprint }) => fingerprint));
  for (const [fingerprint, count] of countFingerprints(fingerprints))
    if ((left.get(fingerprint) ?? 0) <= count) left.delete(fingerprint);
  return new Set(left.keys());
}

function matchFingerprints(
  previous: readonly Tracked[],
  fingerprints: readonly string[],
): (string | undefined)[] {
  const before = new Map<string, string[]>();
  for (const t of previous) addToGroup(before, t.fingerprint, t.id);
  const wantedCounts = countFingerprints(fingerprints);
  for (const [f, ids] of before) before.set(f, ids.slice(-(wantedCounts.get(f) ?? ids.length)));
  return fingerprints.map((f) => before.get(f)?.shift());
}

function matchInPlace(
  previous: readonly Tracked[],
  items: readonly SeenItem[],
  ids: (string | undefined)[],
): void {
  const place = new Map(previous.map((t, i) => [t.id, i]));
  const idSet = new Set(ids);
  let before = 0;
  for (let i = 0; i < items.length;) {
    const id = ids[i];
    if (id !== undefined) {
      before = (place.get(id) ?? before - 1) + 1;
      i++;
      continue;
    }
    let end = i;
    while (end < items.length && ids[end] === undefined) end++;
    const stop = end < items.length ? place.get(ids[end] ?? "") : previous.length;
    const gap = previous.slice(before, stop ?? before).filter((t) => !idSet.has(t.id));
    if (gap.length === end - i || end === items.length) {
      for (let k = 0; k < Math.min(gap.length, end - i); k++) {
        const [old, now] = [gap[k], items[i + k]];
        if (old !== undefined && now !== undefined && isStandInFor(old, now)) ids[i + k] = old.id;
      }
    }
    i = end;
  }
}

function isStandInFor(old: Tracked, now: SeenItem): boolean {
  if (old.kind !== now.kind || now.slot !== undefined || now.content.length >= old.content.length)
    return false;
  const mode = chooseModeOfShown(old.kind, measureTraits(old.content), now.content);
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

function makeStatement({ slot: _slot, ...item }: SeenItem, id: string): BlockStatement {
  return { id, ...item };
}
