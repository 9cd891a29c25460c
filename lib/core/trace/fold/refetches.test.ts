import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { foldSession } from "./fold";

const refetched = (session: ReturnType<typeof foldSession>) =>
  session.evictions.map((e) => [session.blocks[e.block]?.id, e.turn, e.refetchedTurn]);

describe("an eviction whose content was fetched again", () => {
  it("is closed by an equal call, whatever the order of its arguments", () => {
    const session = foldSession(
      trace()
        .turn((t) => t.user("look").calls("search", { q: "a", n: 3 }, "c1"))
        .turn((t) => t.result("c1", 400))
        .turn((t) => t.clear("result:c1").calls("search", { q: "b" }, "c2"))
        .turn((t) => t.result("c2", 300).calls("search", { n: 3, q: "a" }, "c3"))
        .turn((t) => t.result("c3", 400))
        .events(),
    );
    expect(refetched(session)).toEqual([["result:c1", 2, 3]]);
    expect(session.evictions[0]?.reenteredTurn).toBeNull();
  });

  it("is closed by a read of the same path with whatever call", () => {
    const origin = { path: "docs/hooks.md" };
    const session = foldSession(
      trace()
        .turn((t) => t.user("look").calls("read", { path: "docs/hooks.md" }, "c1"))
        .turn((t) => t.result("c1", 400, { origin }))
        .turn((t) => t.compact("summary", 50, ["result:c1"]).calls("bash", "sed -n 1,9p docs/hooks.md", "c2"))
        .turn((t) => t.result("c2", 90, { origin }))
        .events(),
    );
    expect(refetched(session)).toEqual([["result:c1", 2, 2]]);
  });

  it("is not closed by a call that was made while it still stood", () => {
    const session = foldSession(
      trace()
        .turn((t) => t.user("look").calls("read", { path: "a" }, "c1"))
        .turn((t) => t.result("c1", 400).calls("read", { path: "a" }, "c2"))
        .turn((t) => t.clear("result:c1").result("c2", 400))
        .turn((t) => t.says("done"))
        .events(),
    );
    expect(refetched(session)).toEqual([["result:c1", 2, null]]);
  });

  it("covers every earlier copy that was gone, not only the newest", () => {
    const session = foldSession(
      trace()
        .turn((t) => t.user("look").calls("ls", {}, "c1"))
        .turn((t) => t.result("c1", 40).calls("ls", {}, "c2"))
        .turn((t) => t.drop("result:c1").result("c2", 40))
        .turn((t) => t.drop("result:c2").calls("ls", {}, "c3"))
        .turn((t) => t.result("c3", 40))
        .events(),
    );
    expect(refetched(session)).toEqual([
      ["result:c1", 2, 3],
      ["result:c2", 3, 3],
    ]);
  });

  it("does not count while a newer copy stands", () => {
    const session = foldSession(
      trace()
        .turn((t) => t.user("look").calls("ls", {}, "c1"))
        .turn((t) => t.result("c1", 40).calls("ls", {}, "c2"))
        .turn((t) => t.drop("result:c1").result("c2", 40).calls("ls", {}, "c3"))
        .turn((t) => t.result("c3", 40))
        .events(),
    );
    expect(refetched(session)).toEqual([["result:c1", 2, null]]);
  });

  it("names the fetch that succeeded, else the last attempt", () => {
    const failing = (last: string) =>
      foldSession(
        trace()
          .turn((t) => t.user("look").calls("read", { path: "a" }, "c1"))
          .turn((t) => t.result("c1", "the text"))
          .turn((t) => t.drop("result:c1").calls("read", { path: "a" }, "c2"))
          .turn((t) => t.result("c2", "Error: timed out").calls("read", { path: "a" }, "c3"))
          .turn((t) => t.result("c3", last))
          .events(),
      );
    expect(refetched(failing("the text"))).toEqual([["result:c1", 2, 3]]);
    expect(refetched(failing("Error: timed out"))).toEqual([["result:c1", 2, 3]]);
  });
});
