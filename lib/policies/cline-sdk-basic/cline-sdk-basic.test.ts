import { describe, expect, it } from "vitest";
import type { Message } from "../contract/message";
import { PolicyRun } from "../run";
import { clineSdkBasic } from ".";

const CONTEXT_WINDOW = 2_300;

function turn(name: string): Message[] {
  const call = { id: `${name}-call`, name: "read_files", args: { files: [{ path: `${name}.ts` }] } };
  return [
    { id: `${name}-prompt`, role: "user", text: `Look at ${name}.` },
    { id: `${name}-read`, role: "assistant", text: "", toolCalls: [call] },
    { id: `${name}-file`, role: "tool", text: "x".repeat(3_000), toolCallId: call.id, toolName: call.name },
    { id: `${name}-answer`, role: "assistant", text: `I have read ${name}.` },
  ];
}

const shownIds = (run: PolicyRun) => run.shown.messages().map(({ id }) => id);

describe("Cline's basic compaction", () => {
  it("leaves a window alone below the trigger", () => {
    const run = new PolicyRun(clineSdkBasic, { history: turn("a") });
    run.step({ contextWindow: CONTEXT_WINDOW });
    expect(shownIds(run)).toEqual(["a-prompt", "a-read", "a-file", "a-answer"]);
  });

  it("folds older work into a notice on the prompt that asked for it", () => {
    const run = new PolicyRun(clineSdkBasic, { history: [...turn("a"), ...turn("b")] });
    run.step({ contextWindow: CONTEXT_WINDOW });
    expect(shownIds(run)).toEqual(["a-prompt", "a-answer", "b-prompt", "b-read", "b-file", "b-answer"]);
    expect(run.shown.at(0)?.text).toContain("Files read:\na.ts\n");
  });

  it("keeps in later compactions what an earlier one kept", () => {
    const run = new PolicyRun(clineSdkBasic, { history: [...turn("a"), ...turn("b")] });
    run.step({ contextWindow: CONTEXT_WINDOW });
    run.append(turn("c"));
    run.step({ contextWindow: CONTEXT_WINDOW });
    expect(shownIds(run)).toEqual(expect.arrayContaining(["a-answer", "b-prompt", "b-file", "c-prompt"]));
    expect(shownIds(run)).not.toContain("c-file");
  });

  it("compacts below the trigger where the provider refused the request", () => {
    const run = new PolicyRun(clineSdkBasic, { history: turn("a") });
    run.step({ contextWindow: CONTEXT_WINDOW, overflow: true });
    expect(shownIds(run)).toEqual(["a-prompt", "a-answer"]);
  });

  it("scales its limits down by what the provider counted above the estimate", () => {
    const run = new PolicyRun(clineSdkBasic, { history: turn("a") });
    const usage = { input: 4_000, output: null, cacheRead: null, cacheWrite: null };
    run.step({ contextWindow: CONTEXT_WINDOW, usage });
    expect(shownIds(run)).toEqual(["a-prompt", "a-answer"]);
  });
});
