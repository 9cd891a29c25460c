import type { TraceEventOf } from "@/lib/core/trace/event";
import type { SessionWriter } from "@/lib/core/trace/session-writer";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { TextCallTracker } from "../../messages/text-calls/text-call-tracker";
import { itemsOfContent, anthropicUsage } from "../../messages/anthropic";
import { itemsOfTools, textOf } from "../../messages/openai";
import { ToolCalls } from "../../messages/tool-calls";
import { idIn, nameIn, tokensIn } from "../../shared/bounds";
import { GoalMark } from "../../shared/goal-mark";
import type { Loose } from "../../shared/values";
import { definedFields, recordOf, recordsOf } from "../../shared/values";
import type { Exchange } from "./exchange";

type AppliedEdit = NonNullable<TraceEventOf<"turn.recorded">["appliedEdits"]>[number];

/**
 * Calls of one conversation with the Messages API. The window is what the model was shown: from the
 * compaction block of a request on.
 */
export class AnthropicCalls {
  private readonly tracker = new TextCallTracker();
  private readonly goal = new GoalMark();

  constructor(private readonly writer: SessionWriter) {}

  write({ request, response, error }: Exchange): void {
    const window =
      request === null ? undefined : this.tracker.request(this.goal.mark(itemsOfRequest(request)));
    const answer = itemsOfContent("assistant", response?.content, new ToolCalls());
    const output = this.tracker.answer(answer);
    const usage = anthropicUsage(response?.usage);
    this.writer.writeTurn({
      at: null,
      ...(window !== undefined && { window }),
      ...(response !== null && { output }),
      ...definedFields({
        turnId: idIn(response?.id),
        model: nameIn(response?.model) ?? nameIn(request?.model),
        stopReason: nameIn(response?.stop_reason),
        usage,
        error,
        appliedEdits: appliedEdits(response),
      }),
    });
    const summary = output.find(({ kind }) => kind === "compaction_summary");
    if (summary !== undefined) this.compacted(response, window?.map(({ id }) => id) ?? [], summary.id);
  }

  /** The provider compacted during the call. Its last pass read the summary, and so will every later call. */
  private compacted(response: Loose | null, window: readonly string[], summaryBlock: string): void {
    const passes = recordsOf(recordOf(response?.usage).iterations);
    const sizeOf = (pass: Loose | undefined) => anthropicUsage(pass)?.input ?? undefined;
    const before = sizeOf(passes.find(({ type }) => type === "compaction"));
    const after = sizeOf(passes.findLast(({ type }) => type === "message"));
    this.writer.write("context.edited", {
      at: null,
      turn: this.writer.turn,
      how: "compacted",
      rule: "compaction",
      blocks: window.filter((id) => id !== "system" && !id.startsWith("tool:")),
      summaryBlock,
      ...definedFields({ tokensBefore: before, tokensAfter: after }),
    });
  }
}

export function itemsOfRequest(request: Loose): SeenItem[] {
  const { text } = textOf(request.system ?? "");
  const calls = new ToolCalls();
  const said = recordsOf(request.messages).flatMap(({ role, content }) =>
    itemsOfContent(role === "assistant" ? "assistant" : "user", content, calls),
  );
  const from = said.findLastIndex(({ kind }) => kind === "compaction_summary");
  return [
    ...itemsOfTools(request.tools),
    ...(text === "" ? [] : [{ kind: "system_rules" as const, slot: "system", content: text }]),
    ...said.slice(Math.max(0, from)),
  ];
}

function appliedEdits(response: Loose | null): AppliedEdit[] | undefined {
  const edits = recordsOf(recordOf(response?.context_management).applied_edits).flatMap((edit) => {
    const type = nameIn(edit.type);
    if (type === undefined) return [];
    const counts = definedFields({
      clearedToolUses: tokensIn(edit.cleared_tool_uses),
      clearedInputTokens: tokensIn(edit.cleared_input_tokens),
      clearedThinkingTurns: tokensIn(edit.cleared_thinking_turns),
    });
    return [{ type, ...counts }];
  });
  return edits.length === 0 ? undefined : edits;
}
