import { z } from "zod";
import { anthropicClearToolUses } from "@/lib/policies/anthropic-clear-tool-uses";
import { PLACEHOLDER } from "@/lib/policies/anthropic-clear-tool-uses/clear";
import { clearToolUsesEdit } from "@/lib/policies/anthropic-clear-tool-uses/options";
import { CHARS_PER_TOKEN, type Message } from "@/lib/policies/contract/message";
import { PolicyRun } from "@/lib/policies/run";
import { estimateTokens } from "@/lib/policies/shared/estimate";
import type { CaseFamily } from "./family";
import { knownOptions } from "./known-options";

const toolUse = z.strictObject({
  id: z.string(),
  tool: z.string(),
  /** What clearing it frees. Small results give their length instead. */
  freedTokens: z.number().optional(),
  resultChars: z.number().optional(),
});

const caseInput = z.strictObject({
  edits: z.record(z.string(), z.unknown()),
  toolUses: z.array(toolUse),
  requests: z.array(
    z.strictObject({
      /** A remark. */
      label: z.string().optional(),
      toolUses: z.array(z.string()),
      reportedContextTokens: z.number().optional(),
    }),
  ),
});
type Input = z.infer<typeof caseInput>;

/** Published runs. Each request is the list of its tool uses. Their totals are accurate to one percent. */
export const anthropicClearToolUsesCases: CaseFamily = {
  policy: anthropicClearToolUses.kind,
  comparison: { tolerance: { cleared_input_tokens: 0.01 } },
  run(raw) {
    const input = caseInput.parse(raw);
    const run = new PolicyRun(anthropicClearToolUses, {
      options: knownOptions(anthropicClearToolUses, input.edits),
    });
    const systemTokens = tokensBesides(input);
    const sent = new Set<string>();
    const appliedEdits = input.requests.map(({ toolUses }) => {
      for (const id of toolUses.filter((one) => !sent.has(one))) {
        run.append(messagesOf(input, id));
        sent.add(id);
      }
      return run.step({ systemTokens }).edits?.[0] ?? null;
    });
    return { appliedEdits };
  },
};

/** The size of the first request without its tool uses. If no size was published, the trigger counts as reached. */
function tokensBesides(input: Input): number {
  const first = input.requests.find((request) => request.reportedContextTokens !== undefined);
  if (first?.reportedContextTokens === undefined)
    return clearToolUsesEdit.parse(input.edits).trigger.value + 1;
  const results = first.toolUses.flatMap((id) => messagesOf(input, id));
  const inResults = results.reduce((sum, { text }) => sum + estimateTokens(text), 0);
  return Math.max(0, first.reportedContextTokens - inResults);
}

function messagesOf({ toolUses }: Input, id: string): Message[] {
  const use = toolUses.find((one) => one.id === id);
  if (use === undefined) throw new Error(`toolUses: expected an entry for ${id}`);
  const freedChars = ((use.freedTokens ?? 0) + estimateTokens(PLACEHOLDER)) * CHARS_PER_TOKEN;
  const text = "x".repeat(use.resultChars ?? freedChars);
  return [
    { id: `call ${id}`, role: "assistant", text: "", toolCalls: [{ id, name: use.tool, args: {} }] },
    { id, role: "tool", toolCallId: id, toolName: use.tool, text },
  ];
}
