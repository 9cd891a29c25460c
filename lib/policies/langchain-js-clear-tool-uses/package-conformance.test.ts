import fc from "fast-check";
import { ClearToolUsesEdit, contextEditingMiddleware } from "langchain";
import { beforeEach, expect, vi } from "vitest";
import { drawDamagedConversation } from "@/lib/testing/drawn/draw-conversation";
import { itAgrees } from "@/lib/testing/vendors/differential";
import { drawTrigger, langchainMessage, readOf, ScriptedAgent } from "@/lib/testing/vendors/langchain";
import { readOptions } from "../contract/options";
import { PolicyRun } from "../run";
import { langchainJsClearToolUses } from ".";

const options = fc.record(
  {
    trigger: drawTrigger,
    keep: fc.oneof(
      fc.record({ messages: fc.nat(5) }),
      fc.record({ tokens: fc.nat(4_000) }),
      fc.record({ fraction: fc.constantFrom(0, 0.1, 0.5) }),
    ),
    excludeTools: fc.subarray(["read", "exec"]),
    clearToolInputs: fc.boolean(),
    placeholder: fc.constantFrom("[cleared]", "", "[the result of this call was taken out to save room]"),
    clearAtLeast: fc.nat(3_000),
  },
  { requiredKeys: ["trigger"] },
);

const older = fc.record(
  {
    trigger: fc.constantFrom({ tokens: 100_000 }, { messages: 4 }),
    triggerTokens: fc.integer({ min: 1, max: 6_000 }),
    keep: fc.constantFrom({ messages: 3 }, { tokens: 9 }),
    keepMessages: fc.nat(5),
    clearAtLeast: fc.nat(3),
  },
  { requiredKeys: [] },
);

const drawn = fc.record({
  requests: drawDamagedConversation,
  options,
  contextWindow: fc.constantFrom(null, 2_000, 8_000),
});

beforeEach(() => {
  // The package warns each time a deprecated option is set.
  vi.spyOn(console, "warn").mockReturnValue(undefined);
});

/** Fewer runs, because a step of an agent takes milliseconds. */
const AGENT_RUNS = 50;

itAgrees(
  "LangChain's clearing of tool uses sends what an agent with the package's middleware sends",
  drawn,
  async (one) => {
    const { requests, options, contextWindow } = one;
    const run = new PolicyRun(langchainJsClearToolUses, { options });
    const edits = [new ClearToolUsesEdit(options)];
    const agent = new ScriptedAgent(contextEditingMiddleware({ edits }), contextWindow);
    for (const { added } of requests) {
      run.append(added);
      run.step({ contextWindow });
      const theirs = await agent.request(added.map(langchainMessage));
      expect(run.shown.messages().map(langchainMessage).map(readOf)).toEqual(theirs.map(readOf));
    }
  },
  AGENT_RUNS,
);

itAgrees(
  "LangChain's clearing of tool uses takes the deprecated names that the package takes",
  older,
  (config) => {
    vi.mocked(console.warn).mockClear();
    const { trigger, keep } = new ClearToolUsesEdit(config);
    const deprecated = vi.mocked(console.warn).mock.calls.map(([text]) => String(text).split(" ")[0]);
    const reading = readOptions(langchainJsClearToolUses, config);
    expect(reading).toMatchObject({ ok: true, options: { trigger, keep } });
    expect(reading.ok && reading.warnings.map(({ path }) => path)).toEqual(deprecated);
  },
);
