import fc from "fast-check";
import type { Message } from "@/lib/policies/contract/message";

const TOOLS = ["read", "exec", "web_fetch", "memory_search"] as const;

const chars = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 400 }) },
  { weight: 1, arbitrary: fc.integer({ min: 400, max: 600 }) },
  { weight: 1, arbitrary: fc.integer({ min: 4_000, max: 12_000 }) },
);

const call = fc.record({
  tool: fc.constantFrom(...TOOLS),
  resultChars: chars,
  images: fc.integer({ min: 0, max: 1 }),
});

const exchange = fc.record({
  user: fc.option(chars, { freq: 3 }),
  assistant: chars,
  thinking: fc.option(chars, { freq: 2 }),
  calls: fc.array(call, { maxLength: 3 }),
  pauseMs: fc.constantFrom(1_000, 60_000, 400_000, 5_000_000),
});

/** One model call: the new messages since the last one, and its time. */
export interface DrawnRequest {
  readonly added: readonly Message[];
  readonly now: number;
}

/** Well-formed conversations as their requests. Results follow their calls directly. */
export const drawConversation: fc.Arbitrary<DrawnRequest[]> = fc
  .array(exchange, { minLength: 1, maxLength: 12 })
  .map((exchanges) => {
    let next = 0;
    let now = 1_000_000;
    let pending: Message[] = [{ id: "s0", role: "system", text: "You are careful." }];
    pending.push({ id: "u0", role: "user", text: "Refund order 77 as the policy allows." });
    return exchanges.map(({ user, assistant, thinking, calls, pauseMs }) => {
      if (user !== null) pending.push({ id: `u${++next}`, role: "user", text: "u".repeat(user) });
      const request = { added: pending, now };
      now += pauseMs;
      const toolCalls = calls.map(({ tool }, i) => ({
        id: `c${next}-${i}`,
        name: tool,
        args: { path: `f${i}` },
      }));
      pending = [
        {
          id: `a${++next}`,
          role: "assistant",
          text: "a".repeat(assistant),
          ts: now,
          ...(thinking === null ? {} : { thinking: "t".repeat(thinking) }),
          ...(toolCalls.length === 0 ? {} : { toolCalls }),
        },
        ...calls.map(({ tool, resultChars, images }, i): Message => ({
          id: `t${++next}`,
          role: "tool",
          toolCallId: toolCalls[i]?.id ?? "",
          toolName: tool,
          text: "r".repeat(resultChars),
          ts: now,
          ...(images === 0 ? {} : { images }),
        })),
      ];
      return request;
    });
  });

/** Conversations with missing messages: calls without results, results without calls. */
export const drawDamagedConversation: fc.Arbitrary<DrawnRequest[]> = fc
  .tuple(drawConversation, fc.array(fc.nat(30), { maxLength: 4 }))
  .map(([requests, missing]) => {
    let position = 0;
    return requests.map(({ added, now }) => ({
      added: added.filter(() => !missing.includes(position++)),
      now,
    }));
  });
