import { z } from "zod";
import { anthropicSdkClientCompaction } from "@/lib/policies/anthropic-sdk-client-compaction";
import type { Message } from "@/lib/policies/contract/message";
import { PolicyRun } from "@/lib/policies/run";
import { caseMessages } from "./case-messages";
import type { CaseFamily } from "./family";
import { knownOptions } from "./known-options";

const usage = z.strictObject({
  input_tokens: z.number().default(0),
  output_tokens: z.number().default(0),
  cache_creation_input_tokens: z.number().nullable().default(0),
  cache_read_input_tokens: z.number().nullable().default(0),
});

const input = z.strictObject({
  policy: z.unknown(),
  state: z.strictObject({
    steps: z.array(z.strictObject({ usage, tool: z.boolean().default(false), text: z.string().optional() })),
  }),
  messages: caseMessages,
});

/** An endless loop is stopped after this many replies. */
const MAX_REQUESTS = 50;

export const anthropicSdkClientCases: CaseFamily = {
  policy: "anthropic-sdk-client-compaction",
  run(raw) {
    const { policy, state, messages } = input.parse(raw);
    const run = new PolicyRun(anthropicSdkClientCompaction, {
      options: knownOptions(anthropicSdkClientCompaction, policy),
      history: messages,
    });
    const requests: object[] = [];
    const ask = (kind: "agent" | "summarise", sent: string[]) =>
      requests.push({ kind, hasTools: kind === "agent", hasSystem: kind === "agent", messages: sent });
    for (const [index, reply] of state.steps.slice(0, MAX_REQUESTS).entries()) {
      ask("agent", rendered(run));
      const before = rendered(run);
      const call = reply.tool ? `c${index + 1}` : null;
      run.append(replyMessages(index, call, reply.text));
      const { input_tokens, output_tokens, cache_creation_input_tokens, cache_read_input_tokens } =
        reply.usage;
      const read = input_tokens + (cache_creation_input_tokens ?? 0) + (cache_read_input_tokens ?? 0);
      const { summarizerCalls = [] } = run.step({
        usage: { input: read, output: output_tokens, cacheRead: null, cacheWrite: null },
        summarize: () => ({ text: "<summary>S</summary>", tokens: 1, simulated: false }),
      });
      if (summarizerCalls.length > 0) ask("summarise", [...before, "user:SUMMARISE NOW"]);
      else if (call === null) break;
    }
    return { requests };
  },
};

function replyMessages(index: number, call: string | null, text = ""): Message[] {
  const id = `r${index}`;
  if (call === null) return [{ id, role: "assistant", text }];
  return [
    { id, role: "assistant", text, toolCalls: [{ id: call, name: "tool", args: {} }] },
    { id: `${id}-result`, role: "tool", text: "ok", toolCallId: call },
  ];
}

function rendered(run: PolicyRun): string[] {
  return run.shown.messages().map(({ role, text, toolCalls, toolCallId }) => {
    if (role === "tool") return `user:tool_result ${toolCallId}`;
    const call = toolCalls?.[0];
    return call === undefined ? `${role}:${text}` : `assistant:tool_use ${call.id}`;
  });
}
