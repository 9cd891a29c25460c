import { hashContent } from "../../hash";
import { isPlaceholder } from "../../window/shown-text";
import type { TraceEvent } from "../event";
import type { Block } from "../session";
import type { SessionComparison } from "./compare-sessions";
import type { Variant } from "./variant";

const MARK_CHARS = 6;

/**
 * New names for fresh calls whose ids the stored variant uses for other calls. Some clients number the calls of each
 * file from the start. A call and its result get the same new name.
 */
export function findCallsToRename({ stored, fresh }: SessionComparison): ReadonlyMap<string, string> {
  const mark = hashContent(fresh.turns[0]?.key ?? "").slice(0, MARK_CHARS);
  const calls = new Map(stored.recording.session.blocks.map((block) => [block.id, block]));
  const names = new Map<string, string>();
  const reused = new Set<string>();
  for (const block of fresh.recording.session.blocks) {
    const storedCall = calls.get(block.id);
    if (block.kind !== "tool_call" || storedCall === undefined || block.toolCallId === null) continue;
    if (isSameCall(readText(stored, storedCall), readText(fresh, block))) continue;
    reused.add(block.toolCallId);
    names.set(block.toolCallId, `${block.toolCallId}@${mark}`);
  }
  for (const { id, toolCallId } of fresh.recording.session.blocks)
    if (toolCallId !== null && reused.has(toolCallId)) names.set(id, `${id}@${mark}`);
  return names;
}

function readText({ recording }: Variant, block: Block): string | null {
  return recording.textOf(block.versions[block.full]);
}

function isSameCall(before: string | null, now: string | null): boolean {
  return before === null || now === null || before === now || now === "{}" || isPlaceholder(now);
}

const TEXTS: ReadonlySet<string> = new Set(["content", "text", "reason", "note", "title", "name", "label"]);

export function renameIds(
  events: readonly TraceEvent[],
  names: ReadonlyMap<string, string>,
): readonly TraceEvent[] {
  if (names.size === 0) return events;
  return events.map(({ id, session, ...event }) => ({ ...(walk(event) as TraceEvent), id, session }));

  function walk(value: unknown): unknown {
    if (typeof value === "string") return names.get(value) ?? value;
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    const fields = Object.entries(value).map(([key, field]) => [key, TEXTS.has(key) ? field : walk(field)]);
    return Object.fromEntries(fields);
  }
}
