import { listTextBlocks, type Message } from "../contract/message";
import {
  estimateEntry,
  estimateMessage,
  isEmpty,
  isPrompt,
  setBlocks,
  stripImages,
  stripThinking,
  type ClineEntry,
} from "./cline-message";

export interface Survivors {
  readonly entries: readonly ClineEntry[];
  readonly tokens: number;
}

/**
 * What a compaction keeps within `target` tokens: every prompt; what an earlier compaction kept; the newest messages of
 * the latest turn, starting with an assistant message; the last plain answers of older turns, newest turns first.
 * `null` if there is no prompt to keep.
 */
export function selectSurvivors(window: readonly ClineEntry[], target: number): Survivors | null {
  const prompts = window.flatMap((entry, at) => (isPrompt(entry) ? [at] : []));
  const latest = prompts.at(-1) ?? -1;
  const kept = new Map<number, ClineEntry>();
  let tokens = 0;
  for (const at of prompts) {
    const entry = trimEntry(window[at]);
    if (entry === null) continue;
    kept.set(at, entry);
    tokens += estimateMessage(at === latest ? entry.message : stripImages(entry.message), entry.metadata);
  }
  if (kept.size === 0) return null;
  for (const [at, entry] of window.entries()) {
    if (isPrompt(entry) || !isPreserved(entry)) continue;
    kept.set(at, entry);
    tokens += estimateEntry(entry);
  }
  for (const [at, entry] of selectTailOfTurn(window, latest, kept, target - tokens)) {
    kept.set(at, entry);
    tokens += estimateEntry(entry);
  }
  for (let turn = prompts.length - 2; turn >= 0; turn--) {
    const answer = findConcludingAnswer(window, prompts[turn] ?? 0, prompts[turn + 1] ?? 0, kept);
    if (answer === null || tokens + estimateEntry(answer[1]) > target) continue;
    kept.set(...answer);
    tokens += estimateEntry(answer[1]);
  }
  const order = [...kept].sort(([a], [b]) => a - b);
  return { entries: order.map(([, entry]) => entry), tokens };
}

function isPreserved({ metadata }: ClineEntry): boolean {
  return metadata?.["compaction"] === "preserved";
}

function trimEntry(entry: ClineEntry | undefined): ClineEntry | null {
  if (entry === undefined) return null;
  const blocks = listTextBlocks(entry.message)
    .map((text) => text.trim())
    .filter((text) => text !== "");
  const message = setBlocks(entry.message, blocks);
  return isEmpty(message) ? null : { ...entry, message };
}

function selectTailOfTurn(
  window: readonly ClineEntry[],
  latest: number,
  kept: ReadonlyMap<number, ClineEntry>,
  room: number,
): [number, ClineEntry][] {
  const tail: [number, ClineEntry][] = [];
  let used = 0;
  for (let at = window.length - 1; at > latest; at--) {
    const entry = window[at];
    if (entry === undefined || kept.has(at)) break;
    used += estimateEntry(entry);
    if (used > room) break;
    tail.unshift([at, entry]);
  }
  const start = tail.findIndex(([, { message }]) => message.role === "assistant");
  return start < 0 ? [] : tail.slice(start);
}

function findConcludingAnswer(
  window: readonly ClineEntry[],
  prompt: number,
  next: number,
  kept: ReadonlyMap<number, ClineEntry>,
): [number, ClineEntry] | null {
  for (let at = next - 1; at > prompt; at--) {
    const entry = window[at];
    if (entry === undefined || kept.has(at)) return null;
    if (isPlainAnswer(entry.message)) return [at, { ...entry, message: stripThinking(entry.message) }];
  }
  return null;
}

function isPlainAnswer(message: Message): boolean {
  if (message.role !== "assistant" || (message.toolCalls ?? []).length > 0) return false;
  return listTextBlocks(message).some((text) => text.trim() !== "");
}
