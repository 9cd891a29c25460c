import type { Tokens } from "@/lib/core/units";
import type { MessageRole } from "../contract/message";
import { sumBy } from "../shared/sum";

const MIN_SPLIT = 4;
const MAX_DEPTH = 3;
const READ_RESERVE: Tokens = 512;

/** `from` and `to` are the positions that the entry stands for. */
export interface ChatEntry {
  readonly role: MessageRole;
  readonly tokens: Tokens;
  readonly from: number;
  readonly to: number;
  readonly isSummary: boolean;
}

/** `read` counts the messages of each call, because the model may not be able to read them all. */
export interface SummarySizes {
  readonly maxTokens: Tokens;
  readonly modelInputTokens: Tokens;
  readonly summaryTokens: (head: readonly ChatEntry[]) => Tokens;
  readonly onCall: (read: readonly ChatEntry[]) => void;
}

/** A summary of the head, then the newest messages, which fill less than half of `maxTokens`. */
export function summarizeHistory(
  entries: readonly ChatEntry[],
  sizes: SummarySizes,
  depth = 0,
): readonly ChatEntry[] {
  const total = sumBy(entries, ({ tokens }) => tokens);
  if (total <= sizes.maxTokens && depth === 0) return entries;
  const all = () => [summarizeAll(entries, entries, sizes)];
  if (entries.length <= MIN_SPLIT || depth > MAX_DEPTH) return all();
  const split = findSplit(entries, Math.floor(sizes.maxTokens / 2));
  if (split <= MIN_SPLIT) return all();
  const head = entries.slice(0, split);
  const tail = entries.slice(split);
  const summary = summarizeAll(head, takeReadable(head, sizes.modelInputTokens - READ_RESERVE), sizes);
  const result = [summary, ...tail];
  const fits = sumBy(result, ({ tokens }) => tokens) < sizes.maxTokens;
  return fits ? result : summarizeHistory(result, sizes, depth + 1);
}

function findSplit(entries: readonly ChatEntry[], half: Tokens): number {
  let split = entries.length;
  let sum = 0;
  while (split > 0 && sum + (entries[split - 1]?.tokens ?? 0) < half) sum += entries[--split]?.tokens ?? 0;
  while (split > 1 && entries[split - 1]?.role !== "assistant") split--;
  return split;
}

function takeReadable(head: readonly ChatEntry[], limit: Tokens): readonly ChatEntry[] {
  let sum = 0;
  const end = head.findIndex(({ tokens }) => (sum += tokens) > limit);
  return end === -1 ? head : head.slice(0, end);
}

function summarizeAll(
  replaced: readonly ChatEntry[],
  read: readonly ChatEntry[],
  sizes: SummarySizes,
): ChatEntry {
  sizes.onCall(read);
  const from = replaced[0]?.from ?? 0;
  const to = replaced.at(-1)?.to ?? from;
  return { role: "user", tokens: sizes.summaryTokens(replaced), from, to, isSummary: true };
}
