import { describe, expect, it } from "vitest";
import type { TraceBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import type { FindingRule } from "../rule/rule";
import { callLoop } from "./call-loop";
import { duplicateCall } from "./duplicate-call";
import { masked } from "./masked";
import { protectedTool } from "./protected-tool";
import { refetch } from "./refetch";
import { silent } from "./silent";
import { uneconomic } from "./uneconomic";
import { unrestorable } from "./unrestorable";

const find = (builder: TraceBuilder, rule: FindingRule) =>
  findAll(analyseRecording(foldRecording(builder.events())), undefined, [rule]).findings;

const FOUND = "x was found in three places. ".repeat(114);

const searched = (started: Parameters<typeof trace>[1] = {}) =>
  trace("s", started)
    .turn((t) =>
      t
        .user("Find it.")
        .calls("search", { q: "x" }, "c1")
        .usage(1_000, 10, { cacheRead: 0, cacheWrite: 1_000 }),
    )
    .turn((t) => t.result("c1", FOUND).usage(1_810, 10, { cacheRead: 1_000, cacheWrite: 810 }));

describe("eviction.unrestorable", () => {
  it("tells of evidence that left without a reference", () => {
    const found = find(
      searched().turn((t) => t.drop("call:c1", "result:c1")),
      unrestorable,
    );
    expect(found).toMatchObject([{ from: 2, blocks: ["result:c1"], numbers: { blocks: 1, turns: 1 } }]);
  });

  it("is silent where the call stands, which says how to get the result back", () => {
    expect(
      find(
        searched().turn((t) => t.drop("result:c1")),
        unrestorable,
      ),
    ).toEqual([]);
  });

  it("is silent when a reference is left that brings it back", () => {
    const left = searched()
      .event({
        type: "context.edited",
        turn: 2,
        how: "cleared",
        blocks: ["result:c1"],
        reference: { kind: "path", text: "out/c1.json" },
      })
      .turn((t) => t.clear("result:c1", "[see out/c1.json]"));
    expect(find(left, unrestorable)).toEqual([]);
  });
});

describe("eviction.silent", () => {
  it("is not an answer that comes back as a part of another text", () => {
    const said = "1. Look at the harbour.\n2. Count the ships there.";
    const planned = (next: string) =>
      trace()
        .turn((t) => t.user("Plan it.").says(said, "plan"))
        .turn((t) => t.drop("plan").user(next).says("I look."));
    expect(find(planned(`Here is the plan that I follow:\n ${said}\nGo on.`), silent)).toEqual([]);
    expect(
      find(planned("Here is the plan that I follow: 1. Look at the harbour. Go on."), silent),
    ).toHaveLength(1);
  });

  it("is what nobody reported and nothing marks", () => {
    expect(
      find(
        searched().turn((t) => t.drop("call:c1", "result:c1")),
        silent,
      ),
    ).toHaveLength(1);
    expect(
      find(
        searched().turn((t) => t.clear("result:c1")),
        silent,
      ),
    ).toEqual([]);
  });
});

describe("eviction.masked", () => {
  it("is what leaves while the total grows", () => {
    const grown = searched().turn((t) => t.drop("call:c1", "result:c1").user(5_000).usage(6_000, 10));
    expect(find(grown, masked)).toMatchObject([{ from: 2 }]);
    expect(
      find(
        searched().turn((t) => t.drop("call:c1", "result:c1").usage(1_000, 10)),
        masked,
      ),
    ).toEqual([]);
  });
});

describe("eviction.protected", () => {
  it("knows the tools that the policy was told to spare", () => {
    const policy = {
      kind: "anthropic",
      options: { edits: [{ type: "clear_tool_uses_20250919", exclude_tools: ["search"] }] },
    };
    const cleared = (started: Parameters<typeof trace>[1]) =>
      searched(started).turn((t) => t.clear("result:c1"));
    expect(find(cleared({ policy }), protectedTool)).toMatchObject([
      { severity: "serious", blocks: ["result:c1"] },
    ]);
    expect(find(cleared({}), protectedTool)).toEqual([]);
  });
});

describe("eviction.uneconomic", () => {
  it("holds what was freed against what had to be written to the cache again", () => {
    const costly = searched().turn((t) =>
      t.drop("call:c1", "result:c1").usage(1_010, 10, { cacheRead: 0, cacheWrite: 1_010 }),
    );
    const [found] = find(costly, uneconomic);
    expect(found?.numbers).toMatchObject({ edits: 1 });
    expect(found?.numbers.paid).toBeGreaterThan(found?.numbers.saved ?? Infinity);
  });

  it("says nothing where the cache was kept, or nobody knows", () => {
    const kept = searched().turn((t) =>
      t.drop("call:c1", "result:c1").usage(1_010, 10, { cacheRead: 1_000, cacheWrite: 10 }),
    );
    expect(find(kept, uneconomic)).toEqual([]);
    expect(
      find(
        searched().turn((t) => t.drop("result:c1").usage(1_010, 10)),
        uneconomic,
      ),
    ).toEqual([]);
  });
});

describe("repeated calls", () => {
  const again = (builder: TraceBuilder, drops = false, text = FOUND) =>
    builder
      .turn((t) => (drops ? t.drop("call:c1", "result:c1") : t).calls("search", { q: "x" }, "c2"))
      .turn((t) => t.result("c2", text));

  it("are refetches when the result had left", () => {
    const refetched = again(searched(), true);
    expect(find(refetched, refetch)).toMatchObject([{ from: 2, numbers: { times: 1 } }]);
    expect(find(refetched, duplicateCall)).toEqual([]);
  });

  it("are one refetch when two results that said the same had left, and none when the call asks for nothing", () => {
    const twice = again(searched());
    const left = twice
      .turn((t) => t.drop("call:c1", "result:c1", "call:c2", "result:c2").calls("search", { q: "x" }, "c3"))
      .turn((t) => t.result("c3", FOUND));
    expect(find(left, refetch)).toMatchObject([
      { numbers: { times: 1 }, sentence: expect.stringContaining("fetched again once, at turn 4") },
    ]);
    const mode = trace()
      .turn((t) => t.user("Plan it.").calls("enter_mode", {}, "c1"))
      .turn((t) => t.result("c1", FOUND))
      .turn((t) => t.drop("call:c1", "result:c1").calls("enter_mode", {}, "c2"))
      .turn((t) => t.result("c2", FOUND));
    expect(find(mode, refetch)).toEqual([]);
  });

  it("are duplicates when the result was there", () => {
    const duplicated = again(searched());
    expect(find(duplicated, duplicateCall)).toMatchObject([{ from: 2, blocks: ["call:c1", "call:c2"] }]);
    expect(find(duplicated, refetch)).toEqual([]);
  });

  it("are neither where another answer came: what was asked for had changed", () => {
    expect(find(again(searched(), true, "x is gone"), refetch)).toEqual([]);
    expect(find(again(searched(), false, "x is gone"), duplicateCall)).toEqual([]);
  });
});

describe("call.loop", () => {
  const rounds = (names: readonly string[], answer = (name: string, _i: number) => `${name} is done`) =>
    names
      .reduce(
        (b, name, i) =>
          b.turn((t) =>
            (i > 0 ? t.result(`c${i - 1}`, answer(names[i - 1] ?? "", i - 1)) : t).calls(name, {}, `c${i}`),
          ),
        trace(),
      )
      .turn((t) => t.result(`c${names.length - 1}`, answer(names.at(-1) ?? "", names.length - 1)));

  it("finds a cycle with its period and its rounds", () => {
    expect(find(rounds(["open", ..."abcabcabc".split(""), "done"]), callLoop)).toMatchObject([
      { from: 1, to: 9, numbers: { period: 3, rounds: 3, calls: 9 } },
    ]);
  });

  it("does not call two rounds a loop", () => {
    expect(find(rounds("abcabc".split("")), callLoop)).toEqual([]);
  });

  it("is none where each round has another result, as with steps that are undone one by one", () => {
    expect(
      find(
        rounds(Array<string>(6).fill("undo"), (_, i) => `undid step ${i}`),
        callLoop,
      ),
    ).toEqual([]);
  });

  it("is none where the same call is answered differently in the end: the agent waited", () => {
    const waited = (_: string, i: number) => (i < 7 ? "running" : "done");
    expect(find(rounds(Array<string>(8).fill("status"), waited), callLoop)).toEqual([]);
    expect(find(rounds(Array<string>(7).fill("status"), waited), callLoop)).toHaveLength(1);
  });

  it("is none where somebody says something between two rounds", () => {
    const asked = "aaaaaa"
      .split("")
      .reduce(
        (b, name, i) =>
          b.turn((t) =>
            (i > 0 ? t.result(`c${i - 1}`, "the same") : t).user("Look again.").calls(name, {}, `c${i}`),
          ),
        trace(),
      );
    expect(find(asked, callLoop)).toEqual([]);
  });
});
