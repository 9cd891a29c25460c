import { listTextBlocks } from "../contract/message";
import {
  estimateEntries,
  estimateEntry,
  isEmpty,
  isPrompt,
  countJsonChars,
  setBlocks,
  stripImages,
  stripThinking,
  type ClineEntry,
} from "./cline-message";

const MIN_CHARS = 16;

/**
 * Makes the survivors fit, without thinking and without the images of old messages. First the newest texts are cut.
 * Then the oldest messages leave, results together with their calls. The first and the latest prompt stay. So do calls
 * without a result, and everything after them. If these alone exceed the target, so does the result.
 */
export function fitToTarget(survivors: readonly ClineEntry[], target: number): ClineEntry[] {
  const spoken = changeEntries(survivors, stripThinking);
  const latest = spoken.findLastIndex(isPrompt);
  const live = findLiveTail(spoken);
  const entries = spoken
    .map((entry, at) => (at === latest || at >= live ? entry : dropImages(entry)))
    .filter(({ message }) => !isEmpty(message));
  return dropOldest(cutTexts(entries, target), target);
}

function changeEntries(
  entries: readonly ClineEntry[],
  change: (message: ClineEntry["message"]) => ClineEntry["message"],
): ClineEntry[] {
  return entries
    .map((entry) => ({ ...entry, message: change(entry.message) }))
    .filter(({ message }) => !isEmpty(message));
}

function dropImages(entry: ClineEntry): ClineEntry {
  return entry.message.images === undefined ? entry : { ...entry, message: stripImages(entry.message) };
}

function findLiveTail(entries: readonly ClineEntry[]): number {
  const answered = new Set(entries.map(({ message }) => message.toolCallId));
  const open = entries.findLastIndex(({ message }) =>
    (message.toolCalls ?? []).some(({ id }) => !answered.has(id)),
  );
  return open < 0 ? entries.length : open;
}

function cutTexts(entries: readonly ClineEntry[], target: number): ClineEntry[] {
  const cut = [...entries];
  const latest = cut.findLastIndex(isPrompt);
  const live = findLiveTail(cut);
  let tokens = estimateEntries(cut);
  for (let at = cut.length - 1; at >= 0 && tokens > target; at--) {
    const entry = cut[at];
    if (entry === undefined || at === latest || at >= live || !hasText(entry)) continue;
    const size = estimateEntry(entry);
    const charsPerToken = Math.max(1, countJsonChars(entry.message, entry.metadata) / size);
    const shorter = cutEntry(
      entry,
      Math.max(MIN_CHARS, Math.floor((target * charsPerToken) / Math.max(1, cut.length))),
    );
    tokens += estimateEntry(shorter) - size;
    cut[at] = shorter;
  }
  return cut;
}

function hasText({ message }: ClineEntry): boolean {
  return message.role === "tool" || listTextBlocks(message).length > 0;
}

function cutEntry(entry: ClineEntry, room: number): ClineEntry {
  let left = room;
  const blocks = listTextBlocks(entry.message).map((text) => {
    const shorter = cutText(text, left);
    left -= shorter.length;
    return shorter;
  });
  return { ...entry, message: setBlocks(entry.message, blocks) };
}

function cutText(text: string, room: number): string {
  if (room <= 0) return "";
  if (text.length <= room) return text;
  if (room <= MIN_CHARS) return text.slice(0, Math.max(1, room));
  const kept = Math.max(1, room - cutMark(text.length - room).length);
  return text.slice(0, kept) + cutMark(text.length - kept);
}

function cutMark(chars: number): string {
  return `\n...[truncated ${chars} chars]`;
}

function dropOldest(entries: readonly ClineEntry[], target: number): ClineEntry[] {
  let left = [...entries];
  let tokens = estimateEntries(left);
  for (let at = 0; at < left.length && tokens > target;) {
    const group = addItsPairs(left, at);
    const live = findLiveTail(left);
    const isProtected = [left.findIndex(isPrompt), left.findLastIndex(isPrompt)].some((one) =>
      group.has(one),
    );
    if (isProtected || [...group].some((one) => one >= live)) at += 1;
    else {
      left = left.filter((_, one) => !group.has(one));
      tokens = estimateEntries(left);
    }
  }
  return left;
}

function addItsPairs(entries: readonly ClineEntry[], start: number): Set<number> {
  const group = new Set<number>();
  const open = [start];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (group.has(at)) continue;
    group.add(at);
    const ids = listCallIds(entries[at]);
    entries.forEach((entry, other) => {
      if ([...listCallIds(entry)].some((id) => ids.has(id))) open.push(other);
    });
  }
  return group;
}

function listCallIds(entry: ClineEntry | undefined): Set<string> {
  const { toolCallId, toolCalls = [] } = entry?.message ?? {};
  return new Set([...toolCalls.map(({ id }) => id), ...(toolCallId === undefined ? [] : [toolCallId])]);
}
