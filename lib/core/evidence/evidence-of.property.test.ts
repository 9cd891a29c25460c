import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitrarySession } from "@/lib/testing/drawn/arbitrary-session";
import { trace } from "@/lib/testing/trace-builder";
import { buildPlans } from "./plan/plans-of";
import type { TraceEvent } from "../trace/event";
import { foldRecording } from "../trace/fold/recording";
import { deriveEvidence } from "./evidence-of";

const analyse = (events: readonly TraceEvent[]) => {
  const recording = foldRecording(events);
  return { session: recording.session, ...deriveEvidence(recording, buildPlans(recording)) };
};

const sessionWithValues = fc
  .array(
    fc.record({
      fetch: fc.option(fc.nat(5)),
      use: fc.option(fc.nat(5)),
      drop: fc.option(fc.nat(5)),
      say: fc.boolean(),
    }),
    { minLength: 2, maxLength: 20 },
  )
  .map((turns) => {
    const story = trace("values");
    let pending: { id: string; value: number } | null = null;
    turns.forEach(({ fetch, use, drop, say }, i) =>
      story.turn((t) => {
        if (pending !== null) t.result(pending.id, `ticket TCK-${pending.value}0${pending.value}17`);
        pending = null;
        const ids = story.entries.map(({ id }) => id);
        if (drop !== null && ids[drop] !== undefined) t.drop(ids[drop]);
        if (use !== null && say) t.says(`about TCK-${use}0${use}17`);
        else if (use !== null) t.calls("close", { ticket: `TCK-${use}0${use}17` }, `u${i}`);
        if (fetch !== null) t.calls("fetch", { n: fetch }, (pending = { id: `f${i}`, value: fetch }).id);
      }),
    );
    return story.events();
  });

describe("evidence edges of any session", () => {
  it("are the same every time", () => {
    fc.assert(
      fc.property(fc.oneof(arbitrarySession, sessionWithValues), (events) => {
        expect(analyse(events).edges).toEqual(analyse(events.toReversed()).edges);
      }),
      { numRuns: 20 },
    );
  });

  it("never come from the future, and say of the window what the window says", () => {
    fc.assert(
      fc.property(sessionWithValues, (events) => {
        const { session, edges } = analyse(events);
        const residencies = (block: number, turn: number) =>
          session.residencies.find(
            (r) => r.block === block && r.from <= turn && (r.to === null || r.to >= turn),
          );
        for (const { from, to, state, residual, residualBlock, leftTurn } of edges) {
          const first = session.residencies.filter((r) => r.block === from).map((r) => r.from);
          expect(Math.min(...first)).toBeLessThanOrEqual(to.turn);
          const residency = residencies(from, to.turn);
          if (state === "live") expect(residency?.mode).toBe("full");
          if (state === "dangling") expect(residency).toBeUndefined();
          if (leftTurn !== null) expect(leftTurn).toBeLessThanOrEqual(to.turn);
          if (residual) expect(residencies(residualBlock ?? -1, to.turn)).toBeDefined();
        }
        expect(new Set(edges.map(({ id }) => id)).size).toBe(edges.length);
      }),
      { numRuns: 30 },
    );
  });

  it("of a part of the session stay what they are as it goes on", () => {
    fc.assert(
      fc.property(sessionWithValues, (events) => {
        const all = analyse(events).edges;
        const part = events.slice(0, Math.ceil(events.length / 2));
        const last = Math.max(-1, ...analyse(part).session.turns.map(({ index }) => index));
        expect(all.filter(({ to }) => to.turn <= last)).toEqual(analyse(part).edges);
      }),
      { numRuns: 20 },
    );
  });
});

function chain(turns: number): TraceEvent[] {
  const story = trace("chain");
  for (let i = 0; i < turns; i++) {
    story.turn((t) => {
      if (i > 0) t.result(`c${i - 1}`, `item ID${i}XZ at /data/run/${i}/out.json ${"word ".repeat(50)}`);
      if (i > 20) t.drop(`result:c${i - 20}`);
      t.calls("get", { after: `ID${i}XZ` }, `c${i}`);
    });
  }
  return story.events();
}

describe("the work", () => {
  it("grows in step with the text", () => {
    const [small, large] = [analyse(chain(60)), analyse(chain(240))];
    expect(large.edges.length).toBeGreaterThan(200);
    expect(large.work / small.work).toBeLessThan(4.5);
  });

  it.each([
    ["5 MB on one line", `{"a":"${"x1".repeat(2_500_000)}"}`],
    ["a million lines", "id-9 /a/b_1 7\n".repeat(1_000_000)],
    ["a million values", Array.from({ length: 200_000 }, (_, i) => `v${i}x`).join(" ")],
    ["nothing but quotes", '"'.repeat(2_000_000)],
    ["nothing but slashes", "a/".repeat(2_000_000)],
    ["lone surrogates, escapes and overrides", '\ud800\u202e\u001b[31m\\n\\"'.repeat(200_000)],
  ])("is bounded for %s, and what was skipped is counted", (_, text) => {
    const events = trace("hostile")
      .turn((t) => t.user("go").calls("get", {}, "c1"))
      .turn((t) => t.result("c1", text).calls("put", { text: text.slice(0, 1_000_000) }, "c2"))
      .turn((t) => t.result("c2", text).says(text.slice(-1_000_000)))
      .events();
    const recording = foldRecording(events);
    const { skipped, edges, work } = deriveEvidence(recording, []);
    expect(work / text.length).toBeLessThan(12);
    expect(edges.length).toBeLessThan(50);
    if (text.length > 1_000_000) expect(skipped.chars).toBeGreaterThan(0);
  });

  it("is none where nothing is", () => {
    expect(analyse(trace().events()).edges).toEqual([]);
  });
});
