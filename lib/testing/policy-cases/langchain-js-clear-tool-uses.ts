import { z } from "zod";
import { langchainJsClearToolUses } from "@/lib/policies/langchain-js-clear-tool-uses";
import { listProjectedItems } from "@/lib/policies/project";
import { PolicyRun } from "@/lib/policies/run";
import { caseMessages } from "./case-messages";
import type { CaseFamily } from "./family";
import { knownOptions } from "./known-options";

const caseInput = z.strictObject({
  policy: z.record(z.string(), z.unknown()).default({}),
  state: z.strictObject({ maxInputTokens: z.number().optional() }).prefault({}),
  messages: caseMessages,
});

export const langchainJsClearToolUsesCases: CaseFamily = {
  policy: langchainJsClearToolUses.kind,
  run(raw) {
    const input = caseInput.parse(raw);
    const run = new PolicyRun(langchainJsClearToolUses, {
      options: knownOptions(langchainJsClearToolUses, input.policy),
      history: input.messages,
    });
    const { changes } = run.step({ contextWindow: input.state.maxInputTokens ?? null });
    const items = listProjectedItems(run).map((item, index) => {
      const toolCallIds = run.shown.at(index)?.clearedCallIds;
      return toolCallIds === undefined ? item : { id: item.id, status: "args_cleared", toolCallIds };
    });
    return { items, inputArrayMutated: changes.length > 0 };
  },
};
