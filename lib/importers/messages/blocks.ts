import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";

/**
 * Makes blocks of items, with an id for each: calls and results are named by the id of the call, others by their kind and the
 * record. What would have the id of an earlier item gets a number. Thinking with only a signature has no content to count.
 *
 *     user message of record 7   -> user:7           call c1     -> call:c1
 *     second one of record 7     -> user:7#2         its result  -> result:c1
 */
export function makeBlocks(items: readonly SeenItem[], record: string): BlockStatement[] {
  const counts = new Map<string, number>();
  return items.map(({ slot: _slot, ...item }) => {
    const stem = makeStem(item, record);
    const count = (counts.get(stem) ?? 0) + 1;
    counts.set(stem, count);
    const { content, ...rest } = item;
    const isSealed = item.kind === "thinking" && content === "";
    return {
      id: count === 1 ? stem : `${stem}#${count}`,
      ...rest,
      ...(isSealed ? { completeness: "metadata_only" as const } : { content }),
    };
  });
}

function makeStem(item: SeenItem, record: string): string {
  if (item.toolCallId !== undefined && item.kind === "tool_call") return `call:${item.toolCallId}`;
  if (item.toolCallId !== undefined && item.kind === "tool_result") return `result:${item.toolCallId}`;
  return `${STEMS[item.kind] ?? item.kind}:${record}`;
}

const STEMS: Partial<Record<BlockStatement["kind"], string>> = {
  assistant_text: "text",
  user_message: "user",
  user_goal: "user",
  compaction_summary: "summary",
};
