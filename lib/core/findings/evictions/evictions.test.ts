import { describe, expect, it } from "vitest";
import type { TraceBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { recordingOf } from "../../trace/fold/recording";
import { analysed, findAll } from "../find";
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
  findAll(analysed(recordingOf(builder.events())), undefined, [rule]).findings;

const searched = (started: Parameters<typeof trace>[1] = {}) =>
  trace("s", started)
    .turn((t) =>
      t
        .user("Find it.")
        .calls("search", { q: "x" }, "c1")
        .usage(1_000, 10, { cacheRead: 0, cacheWrite: 1_000 }),
    )
    .turn((t) => t.result("c1", 800).usage(1_810, 10, { cacheRead: 1_000, cacheWrite: 810 }));

describe("eviction.unrestorable", () => {
  it("tells of evidence that left without a reference", () => {
    const found = find(
      searched().turn((t) => t.drop("call:c1", "result:c1")),
      unrestorable,
    );
    expect(found).toMatchObject([{ from: 2, blocks: ["result:c1"], numbers: { blocks: 1, turns: 1 } }]);
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
  const again = (t: Parameters<Parameters<TraceBuilder["turn"]>[0]>[0]) =>
    t.calls("search", { q: "x" }, "c2");

  it("are refetches when the result had left", () => {
    const refetched = searched().turn((t) => again(t.drop("call:c1", "result:c1")));
    expect(find(refetched, refetch)).toMatchObject([{ from: 2, numbers: { times: 1 } }]);
    expect(find(refetched, duplicateCall)).toEqual([]);
  });

  it("are duplicates when the result was there", () => {
    const duplicated = searched().turn((t) => again(t));
    expect(find(duplicated, duplicateCall)).toMatchObject([{ from: 2, blocks: ["call:c1", "call:c2"] }]);
    expect(find(duplicated, refetch)).toEqual([]);
  });
});

describe("call.loop", () => {
  const rounds = (names: readonly string[]) =>
    names.reduce((b, name, i) => b.turn((t) => t.calls(name, {}, `c${i}`)), trace());

  it("finds a cycle with its period and its rounds", () => {
    expect(find(rounds(["open", ..."abcabcabc".split(""), "done"]), callLoop)).toMatchObject([
      { from: 1, to: 9, numbers: { period: 3, rounds: 3, calls: 9 } },
    ]);
  });

  it("does not call two rounds a loop", () => {
    expect(find(rounds("abcabc".split("")), callLoop)).toEqual([]);
  });
});
