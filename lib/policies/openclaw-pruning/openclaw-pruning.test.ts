import { describe, expect, it } from "vitest";
import type { Message } from "../contract/message";
import type { Policy } from "../contract/policy";
import { listProjectedItems } from "../project";
import { PolicyRun } from "../run";
import { openclawPruningV1, openclawPruningV2, openclawPruningV3 } from ".";

const MINUTE = 60_000;
const START = 1_000_000;

const conversation: readonly Message[] = [
  { id: "u1", role: "user", text: "go" },
  { id: "a1", role: "assistant", text: "", toolCalls: [{ id: "c1", name: "read", args: {} }] },
  { id: "t1", role: "tool", toolCallId: "c1", toolName: "read", text: "x".repeat(14_000) },
  ...["a2", "a3", "a4"].map((id): Message => ({ id, role: "assistant", text: "ok" })),
];

function statusAt(policy: Policy, minutes: readonly number[], options: object = {}): string[] {
  const run = new PolicyRun(policy, { options, history: conversation });
  return minutes.map((minute, i) => {
    const signals = i === 0 ? { lastCacheTouchAt: START } : {};
    run.step({ now: START + minute * MINUTE, contextWindow: 10_000, signals });
    return listProjectedItems(run).find(({ id }) => id === "t1")?.status ?? "missing";
  });
}

describe("OpenClaw's pruning", () => {
  it("prunes once the time to live has passed, that minute included", () => {
    expect(statusAt(openclawPruningV1, [4.9])).toEqual(["kept"]);
    expect(statusAt(openclawPruningV1, [5])).toEqual(["trimmed"]);
  });

  it("sends everything again on the next call in generation 1", () => {
    expect(statusAt(openclawPruningV1, [5, 6, 10])).toEqual(["trimmed", "kept", "trimmed"]);
  });

  it("stays pruned in generation 3", () => {
    expect(statusAt(openclawPruningV3, [5, 6, 10])).toEqual(["trimmed", "trimmed", "trimmed"]);
  });

  it("spares results of tools that are denied, whatever is allowed", () => {
    expect(statusAt(openclawPruningV1, [5], { tools: { allow: ["*"], deny: ["RE*"] } })).toEqual(["kept"]);
  });

  it("takes a stamp of 0 for none", () => {
    const run = new PolicyRun(openclawPruningV1, { options: {}, history: conversation });
    expect(run.step({ now: START, contextWindow: 10_000, signals: { lastCacheTouchAt: 0 } }).changes).toEqual(
      [],
    );
  });

  it("keeps surrogate pairs whole from generation 2 on", () => {
    const trimmed = (policy: Policy) => {
      const history = conversation.map((one) =>
        one.id === "t1" ? { ...one, text: "x" + "😀".repeat(7_000) } : one,
      );
      const run = new PolicyRun(policy, { options: {}, history });
      run.step({ now: START, contextWindow: 10_000, signals: { lastCacheTouchAt: 1 } });
      return run.shown.at(2)?.text ?? "";
    };
    expect(trimmed(openclawPruningV1).slice(0, 1_505)).toBe("x" + "😀".repeat(749) + "\ud83d\n...\n");
    expect(trimmed(openclawPruningV2).slice(0, 1_504)).toBe("x" + "😀".repeat(749) + "\n...\n");
  });
});
