import { readItemsOfContent, readAnthropicUsage } from "../../messages/anthropic";
import { ANTHROPIC_MESSAGE } from "../../messages/anthropic-records";
import { ToolCalls } from "../../messages/tool-calls";
import { findId, nameIn, findTokens } from "../../shared/bounds";
import { anyKeys, listUnknownKeys } from "../../shared/known-keys";
import type { Loose } from "../../shared/values";
import { keepDefined, recordOf, recordsOf } from "../../shared/values";
import type { AppliedEdit, EditRule } from "../spans/facts";
import { anthropicMessages, readSystemItems, readToolItems } from "../spans/messages";
import { describeFailure } from "./failure";
import type { RawFields } from "./fields";

/** Reads a call of Anthropic's Messages API. A request that continues a thread lists only what is new. */
export function readAnthropicCall(request: Loose, response: Loose): RawFields {
  const thread = recordOf(request.thread);
  return keepDefined({
    provider: "anthropic",
    model: nameIn(response.model) ?? nameIn(request.model),
    messages: anthropicMessages(request.messages),
    system: readSystemItems(request.system),
    tools: readToolItems(request.tools),
    isDelta: thread.type === "continue" || undefined,
    previousId: findId(thread.previous_message_id),
    editRules: readEditRules(recordOf(request.context_management).edits),
    ...readAnthropicAnswer(response),
  });
}

const ANTHROPIC_RESPONSE = anyKeys(ANTHROPIC_MESSAGE.inside);

export function readAnthropicAnswer(response: Loose): RawFields {
  const edits = readAppliedEdits(recordOf(response.context_management).applied_edits);
  return keepDefined({
    answer: Array.isArray(response.content)
      ? readItemsOfContent("assistant", response.content, new ToolCalls())
      : undefined,
    unread: [
      ...listUnknownKeys(response, response.type === "message" ? ANTHROPIC_MESSAGE : ANTHROPIC_RESPONSE),
    ],
    responseId: findId(response.id),
    stopReason: nameIn(response.stop_reason),
    usage: readAnthropicUsage(response.usage, nameIn(response.model)),
    compaction: readCompaction(response),
    appliedEdits: edits.length > 0 ? edits : undefined,
    error: describeFailure(response.error),
  });
}

/** The provider compacts within one call: `usage.iterations` counts the pass of the summary, and the one that answered. */
function readCompaction({ content, usage }: Loose): RawFields["compaction"] {
  if (!recordsOf(content).some(({ type }) => type === "compaction")) return undefined;
  const passes = recordsOf(recordOf(usage).iterations);
  const sizeOf = (pass: Loose | undefined) => readAnthropicUsage(pass)?.input ?? undefined;
  return keepDefined({
    tokensBefore: sizeOf(passes.find(({ type }) => type === "compaction")),
    tokensAfter: sizeOf(passes.findLast(({ type }) => type === "message")),
  });
}

/** The edits that the provider says it made. SDKs write the names of their fields in snake case or in camel case. */
export function readAppliedEdits(list: unknown): AppliedEdit[] {
  return recordsOf(list).flatMap((edit) => {
    const type = nameIn(edit.type);
    if (type === undefined) return [];
    const count = (snake: string, camel: string) => findTokens(edit[snake]) ?? findTokens(edit[camel]);
    const numbers = {
      clearedToolUses: count("cleared_tool_uses", "clearedToolUses"),
      clearedInputTokens: count("cleared_input_tokens", "clearedInputTokens"),
      clearedThinkingTurns: count("cleared_thinking_turns", "clearedThinkingTurns"),
    };
    const statedNumbers = Object.entries(numbers).filter(([, value]) => value !== undefined);
    return [{ type, ...Object.fromEntries(statedNumbers) }];
  });
}

function readEditRules(list: unknown): EditRule[] | undefined {
  const rules = recordsOf(list).flatMap((edit): EditRule[] => {
    const type = nameIn(edit.type);
    if (type === undefined) return [];
    const keep = findTokens(recordOf(edit.keep).value);
    const excluded = Array.isArray(edit.exclude_tools)
      ? (edit.exclude_tools as unknown[]).filter((name) => typeof name === "string")
      : undefined;
    return [{ type, keep, excludeTools: excluded }];
  });
  return rules.length > 0 ? rules : undefined;
}
