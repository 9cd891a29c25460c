import { z } from "zod";
import { langchainPyClearToolUses } from "@/lib/policies/langchain-py-clear-tool-uses";
import type { Message } from "@/lib/policies/contract/message";
import { PolicyRun } from "@/lib/policies/run";
import { countLangchainTokens } from "@/lib/policies/shared/langchain-size";
import type { CaseFamily } from "./family";
import { knownOptions } from "./known-options";

const caseInput = z.strictObject({
  policy: z.record(z.string(), z.unknown()).default({}),
  userText: z.string(),
  toolResultChars: z.array(z.number()),
  tools: z.array(z.string()).nullable(),
  /** The counter that the run used. Another one would need another run. */
  counter: z.literal("ceil(sum of content chars / 4)").optional(),
});

/** One user message, then one call and its result for each length. */
export const langchainPyClearToolUsesCases: CaseFamily = {
  policy: langchainPyClearToolUses.kind,
  run(raw) {
    const { policy, userText, toolResultChars, tools } = caseInput.parse(raw);
    const history: Message[] = [{ id: "u", role: "user", text: userText }];
    for (const [i, chars] of toolResultChars.entries()) {
      const [id, name] = [`c${i}`, tools?.[i] ?? "tool"];
      history.push({ id: `a${i}`, role: "assistant", text: "", toolCalls: [{ id, name, args: { q: i } }] });
      history.push({ id: `t${i}`, role: "tool", toolCallId: id, toolName: name, text: "x".repeat(chars) });
    }
    const run = new PolicyRun(langchainPyClearToolUses, {
      options: knownOptions(langchainPyClearToolUses, policy),
      history,
    });
    run.step();
    const shown = run.shown.messages();
    return {
      cleared: history.filter((_, i) => run.shown.statusAt(i) === "cleared").map(({ id }) => id),
      argsCleared: shown.filter(({ clearedCallIds }) => clearedCallIds !== undefined).map(({ id }) => id),
      tokensBefore: tokensOf(history),
      tokensAfter: tokensOf(shown),
    };
  },
};

function tokensOf(messages: readonly Message[]): number {
  return countLangchainTokens(messages.reduce((sum, { text }) => sum + text.length, 0));
}
