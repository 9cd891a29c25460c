import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitrarySession } from "@/lib/testing/drawn/arbitrary-session";
import { drawSession } from "@/lib/testing/drawn/draw-session";
import { trace } from "@/lib/testing/trace-builder";
import { workedExample } from "@/lib/testing/worked-example";
import { foldRecording } from "../trace/fold/recording";
import { Checker } from "./checker";
import type { Claim } from "./claim";

const session = trace("refund", { budget: 500, policy: { kind: "keep last", options: { keep: 3 } } })
  .turn((t) =>
    t
      .user("Refund the order.")
      .calls("get_order", { id: 7 }, "c1")
      .usage(100, 20)
      .with({ visibleTools: ["get_order"] }),
  )
  .turn((t) =>
    t
      .result("c1", "order 7: total 1,284.50, paid on 2026-03-04, file /srv/app/src/pay/refund.ts")
      .calls("get_order", { id: 7 }, "c2")
      .usage(160, 20),
  )
  .turn((t) =>
    t
      .result("c2", "order 7:  total 1,284.50, paid on 2026-03-04, file /srv/app/src/pay/refund.ts")
      .usage(220, 5),
  )
  .turn((t) => t.clear("result:c1").clear("result:c2").calls("refund", { amount: 1284.5 }, "c3"))
  .turn((t) =>
    t
      .result("c3", "done", { isError: true })
      .block("hint", "memory", "The customer is kind.", { trust: "untrusted" })
      .user("I see the total of 1.284,50 EUR."),
  )
  .turn((t) =>
    t
      .calls("refund", { order: "A-7" }, "c4")
      .calls("refund", { order: "B-9" }, "c5")
      .calls("refund", { order: "B-9" }, "c6")
      .calls("read", { path: "pay/a.ts" }, "c7")
      .calls("bash", { command: "cat ./pay/a.ts" }, "c8")
      .calls("bash", { command: "cd old && cat pay/a.ts" }, "c9"),
  )
  .turn((t) =>
    t
      .result("c4", "Order A-7 was refunded on 2026-03-04 already.", { isError: true })
      .result("c5", "Order B-9 was refunded on 2026-04-11 already.", { isError: true })
      .result("c6", "Order B-9 is not paid.", { isError: true })
      .result("c7", "File not found.", { isError: true })
      .result("c8", "cat: ./pay/a.ts: No such file or directory", { isError: true })
      .result("c9", "cat: pay/a.ts: No such file or directory", { isError: true }),
  )
  .events();

function check(claim: Claim) {
  return new Checker(foldRecording(session)).check(claim);
}

describe("the checker", () => {
  it.each<[Claim, boolean | null]>([
    [{ is: "present", value: "1284.5", turn: 1, block: "result:c1" }, true],
    [{ is: "present", value: "1284.5", turn: 1 }, true],
    [{ is: "present", value: "1284.6", turn: 1 }, false],
    [{ is: "present", value: "March 4, 2026", turn: 1 }, true],
    [{ is: "present", value: "/home/me/src/pay/refund.ts", turn: 1 }, true],
    [{ is: "absent", value: "1284.5", turn: 1 }, false],
    [{ is: "absent", value: "1284.5", turn: 3 }, true],
    [{ is: "absent", value: "1284.5", turn: 3, until: 4 }, false],
    [{ is: "absent", value: "1284.5", turn: 4 }, false],
    [{ is: "absent", value: "1284.5", turn: 9 }, null],
    [{ is: "left", block: "result:c1", turn: 3 }, true],
    [{ is: "left", block: "result:c1", turn: 3, how: "compacted" }, false],
    [{ is: "left", block: "result:c1", turn: 2 }, false],
    [{ is: "stands", block: "result:c1", turn: 3, mode: "reference" }, true],
    [{ is: "used", value: "1284.50", turn: 3, block: "call:c3" }, true],
    [{ is: "used", value: "1284.50", turn: 1, block: "call:c3" }, false],
    [{ is: "equal", blocks: ["result:c1", "result:c2"] }, true],
    [{ is: "equal", blocks: ["result:c1", "result:c3"] }, false],
    [{ is: "same-arguments", blocks: ["call:c1", "call:c2"] }, true],
    [{ is: "same-arguments", blocks: ["call:c1", "call:c3"] }, false],
    [{ is: "same-error", blocks: ["result:c1", "result:c2"] }, null],
    [{ is: "same-error", blocks: ["result:c4", "result:c5"] }, true],
    [{ is: "same-error", blocks: ["result:c4", "result:c6"] }, false],
    [{ is: "same-missing", blocks: ["result:c1", "result:c2"] }, null],
    [{ is: "same-missing", blocks: ["result:c7", "result:c8"] }, true],
    [{ is: "same-missing", blocks: ["result:c7", "result:c9"] }, false],
    [{ is: "failed", block: "result:c3" }, true],
    [{ is: "failed", block: "result:c1" }, false],
    [{ is: "failed", block: "nothing" }, null],
    [{ is: "same-attempt", blocks: ["call:c5", "call:c6"] }, true],
    [{ is: "same-attempt", blocks: ["call:c4", "call:c5"] }, false],
    [{ is: "same-attempt", blocks: ["call:c1", "call:c2"] }, null],
    [{ is: "shares-lines", blocks: ["result:c4", "result:c4"], n: 1 }, true],
    [{ is: "shares-lines", blocks: ["result:c4", "result:c4"], n: 2 }, false],
    [{ is: "shares-lines", blocks: ["result:c1", "nothing"], n: 1 }, null],
    [{ is: "count", n: 2, of: { in: "calls-like", block: "call:c1", from: 0, to: 3 } }, true],
    [{ is: "count", n: 3, of: { in: "made", kind: "tool_call", from: 0, to: 4 } }, true],
    [{ is: "count", n: 4, of: { in: "made", kind: "tool_call", from: 0, to: 4 } }, false],
    [{ is: "count", n: 1, of: { in: "window", turn: 2, callId: "c2", kind: "tool_result" } }, true],
    [{ is: "count", n: 2, of: { in: "left", turn: 3, how: "cleared" } }, true],
    [{ is: "count", n: 0, of: { in: "tools", turn: 1, tool: "refund" } }, null],
    [{ is: "count", n: 1, of: { in: "tools", turn: 0 } }, true],
    [{ is: "count", n: 1, of: { in: "window", turn: 4, block: "result:c3", error: true } }, true],
    [{ is: "count", n: 0, of: { in: "window", turn: 3, callId: "c3" } }, true],
    [{ is: "count", n: 1, of: { in: "window", turn: 2, kind: "tool_result", after: "result:c1" } }, true],
    [{ is: "count", n: 1, of: { in: "window", turn: 4, kind: "memory", trust: "untrusted" } }, true],
    [{ is: "count", n: 0, of: { in: "window", turn: 3, kind: "system_rules", block: "hint" } }, true],
    [{ is: "count", n: 0, of: { in: "window", turn: 4, block: "hint", blank: true } }, true],
    [{ is: "count", n: 1, of: { in: "made", from: 0, to: 0, block: "call:c1" } }, true],
    [{ is: "count", n: 0, of: { in: "records", event: "gate.checked", from: 0, to: 4 } }, true],
    [{ is: "declared", event: "session.started", turn: 0, says: ["keep last", 3] }, true],
    [{ is: "declared", event: "session.started", turn: 0, says: ["keep last", 4] }, false],
    [{ is: "usage", turn: 0, until: 2, of: "window", atLeast: 100 }, true],
    [{ is: "usage", turn: 0, until: 2, of: "window", atLeast: 101 }, false],
    [{ is: "usage", turn: 2, of: "window", atLeast: 220, atMost: 220 }, true],
    [{ is: "usage", turn: 2, of: "window", atLeast: 221 }, false],
    [{ is: "usage", turn: 3, of: "input", atLeast: 1 }, null],
    [{ is: "compared", turn: 2, before: 1, of: "window", same: true }, true],
    [{ is: "compared", turn: 3, before: 2, of: "window", same: true }, false],
    [{ is: "compared", turn: 3, before: 2, of: "window", same: false, block: "result:c1" }, true],
    [{ is: "compared", turn: 3, before: 2, of: "window", same: false, block: "result:c2" }, false],
    [{ is: "compared", turn: 4, before: 3, of: "window", same: false }, false],
    [{ is: "compared", turn: 9, before: 3, of: "window", same: false }, null],
    [{ is: "compared", turn: 1, before: 0, of: "tools", same: false }, null],
    [{ is: "compared", turn: 1, before: 0, of: "model", same: true }, null],
    [{ is: "pause", turn: 3, before: 1, atLeast: 120_000, atMost: 120_000 }, true],
    [{ is: "pause", turn: 3, before: 1, atLeast: 120_001 }, false],
    [{ is: "pause", turn: 9, before: 1, atLeast: 1 }, null],
    [{ is: "count", n: 0, of: { in: "edits", turn: 3 } }, true],
    [{ is: "order", first: { turn: 1 }, then: { turn: 3 } }, true],
    [{ is: "order", first: { turn: 3 }, then: { turn: 3 } }, null],
    [{ is: "declared", event: "gate.checked", turn: 1, says: ["x"] }, false],
  ])("answers %j with %s", (claim, answer) => {
    expect(check(claim)).toBe(answer);
  });

  it("changes its answer when what it speaks of is taken out of the window, or put in", () => {
    const words = fc.stringMatching(/^[a-z]{6,12}-[0-9]{4}$/);
    fc.assert(
      fc.property(words, fc.nat(3), fc.boolean(), (value, before, drops) => {
        const story = trace("mutated").turn((t) => t.user("Begin.", "goal").block("note", "memory", value));
        for (let i = 0; i < before; i++) story.turn((t) => t.says(`Step ${i}.`));
        const last = story.turn((t) => (drops ? t.drop("note") : t)).events();
        const checker = new Checker(foldRecording(last));
        const turn = before + 1;
        expect(checker.check({ is: "present", value, turn })).toBe(!drops);
        expect(checker.check({ is: "absent", value, turn })).toBe(drops);
        expect(checker.check({ is: "left", block: "note", turn })).toBe(drops);
        expect(checker.check({ is: "stands", block: "note", turn })).toBe(!drops);
        expect(
          checker.check({ is: "count", n: drops ? 0 : 1, of: { in: "window", turn, block: "note" } }),
        ).toBe(true);
        expect(checker.check({ is: "present", value, turn: 0 })).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it("never finds a value both in a window and absent from it", () => {
    fc.assert(
      fc.property(arbitrarySession, fc.nat(20), (events, at) => {
        const recording = foldRecording(events);
        const checker = new Checker(recording);
        const turn = recording.session.turns[at % Math.max(1, recording.session.turns.length)]?.index ?? 0;
        for (const { versions, id } of recording.session.blocks) {
          const words = (recording.textOf(versions[0]) ?? "").trim().slice(0, 30);
          if (words === "") continue;
          const present = checker.check({ is: "present", value: words, turn, block: id });
          const absent = checker.check({ is: "absent", value: words, turn });
          expect(present === true && absent === true).toBe(false);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("the worked example of the checker", () => {
  const recording = foldRecording(
    trace()
      .turn((t) => t.user("Refund it.", "user:1").calls("get_order", { id: 7 }, "c1"))
      .turn((t) => t.result("c1", "order 7: total 1,284.50"))
      .turn((t) => t.clear("result:c1"))
      .events(),
  );
  const lines = workedExample("lib/core/proof/checker.ts");

  it("draws the windows of its session", () => {
    expect(lines.filter((line) => line.endsWith("|")).join("\n")).toBe(drawSession(recording.session));
  });

  it("answers its claims as it says", () => {
    const told = lines.flatMap((line) => {
      const [, claim, answer] = /^(\{.*\}) +(true|false)\b/.exec(line) ?? [];
      return claim === undefined ? [] : [{ claim: JSON.parse(claim) as Claim, answer }];
    });
    expect(told).toHaveLength(5);
    const checker = new Checker(recording);
    for (const { claim, answer } of told) expect([claim, `${checker.check(claim)}`]).toEqual([claim, answer]);
  });
});
