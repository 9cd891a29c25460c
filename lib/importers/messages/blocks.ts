import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";

/**
 * Calls and results take the id of the call, others that of the record. Thinking with only a signature has no
 * content to count.
 */
export function makeBlocks(items: readonly SeenItem[], record: string): BlockStatement[] {
  const counts = new Map<string, number>();
  return items.map(({ slot: _slot, ...item }) => {
    const stem = cutStem(item, record);
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

function cutStem(item: SeenItem, record: string): string {
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
