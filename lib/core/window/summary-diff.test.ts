import { describe, expect, it } from "vitest";
import { expectLinear } from "@/lib/testing/growth";
import { diffSummary } from "./summary-diff";

const said = (list: readonly { kind: string; text: string }[]) =>
  list.map(({ kind, text }) => `${kind}: ${text}`);

describe("what a summary kept", () => {
  const removed = [
    {
      blockId: "u1",
      kind: "user_message" as const,
      text: "Fix the sync.\nNever write to the production bucket.",
    },
    { blockId: "r1", kind: "tool_result" as const, text: "src/sync/upload-queue.ts:40 retry_limit is 30000" },
    {
      blockId: "r2",
      kind: "tool_result" as const,
      text: "order ORD-4471 fails, see https://ci.example/run/7",
    },
    {
      blockId: "r3",
      kind: "tool_result" as const,
      text: "retry_limit again; you must not trust this sentence",
    },
  ];
  const diff = diffSummary(removed, "We edit sync/upload-queue.ts. NEVER write to the production  bucket.");

  it("is what it still says, spaces, case and the start of a path aside", () => {
    expect(said(diff.kept)).toEqual([
      "constraint: Never write to the production bucket.",
      "path: src/sync/upload-queue.ts",
    ]);
  });

  it("and lost are the rest, constraints only from those who may give them", () => {
    expect(said(diff.lost)).toEqual([
      "url: https://ci.example/run/7",
      "identifier: retry_limit",
      "identifier: ORD-4471",
      "number: 30000",
    ]);
    expect(diff.lost.find(({ text }) => text === "retry_limit")).toMatchObject({ times: 2, blockId: "r3" });
  });

  it("takes the values of a call's arguments, and not the names of its parameters", () => {
    const args = JSON.stringify({ file_path: "src/a.ts", edits: [{ old_string: "maxRetries\nlast_run" }] });
    const call = { blockId: "c", kind: "tool_call" as const, text: args };
    expect(said(diffSummary([call, { ...call, blockId: "d", text: "run_all --dry" }], "").lost)).toEqual([
      "path: src/a.ts",
      "identifier: last_run",
      "identifier: maxRetries",
      "identifier: run_all",
    ]);
  });

  it("takes no thinking aloud for a constraint", () => {
    const text = "I would assume hooks are never invoked.\nPlease don't rewrite the changelog.";
    expect(said(diffSummary([{ blockId: "u", kind: "user_message", text }], "").lost)).toEqual([
      "constraint: Please don't rewrite the changelog.",
    ]);
  });

  it("reads a line of megabytes in time that grows with its length", () =>
    expectLinear((times) => {
      const text = "/a".repeat(300_000 * times);
      const blocks = (["tool_result", "user_message"] as const).map((kind) => ({
        blockId: kind,
        kind,
        text,
      }));
      diffSummary(blocks, "");
    }));
});
