import { z } from "zod";
import { codexCompaction } from "@/lib/policies/codex-compaction";
import { recordOutput } from "@/lib/policies/codex-compaction";
import { convertBytesToTokens, countBytes } from "@/lib/policies/codex-compaction/truncate-middle";
import type { Message } from "@/lib/policies/contract/message";
import { PolicyRun } from "@/lib/policies/run";
import { caseText } from "./case-file";
import type { CaseFamily } from "./family";

/** The usage of a reply whose case does not state it: far below every limit. */
const SMALL_USAGE = 10;
const SHOWN_CHARS = 60;

const input = z.strictObject({
  policy: z.strictObject({
    context: z.number().optional(),
    limit: z.number().optional(),
    toolOutputTokens: z.number().optional(),
  }),
  turns: z.array(
    z.strictObject({
      text: caseText,
      calls: z.array(z.number()).default([]),
      usage: z.array(z.number()).default([]),
    }),
  ),
});

interface Sent {
  readonly kind: "agent" | "compact";
  readonly input: readonly string[];
}

export const codexCases: CaseFamily = {
  policy: "codex-compaction",
  run(raw) {
    const { policy, turns } = input.parse(raw);
    const outputTokens = policy.toolOutputTokens ?? null;
    const run = new PolicyRun(codexCompaction, {
      options: {
        model_auto_compact_token_limit: policy.limit ?? null,
        tool_output_token_limit: outputTokens,
      },
    });
    const session = { reported: null as number | null, calls: 0 };
    return {
      turns: turns.map(({ text, calls, usage }, turn) => {
        const sent: Sent[] = [];
        const send = (added: Message[], isPrompt: boolean) => {
          const before = isPrompt ? rendered(run) : null;
          run.append(added);
          const whole = before ?? rendered(run);
          const { summarizerCalls = [] } = run.step({
            contextWindow: policy.context ?? null,
            usage: { input: session.reported ?? 0, output: 0, cacheRead: null, cacheWrite: null },
            summarize: () => ({ text: "SUMMARY", tokens: 1, simulated: false }),
          });
          if (summarizerCalls.length > 0)
            sent.push({ kind: "compact", input: [...whole, "user: <compaction prompt>"] });
          sent.push({ kind: "agent", input: rendered(run) });
          session.reported = usage[sent.filter(({ kind }) => kind === "agent").length - 1] ?? SMALL_USAGE;
        };
        send([{ id: `u${turn}`, role: "user", text }], true);
        for (const chars of calls) send(callWithResult(++session.calls, chars, outputTokens), false);
        run.append([{ id: `ok${turn}`, role: "assistant", text: "ok" }]);
        return sent;
      }),
    };
  },
};

function callWithResult(number: number, chars: number, outputTokens: number | null): Message[] {
  const id = `c${number}`;
  const body = "x".repeat(chars);
  const tokens = convertBytesToTokens(countBytes(body));
  const text = `Process exited with code 0\nOriginal token count: ${tokens}\nOutput:\n${recordOutput(body, outputTokens)}`;
  return [
    { id: `a-${id}`, role: "assistant", text: "", toolCalls: [{ id, name: "shell", args: {} }] },
    { id: `r-${id}`, role: "tool", text, toolCallId: id },
  ];
}

function rendered(run: PolicyRun): string[] {
  return run.shown.messages().map((message) => {
    if (message.role === "tool") return `result ${message.toolCallId}: ${shortened(message.text)}`;
    const call = message.toolCalls?.[0];
    if (call !== undefined) return `call ${call.id}`;
    if (message.id === "codex-compaction:summary") return "user: <summary prefix>SUMMARY";
    return `${message.role}: ${shortened(message.text)}`;
  });
}

function shortened(text: string): string {
  if (text.length <= 2 * SHOWN_CHARS) return text;
  return `${text.slice(0, SHOWN_CHARS)}…${text.slice(-SHOWN_CHARS)} [${text.length}]`;
}
