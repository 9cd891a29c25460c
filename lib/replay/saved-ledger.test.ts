import { describe, expect, it } from "vitest";
import { buildLedgerOfTurn } from "@/lib/core/ledger/ledger-of-turn";
import { buildPlans } from "@/lib/core/evidence/plan/plans-of";
import { findPolicy } from "@/lib/policies/registry";
import { assert } from "@/lib/core/assert";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import { planSignals } from "./plan-signals";
import { replay } from "./replayer";
import { readSource } from "./windows/source";
import { demoStory } from "@/lib/demo";

const POLICIES: readonly [kind: string, options: object][] = [
  ["none", {}],
  ["front-truncation", { maxTokens: 2_500 }],
  [
    "anthropic-clear-tool-uses",
    { trigger: { type: "input_tokens", value: 3_000 }, keep: { type: "tool_uses", value: 2 } },
  ],
  ["swe-agent-last-n-observations", { n: 2 }],
  ["keep-last-n", { keep: 5 }],
];

const TAKING = ["clear", "trim", "remove", "summarize"];

describe("the ledger of a stored replay", () => {
  it.each(POLICIES)("says at every turn what %s decided, by whom and why", (kind, options) => {
    const recording = foldRecording(demoStory("refund"));
    const source = readSource(recording);
    const policy = findPolicy(kind);
    assert(policy !== undefined, "the policy is there");
    const signalsAt = planSignals(source, buildPlans(recording));
    const { events, ledger, session } = replay(source, { policy, options, signalsAt });
    // Only events are stored. Every question about a stored session is answered from them.
    const stored = foldRecording(events).session;

    expect(stored.turns.map(({ index }) => index)).toEqual(ledger.map(({ turn }) => turn));
    const takes = ledger.some(({ decisions }) => decisions.some(({ action }) => TAKING.includes(action)));
    expect(takes).toBe(kind !== "none");
    for (const { turn, decisions, notes } of ledger) {
      const rows = buildLedgerOfTurn(stored, turn);
      expect(rows?.windowKnown).toBe(true);
      expect(rows).toEqual(buildLedgerOfTurn(session, turn));
      for (const note of notes) expect(rows?.remarks).toContain(note);
      const taking = decisions.filter(({ action }) => TAKING.includes(action));
      const left = stored.evictions.filter((eviction) => eviction.turn === turn);
      const named = new Set(taking.flatMap(({ blocks }) => blocks));
      expect(left.filter(({ block }) => !named.has(stored.blocks[block]?.id ?? ""))).toEqual([]);
      for (const { block, cause } of left) {
        const id = stored.blocks[block]?.id ?? "";
        const decision = taking.findLast(({ blocks }) => blocks.includes(id));
        expect(cause).toMatchObject({
          policy: kind,
          rule: decision?.rule,
          reason: decision?.reason,
          numbers: decision?.numbers,
          provenance: "reported",
        });
        const row = rows?.rows.find(({ sourceId }) => sourceId === id);
        expect(row?.reason).toMatchObject({ class: "evicted", turn, provenance: "reported" });
        expect(row?.reason?.text).toContain(`${decision?.rule} · ${decision?.reason}`);
      }
    }
  });
});
