import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { itemsOfResponseItem } from "../../messages/responses";
import { ToolCalls } from "../../messages/tool-calls";
import type { Loose } from "../../shared/values";

/** What the harness puts in front of a conversation, in the user's name. */
const CONTEXT = /^\s*<(environment_context|permissions instructions|turn_aborted|subagent_notification)\b/;
const INSTRUCTIONS = /^\s*(<user_instructions>|# AGENTS\.md instructions\b|<skill>)/;
const SUMMARY =
  /^(Another language model started to solve this problem|You were originally given instructions)/;

/** Reads a rollout's items in order, and recognises what the harness added. */
export class ItemReader {
  private readonly calls = new ToolCalls();
  private goal: string | null = null;

  items(item: Loose): SeenItem[] {
    return itemsOfResponseItem(item, this.calls).map((piece) => this.named(piece));
  }

  private named(item: SeenItem): SeenItem {
    const { kind, content } = item;
    if (kind !== "user_message") return item;
    if (CONTEXT.test(content)) return { ...item, kind: "other" };
    if (INSTRUCTIONS.test(content)) return { ...item, kind: "repository_instructions" };
    if (SUMMARY.test(content)) return { ...item, kind: "compaction_summary" };
    this.goal ??= content;
    return content === this.goal ? { ...item, kind: "user_goal" } : item;
  }
}
