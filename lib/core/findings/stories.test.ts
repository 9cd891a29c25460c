import { describe, expect, it } from "vitest";
import { eightTurnLoop } from "@/lib/demo/eight-turn-loop";
import { openclawPruning } from "@/lib/demo/openclaw-pruning";
import { publishingDaemon } from "@/lib/demo/publishing-daemon";
import { refund } from "@/lib/demo/refund";
import { testFixing } from "@/lib/demo/test-fixing";
import type { TraceEvent } from "../trace/event";
import { recordingOf } from "../trace/recording";
import { analysed, findAll } from "./find";
import type { Finding } from "./finding";

/** What is found in a story, without what its source cannot show. */
function findingsOf(events: readonly TraceEvent[]): readonly Finding[] {
  const { findings, unlisted } = findAll(analysed(recordingOf(events)));
  expect(unlisted).toEqual({});
  return findings.filter(({ code }) => !code.startsWith("coverage."));
}

/** "warning context.spike 2-3", in the order in which they are told. */
function told(events: readonly TraceEvent[]): string[] {
  return findingsOf(events).map(({ severity, code, from, to }) => `${severity} ${code} ${from}-${to}`);
}

describe("the refund", () => {
  it("branched on an order that had left, and nothing checked the branch", () => {
    expect(told(refund())).toMatchInlineSnapshot(`
      [
        "serious evidence.dangling 4-4",
        "warning eviction.unrestorable 4-6",
        "note eviction.masked 4-4",
        "note eviction.uneconomic 4-6",
        "note step.unvalidated 4-4",
      ]
    `);
  });
});

describe("the loop of eight turns", () => {
  it("grew most in turns 2 and 4, by tool results", () => {
    expect(told(eightTurnLoop())).toMatchInlineSnapshot(`
      [
        "warning context.spike 2-3",
        "warning context.spike 4-5",
        "note context.tool_results_dominate 3-8",
      ]
    `);
    expect(findingsOf(eightTurnLoop()).map(({ numbers }) => numbers.delta ?? null)).toContain(4_420);
  });
});

describe("the publishing daemon", () => {
  it("fetched twice, spliced an address, failed its gate and lost its plan, each at its turn", () => {
    expect(told(publishingDaemon())).toMatchInlineSnapshot(`
      [
        "serious reference.spliced 14-14",
        "serious gate.failed 15-15",
        "serious plan.left_window 16-19",
        "serious policy.protected_violated 16-16",
        "warning call.duplicate 12-12",
        "warning eviction.silent 16-17",
        "warning eviction.unrestorable 16-17",
        "note context.tool_results_dominate 4-19",
        "note eviction.uneconomic 16-17",
        "note eviction.masked 17-17",
      ]
    `);
  });
});

describe("the pruned session", () => {
  it("lost evidence to both kinds of pruning", () => {
    expect(told(openclawPruning())).toMatchInlineSnapshot(`
      [
        "warning context.spike 8-9",
        "warning eviction.unrestorable 8-8",
        "warning eviction.unrestorable 8-8",
        "note context.tool_results_dominate 4-9",
        "note eviction.uneconomic 8-8",
      ]
    `);
  });
});

describe("the rounds of fixing a test", () => {
  it("met an instruction in an output, and fetched again what had left", () => {
    expect(told(testFixing())).toMatchInlineSnapshot(`
      [
        "serious trust.instruction_in_untrusted 2-2",
        "warning refetch.after_eviction 5-5",
        "warning evidence.residual 10-11",
        "note eviction.masked 2-12",
        "note eviction.uneconomic 2-12",
      ]
    `);
  });
});
