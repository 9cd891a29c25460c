import { describe, expect, it } from "vitest";
import { drawSession, windowIds } from "@/lib/testing/drawn/draw-session";
import { trace } from "@/lib/testing/trace-builder";
import { Fold, foldSession } from "./fold";

describe("windows of a folded session", () => {
  it("follow what enters, is cleared, leaves and comes back", () => {
    const session = foldSession(
      trace()
        .turn((t) => t.system("Be brief.").user("refund order 7").calls("get_order", { id: 7 }, "c1"))
        .turn((t) => t.result("c1", '{"status":"pending","lines":[1,2,3]}').says("It is pending."))
        .turn((t) => t.clear("result:c1").user("and now?"))
        .turn((t) => t.drop("result:c1"))
        .turn((t) => t.restore("result:c1"))
        .events(),
    );
    expect(drawSession(session)).toMatchInlineSnapshot(`
      "system    |#####|
      user1     |#####|
      call:c1   | ####|
      result:c1 | #. #|
      answer1   |  ###|
      user2     |  ###|"
    `);
  });

  it("keep the order that the model saw, also when something goes in between or moves", () => {
    const session = foldSession(
      trace()
        .turn((t) => t.system("rules").user("a", "a").user("b", "b").user("c", "c"))
        .turn((t) => t.compact("sum", "a and b", ["a", "b"]))
        .turn((t) => t.drop("sum").user("d", "d").restore("sum"))
        .events(),
    );
    expect(windowIds(session, 0)).toEqual(["system", "a", "b", "c"]);
    expect(windowIds(session, 1)).toEqual(["system", "sum", "c"]);
    expect(windowIds(session, 2)).toEqual(["system", "c", "d", "sum"]);
    expect(session.evictions.map((e) => [session.blocks[e.block]?.id, e.how])).toEqual([
      ["a", "compacted"],
      ["b", "compacted"],
    ]);
  });

  it("are the same whether stated whole or as edits", () => {
    const base = { session: "s", at: null } as const;
    const block = (id: string) => ({ id, kind: "user_message" as const, content: id });
    const whole = foldSession([
      { ...base, id: "1", type: "turn.recorded", turn: 0, window: { entries: [block("a"), block("b")] } },
      { ...base, id: "2", type: "turn.recorded", turn: 1, window: { entries: [block("c"), "b"] } },
    ]);
    const edits = foldSession([
      { ...base, id: "1", type: "turn.recorded", turn: 0, window: { append: [block("a"), block("b")] } },
      {
        ...base,
        id: "2",
        type: "turn.recorded",
        turn: 1,
        window: { remove: ["a"], insert: [{ after: null, entries: [block("c")] }] },
      },
    ]);
    expect(drawSession(edits)).toBe(drawSession(whole));
    expect(windowIds(edits, 1)).toEqual(windowIds(whole, 1));
  });
});

describe("evictions of a folded session", () => {
  it("carry what they freed, since when the block stood, and whether it came back", () => {
    const session = foldSession(
      trace("s")
        .turn((t) => t.user(50, "u1").calls("read", {}, "c1"))
        .turn((t) => t.result("c1", 400))
        .turn((t) => t.clear("result:c1", "[cleared]"))
        .turn(() => undefined)
        .turn((t) => t.stand("result:c1", "full", "text of 400 tokens"))
        .events(),
    );
    expect(session.evictions).toMatchObject([
      { turn: 2, enteredTurn: 1, how: "cleared", fromMode: "full", toMode: "reference", reenteredTurn: 4 },
    ]);
    expect(session.evictions[0]?.tokensFreed).toBe(400 - 4);
    expect(session.evictions[0]?.reference).toEqual({ kind: "placeholder", text: "[cleared]" });
  });

  it("name what was made and never seen whole, by a policy that cleared it before its first window", () => {
    const text = "the order is pending; ".repeat(20);
    const made = (id: string) => ({
      id: `result:${id}`,
      kind: "tool_result" as const,
      toolCallId: id,
      content: text,
    });
    const session = foldSession(
      trace()
        .turn((t) => t.user("check the orders").calls("get", { id: 1 }, "c1").calls("get", { id: 2 }, "c2"))
        .event({ type: "block.recorded", turn: 0, block: made("c1") })
        .event({ type: "block.recorded", turn: 0, block: made("c2") })
        .event({
          type: "context.edited",
          turn: 1,
          how: "cleared",
          blocks: ["result:c1"],
          policy: "keep-newest",
        })
        .turn((t) => t.result("c1", "[Old tool result content cleared]").result("c2", text))
        .turn((t) => t.drop("result:c1").calls("get", { id: 1 }, "c3"))
        .events(),
    );
    expect(session.evictions).toMatchObject([
      { turn: 1, enteredTurn: 1, how: "cleared", fromMode: "full", toMode: "reference", refetchedTurn: 2 },
      { turn: 2, enteredTurn: 1, fromMode: "reference", toMode: null },
    ]);
    expect(session.evictions[0]).toMatchObject({ cause: { policy: "keep-newest", provenance: "reported" } });
    expect(session.evictions[0]?.tokensFreed).toBeGreaterThan(50);
    expect(session.residencies.map(({ from, to, mode }) => [from, to, mode])).toContainEqual([
      1,
      1,
      "reference",
    ]);
    expect(session.residencies.every(({ from, to }) => to === null || to >= from)).toBe(true);
    expect(session.unmadeEdits).toEqual([]);
  });

  it("call the loss of the old end a truncation, and of the middle a removal", () => {
    const truncated = trace("s")
      .turn((t) => t.system(100).user(50, "u1").user(50, "u2").user(50, "u3"))
      .turn((t) => t.drop("u1", "u2"));
    expect(foldSession(truncated.events()).evictions.map((e) => e.how)).toEqual(["truncated", "truncated"]);
    const removed = trace("s")
      .turn((t) => t.system(100).user(50, "u1").user(50, "u2").user(50, "u3"))
      .turn((t) => t.drop("u2"));
    expect(foldSession(removed.events()).evictions.map((e) => e.how)).toEqual(["removed"]);
    const begunAnew = trace("s")
      .turn((t) => t.system(100).user(50, "u1").says("one", "a1"))
      .turn((t) => t.user(50, "u2").says("two", "a2"))
      .turn((t) => t.user(50, "u3"))
      .turn((t) => t.drop("u1", "a1", "a2"));
    expect(foldSession(begunAnew.events()).evictions.map((e) => e.how)).toEqual(Array(3).fill("truncated"));
  });

  it("take their cause from the harness where it reports one", () => {
    const session = foldSession(
      trace("s")
        .turn((t) => t.user(50, "u1").user(50, "u2"))
        .event({
          type: "context.edited",
          turn: 1,
          how: "removed",
          blocks: ["u1"],
          policy: "p",
          rule: "r",
          reason: "old",
        })
        .turn((t) => t.drop("u1", "u2"))
        .events(),
    );
    expect(session.evictions.map((e) => e.cause.provenance)).toEqual(["reported", "derived"]);
    expect(session.evictions[0]?.cause).toMatchObject({ policy: "p", rule: "r", reason: "old" });
  });

  it("are seen though a larger arrival in the same turn makes the total rise", () => {
    const story = trace("masked").turn((t) => t.user(10, "goal").calls("a", {}, "c0"));
    for (let i = 1; i <= 5; i++) {
      story.turn((t) => {
        t.result(`c${i - 1}`, 100 * i);
        if (i > 1) t.drop(`result:c${i - 2}`);
        t.calls("a", { i }, `c${i}`).usage(1_000 + 100 * i);
      });
    }
    story.turn((t) => t.drop("result:c4").result("c5", 5_000).usage(9_000));
    const session = foldSession(story.events());
    expect(session.turns.slice(1).every((turn) => (turn.delta.value ?? 0) > 0)).toBe(true);
    expect(session.evictions).toHaveLength(5);
  });
});

describe("compactions of a folded session", () => {
  it("are one event with before, after and the items removed", () => {
    const session = foldSession(
      trace("s")
        .turn((t) => t.user(50, "u1").usage(50_000))
        .turn((t) => t.user(50, "u2").usage(160_000))
        .event({ type: "context.edited", turn: 2, how: "compacted", trigger: "auto", tokensBefore: 166_874 })
        .turn((t) => t.compact("sum", 500, ["u1", "u2"]).usage(32_015))
        .events(),
    );
    expect(session.compactions).toMatchObject([
      {
        turn: 2,
        trigger: "auto",
        removed: 2,
        tokensBefore: { value: 166_874, provenance: "measured" },
        tokensAfter: { value: 32_015, provenance: "measured" },
      },
    ]);
    expect(session.evictions.every((e) => e.compaction === 0 && e.cause.provenance === "reported")).toBe(
      true,
    );
  });
});

describe("a compaction that no call follows", () => {
  const story = () =>
    trace("s")
      .turn((t) => t.user(50, "u1").user(50, "u2").usage(131_117))
      .event({
        type: "context.edited",
        turn: 1,
        how: "compacted",
        blocks: ["u1", "u2", "never seen"],
        tokensBefore: 131_140,
        summaryBlock: "sum",
      });

  it("counts, with what it named of the newest window", () => {
    const session = foldSession(story().events());
    expect(session.compactions).toMatchObject([
      {
        turn: 1,
        removed: 2,
        tokensBefore: { value: 131_140, provenance: "measured" },
        tokensAfter: { value: null, provenance: "unavailable" },
        cause: { provenance: "reported" },
      },
    ]);
    expect(session.evictions).toEqual([]);
  });

  it("is the same one when its call comes after all", () => {
    const events = story()
      .turn((t) => t.compact("sum", 10, ["u1", "u2"]).usage(30_000))
      .events();
    const fold = new Fold();
    fold.add(events.slice(0, -1));
    fold.buildSession();
    expect(fold.add(events.slice(-1))).toBe(true);
    expect(fold.buildSession().compactions).toMatchObject([
      { turn: 1, removed: 2, tokensAfter: { value: 30_000 } },
    ]);
    expect(fold.buildSession()).toEqual(foldSession(events));
  });
});

describe("repeated calls", () => {
  it("say where the earlier result was when the call was made again", () => {
    const session = foldSession(
      trace("s")
        .turn((t) => t.user("go").calls("read", { path: "a", lines: [1, 2] }, "c1"))
        .turn((t) => t.result("c1", 300).calls("read", { lines: [1, 2], path: "a" }, "c2"))
        .turn((t) => t.drop("result:c1").result("c2", 300))
        .turn((t) => t.drop("result:c2").calls("read", { path: "a", lines: [1, 2] }, "c3"))
        .events(),
    );
    expect(session.repeats).toMatchObject([
      { turn: 1, earlierTurn: 0, earlierResult: "in_window" },
      { turn: 3, earlierTurn: 1, earlierResult: "left" },
    ]);
    expect(session.toolCalls).toBe(3);
    expect(session.turns.map((t) => t.toolCalls)).toEqual([1, 1, 0, 1]);
  });

  it("find the result of the call that was meant when a client uses a call id again", () => {
    const call = (id: string, path: string) =>
      ({ id, kind: "tool_call", toolName: "read", toolCallId: "0", content: JSON.stringify(path) }) as const;
    const story = trace("s");
    story.turn((t) => t.user("go").output.push(call("call:0", "a")));
    story.turn((t) =>
      t.block("r1", "tool_result", "of a", { toolCallId: "0" }).output.push(call("call:0#2", "b")),
    );
    story.turn((t) => t.drop("r1").block("r2", "tool_result", "of b", { toolCallId: "0" }));
    story.turn((t) => t.calls("read", "a", "1").calls("read", "b", "2"));
    const session = foldSession(story.events());
    expect(
      session.repeats.map((r) => [session.blocks[r.earlierResultBlock ?? -1]?.id, r.earlierResult]),
    ).toEqual([
      ["r1", "left"],
      ["r2", "in_window"],
    ]);
  });
});

describe("token figures of a folded session", () => {
  it("blame growth on the turn before, and balance the books with a residual", () => {
    const session = foldSession(
      trace("s")
        .turn((t) => t.system(100).user(50).usage(1_150, 20))
        .turn((t) => t.user(4_200).usage(5_400, 20))
        .events(),
    );
    expect(session.turns[1]?.delta).toMatchObject({ value: 4_250, provenance: "measured", causedByTurn: 0 });
    expect(session.turns[1]?.window).toMatchObject({
      tokens: { value: 5_400, provenance: "measured" },
      bySource: { system_rules: 100, user_message: 4_250 },
      residual: 1_050,
    });
  });

  it("take zero usage for unknown and make no eviction of it", () => {
    const session = foldSession(
      trace("s")
        .turn((t) => t.user(500).usage(1_000))
        .turn((t) => t.usage(0))
        .turn((t) => t.usage(1_100))
        .events(),
    );
    expect(session.turns[1]?.window.tokens).toEqual({ value: 500, provenance: "tokenized" });
    expect(session.turns[1]?.window.residual).toBeNull();
    expect(session.evictions).toEqual([]);
  });

  it("are unavailable, never 0, where the source shows neither window nor usage", () => {
    const session = foldSession([{ id: "1", session: "s", at: null, type: "turn.recorded", turn: 0 }]);
    expect(session.turns[0]?.window).toMatchObject({ known: false, residual: null, bySource: {} });
    expect(session.turns[0]?.window.tokens).toEqual({ value: null, provenance: "unavailable" });
  });
});

describe("the times of a folded call", () => {
  it("have an end only where it is stated after the beginning, and a warning where it is before", () => {
    const call = (turn: number, at: number, endedAt: number) =>
      ({ id: `t${turn}`, session: "s", type: "turn.recorded", turn, at, endedAt }) as const;
    const { turns, warnings } = foldSession([
      call(0, 5_000, 9_000),
      call(1, 20_000, 20_000),
      call(2, 90_000, 10_000),
    ]);
    expect(turns.map(({ at, endedAt }) => [at, endedAt])).toEqual([
      [5_000, 9_000],
      [20_000, null],
      [90_000, null],
    ]);
    expect(warnings).toMatchObject([{ code: "ended_before_begun", count: 1 }]);
  });
});

describe("the name and agent of a folded session", () => {
  const metaOf = (name: string, agent: string) =>
    foldSession([{ id: "s", session: "s1", type: "session.started", at: null, name, agent }]).meta;

  it("are as stated", () => {
    expect(metaOf(" Nightly ", "batch")).toMatchObject({ name: " Nightly ", agent: "batch" });
  });

  it("are unknown where they are blank", () => {
    expect(metaOf("  \n", "\t")).toMatchObject({ externalId: "s1", name: null, agent: null });
  });

  it("come from whoever says them, where a client and its calls both begin the session", () => {
    const begun = { session: "s1", type: "session.started" as const };
    const client = { ...begun, id: "client", at: 5, agent: "batch", parent: { session: "s0" } };
    const call = { ...begun, id: "call", at: 5, name: "Read it.", role: "main" as const };
    for (const events of [
      [client, call],
      [call, client],
    ])
      expect(foldSession(events).meta).toMatchObject({
        name: "Read it.",
        agent: "batch",
        parent: { session: "s0" },
      });
    expect(
      foldSession([
        { ...call, at: 4, name: "First" },
        { ...client, name: "Second" },
      ]).meta.name,
    ).toBe("First");
  });
});
