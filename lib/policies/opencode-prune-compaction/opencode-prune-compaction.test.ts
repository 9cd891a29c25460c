import { describe, expect, it } from "vitest";
import type { Message } from "../contract/message";
import { PolicyRun } from "../run";
import { opencodePruneCompaction } from "./index";

const usage = (input: number) => ({ input, cacheRead: null, cacheWrite: null, output: 0 });
const said = (id: string, role: "user" | "assistant", chars = 400): Message => ({
  id,
  role,
  text: id.padEnd(chars, "."),
});
const read = (id: string, chars: number): Message[] => [
  { id, role: "assistant", text: "", toolCalls: [{ id: `call-${id}`, name: "read", args: { path: id } }] },
  { id: `r-${id}`, role: "tool", text: "x".repeat(chars), toolCallId: `call-${id}` },
];

describe("opencode's compactions", () => {
  const run = new PolicyRun(opencodePruneCompaction, {
    history: [said("u1", "user"), ...read("a", 40_000), said("u2", "user"), said("s2", "assistant")],
    options: { limit: { context: 100_000, output: 8_000 }, preserve_recent_tokens: 300 },
  });
  const full = { usage: usage(95_000) };
  const first = run.step(full);

  it("give the summarising model long results cut to 2,000 characters", () => {
    expect(first.summarizerCalls?.[0]?.inputTokens).toBeLessThan(1_200);
    expect(first.decisions?.map(({ from, to }) => [from, to])).toEqual([[0, 3]]);
  });

  it("go on from the summary before: it is read again, and so is the tail that it left", () => {
    run.append([said("u3", "user"), ...read("b", 4_000), said("u4", "user"), said("s4", "assistant")]);
    const second = run.step(full);
    expect(second.decisions?.map(({ from, to }) => [from, to])).toEqual([[3, 8]]);
    const summary = first.summarizerCalls?.[0]?.outputTokens ?? 0;
    expect(second.summarizerCalls?.[0]?.inputTokens).toBeGreaterThan(summary + 700);
    const shown = run.shown.messages().map(({ id }) => id);
    expect(shown.filter((id) => id.endsWith(":summary"))).toHaveLength(1);
    expect(shown.at(-1)).toContain("continue");
  });
});
