import { z } from "zod";
import { langchainJsClearToolUses } from "../langchain-js-clear-tool-uses";
import { projectedItems } from "../project";
import { PolicyRun } from "../run";
import type { CaseFamily } from "./family";
import { neutralMessages } from "./neutral-messages";

const caseInput = z.object({
  policy: z.record(z.string(), z.unknown()).default({}),
  state: z.object({ maxInputTokens: z.number().optional() }).prefault({}),
  messages: neutralMessages,
});

/** One call of the middleware on a message list. */
export const langchainJsClearToolUsesCases: CaseFamily = {
  policy: langchainJsClearToolUses.kind,
  run(raw) {
    const input = caseInput.parse(raw);
    const run = new PolicyRun(langchainJsClearToolUses, { options: input.policy, history: input.messages });
    const { changes } = run.step({ contextWindow: input.state.maxInputTokens ?? null });
    const items = projectedItems(run).map((item, index) => {
      const toolCallIds = run.shown.at(index)?.clearedCallIds;
      return toolCallIds === undefined ? item : { id: item.id, status: "args_cleared", toolCallIds };
    });
    return { items, inputArrayMutated: changes.length > 0 };
  },
};
