import { listTextBlocks, type Message } from "../contract/message";
import { isPrompt, setBlocks, stripImages, type ClineEntry } from "./cline-message";
import { writeWorkNotice } from "./work-summary";

const RECENT_RESPONSES = 3;

interface Placed {
  readonly entry: ClineEntry;
  readonly from: number;
  readonly to: number;
}

/**
 * Merges prompts that now follow each other. A prompt gets a notice of the work in the messages that left after it. The
 * survivors were taken from `window`.
 */
export function attachNotices(survivors: readonly ClineEntry[], window: readonly ClineEntry[]): ClineEntry[] {
  const positions = new Map(window.map(({ index }, at) => [index, at]));
  const at = ({ index }: ClineEntry) => positions.get(index) ?? 0;
  const recent = listRecentResponses(window);
  const noticeOf = (from: number, to: number): string[] => {
    const left = window.slice(from, to);
    const said = left.flatMap((entry) => (recent.has(entry.index) ? [readSaid(entry.message)] : []));
    const notice = writeWorkNotice(
      left.map(({ message }) => message),
      said,
    );
    return notice === null ? [] : [notice];
  };
  const latest = survivors.findLast(isPrompt);
  const placed = listRunsOfPrompts(survivors).map((run): Placed => {
    const [first] = run;
    const last = run.at(-1) ?? first;
    const entry = isPrompt(first) ? joinPrompts(run, latest, at, noticeOf) : first;
    return { entry, from: at(first), to: at(last) };
  });
  return placed.map(({ entry, to }, i) => {
    if (!isPrompt(entry)) return entry;
    const notice = noticeOf(to + 1, placed[i + 1]?.from ?? window.length);
    if (notice.length === 0) return entry;
    return { ...entry, message: setBlocks(entry.message, [...listTextBlocks(entry.message), ...notice]) };
  });
}

function joinPrompts(
  run: readonly [ClineEntry, ...ClineEntry[]],
  latest: ClineEntry | undefined,
  at: (entry: ClineEntry) => number,
  noticeOf: (from: number, to: number) => string[],
): ClineEntry {
  const [first] = run;
  const withImages = run.some((entry) => entry === latest) ? (run.at(-1)?.message.images ?? 0) : 0;
  const bare = stripImages(first.message);
  const message = withImages === 0 ? bare : { ...bare, images: withImages };
  if (run.length === 1) return { ...first, message };
  const blocks = run.flatMap((entry, i) => {
    const before = run[i - 1];
    const gap = before === undefined ? [] : noticeOf(at(before) + 1, at(entry));
    return [...gap, ...listTextBlocks(entry.message)];
  });
  const userRunSpan = run.reduce((sum, entry) => sum + runSpan(entry), 0);
  return {
    ...first,
    message: setBlocks(message, blocks),
    metadata: { ...first.metadata, userRunSpan },
  };
}

export function runSpan({ metadata }: ClineEntry): number {
  const span = metadata?.["userRunSpan"];
  return typeof span === "number" ? span : 1;
}

function listRunsOfPrompts(entries: readonly ClineEntry[]): [ClineEntry, ...ClineEntry[]][] {
  const runs: [ClineEntry, ...ClineEntry[]][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    if (run !== undefined && isPrompt(entry) && isPrompt(run[0])) run.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

function listRecentResponses(window: readonly ClineEntry[]): Set<number> {
  const recent = new Set<number>();
  for (let i = window.length - 1; i >= 0 && recent.size < RECENT_RESPONSES; i--) {
    const entry = window[i];
    if (entry !== undefined && readSaid(entry.message) !== "") recent.add(entry.index);
  }
  return recent;
}

function readSaid(message: Message): string {
  if (message.role !== "assistant") return "";
  return listTextBlocks(message)
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .join("\n");
}
