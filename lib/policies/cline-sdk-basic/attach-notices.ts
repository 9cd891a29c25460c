import { textBlocks, type Message } from "../contract/message";
import { isPrompt, withBlocks, withoutImages, type ClineEntry } from "./cline-message";
import { workNotice } from "./work-summary";

/** So many of the newest things the assistant said are told again where they left. */
const RECENT_RESPONSES = 3;

/** A survivor and the span of the old window, `from` to `to`, that it stands for. */
interface Placed {
  readonly entry: ClineEntry;
  readonly from: number;
  readonly to: number;
}

/**
 * Prompts that now follow each other become one, and a prompt behind which messages left says what was done in them.
 * `window` is what the survivors were taken from.
 */
export function attachNotices(survivors: readonly ClineEntry[], window: readonly ClineEntry[]): ClineEntry[] {
  const positions = new Map(window.map(({ index }, at) => [index, at]));
  const at = ({ index }: ClineEntry) => positions.get(index) ?? 0;
  const recent = recentResponses(window);
  const noticeOf = (from: number, to: number): string[] => {
    const left = window.slice(from, to);
    const said = left.flatMap((entry) => (recent.has(entry.index) ? [saidBy(entry.message)] : []));
    const notice = workNotice(
      left.map(({ message }) => message),
      said,
    );
    return notice === null ? [] : [notice];
  };
  const latest = survivors.findLast(isPrompt);
  const placed = runsOfPrompts(survivors).map((run): Placed => {
    const [first] = run;
    const last = run.at(-1) ?? first;
    const entry = isPrompt(first) ? joinPrompts(run, latest, at, noticeOf) : first;
    return { entry, from: at(first), to: at(last) };
  });
  return placed.map(({ entry, to }, i) => {
    if (!isPrompt(entry)) return entry;
    const notice = noticeOf(to + 1, placed[i + 1]?.from ?? window.length);
    if (notice.length === 0) return entry;
    return { ...entry, message: withBlocks(entry.message, [...textBlocks(entry.message), ...notice]) };
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
  const bare = withoutImages(first.message);
  const message = withImages === 0 ? bare : { ...bare, images: withImages };
  if (run.length === 1) return { ...first, message };
  const blocks = run.flatMap((entry, i) => {
    const before = run[i - 1];
    const gap = before === undefined ? [] : noticeOf(at(before) + 1, at(entry));
    return [...gap, ...textBlocks(entry.message)];
  });
  const userRunSpan = run.reduce((sum, entry) => sum + runSpan(entry), 0);
  return {
    ...first,
    message: withBlocks(message, blocks),
    metadata: { ...first.metadata, userRunSpan },
  };
}

/** How many prompts an entry stands for. */
export function runSpan({ metadata }: ClineEntry): number {
  const span = metadata?.["userRunSpan"];
  return typeof span === "number" ? span : 1;
}

/** Neighbouring prompts together, everything else alone. */
function runsOfPrompts(entries: readonly ClineEntry[]): [ClineEntry, ...ClineEntry[]][] {
  const runs: [ClineEntry, ...ClineEntry[]][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    if (run !== undefined && isPrompt(entry) && isPrompt(run[0])) run.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

function recentResponses(window: readonly ClineEntry[]): Set<number> {
  const recent = new Set<number>();
  for (let i = window.length - 1; i >= 0 && recent.size < RECENT_RESPONSES; i--) {
    const entry = window[i];
    if (entry !== undefined && saidBy(entry.message) !== "") recent.add(entry.index);
  }
  return recent;
}

/** What the assistant said in a message, in words; empty where it only called tools. */
function saidBy(message: Message): string {
  if (message.role !== "assistant") return "";
  return textBlocks(message)
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .join("\n");
}
