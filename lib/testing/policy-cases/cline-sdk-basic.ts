import { z } from "zod";
import { clineSdkBasic } from "@/lib/policies/cline-sdk-basic";
import { projectChanges, type ProjectedItem } from "@/lib/policies/project";
import { caseMessages } from "./case-messages";
import type { CaseFamily } from "./family";
import { caseText } from "./case-file";
import { knownOptions } from "./known-options";

const count = z.number().nullable().default(null);

const input = z.strictObject({
  policy: z.looseObject({ maxInputTokens: count, maxTokens: count }).prefault({}),
  state: z
    .strictObject({
      contextWindow: count,
      maxInputTokens: count,
      maxTokens: count,
      previousRequestInputTokens: count,
      overflowRecovery: z.boolean().default(false),
      manual: z.boolean().default(false),
      systemPrompt: caseText.default(""),
    })
    .prefault({}),
  messages: caseMessages,
});

export const clineSdkBasicCases: CaseFamily = {
  policy: "cline-sdk-basic",
  run(raw) {
    const { policy, state, messages } = input.parse(raw);
    const { overflowRecovery, manual, contextWindow, previousRequestInputTokens: counted } = state;
    const options = {
      ...policy,
      maxInputTokens: policy.maxInputTokens ?? state.maxInputTokens,
      maxTokens: policy.maxTokens ?? state.maxTokens,
    };
    const prompt = { id: "system", role: "system", text: state.systemPrompt } as const;
    const usage =
      counted === null ? null : { input: counted, output: null, cacheRead: null, cacheWrite: null };
    const result = projectChanges(
      clineSdkBasic,
      [prompt, ...messages],
      { options: knownOptions(clineSdkBasic, options) },
      { contextWindow, overflow: overflowRecovery, requested: manual, usage },
    );
    const numbers = result.decisions?.[0]?.numbers;
    const mode = overflowRecovery ? "overflow-recovery-" : manual ? "" : "auto-";
    return {
      triggered: numbers !== undefined,
      notices: numbers === undefined ? [] : [{ m: `${mode}compacting`, ...numbers }],
      items: result.items.filter(({ id }) => id !== prompt.id).map(itemOf),
    };
  },
};

/** A message that only lost its thinking reports its text. */
function itemOf({ id, status, text }: ProjectedItem): Omit<ProjectedItem, "status"> & { status: string } {
  if (status === "summarized") return { id, status: "dropped" };
  return text === undefined ? { id, status: "kept" } : { id, status: "rewritten", text };
}
