import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import type { TraceBuilder } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import type { Why } from "./verdict";
import { explainBlock, explainText } from "./why";
import { demoStory } from "@/lib/demo";

function text(story: TraceBuilder, turn: number, question: string): Why {
  return found(explainText(foldRecording(story.events()), turn, question));
}

function block(story: TraceBuilder, turn: number, id: string): Why {
  return found(explainBlock(foldRecording(story.events()), turn, id));
}

function found(why: Why | null): Why {
  if (why === null) throw new Error("no such turn or block");
  return why;
}

const LONG = "a line of a long page about nothing in particular\n".repeat(30);
const decided = (turn: number, excluded: object[], compactions: object[] = []) => ({
  type: "context.decided" as const,
  turn,
  runId: "r",
  turnId: `t${turn}`,
  included: [],
  excluded,
  compactions,
});

describe("the test fixer: why did the model not find serializer.ts in round 12?", () => {
  const why = found(explainText(foldRecording(demoStory("test-fixing")), 12, "serializer.ts"));

  it("it was in the search results, cut by the token budget", () => {
    expect(why.outcome).toMatchObject({ verdict: "cut_by_budget", layer: "budget", turn: 12 });
    expect(why.subject?.sourceId).toBe("retrieval:src/serializer.ts:44-78");
    expect(why.recalledBy).toMatchObject({ blockId: "result:search-4", turn: 11 });
    expect(why.answer).toBe(
      "It was in the search results (turn 11). It was cut by the token budget at turn 12: “budget: cut by the token budget; src/parser.ts ranked first”. The session says it at turns 9 (search) and 11; a block that says it last left the window at turn 12.",
    );
  });

  it("the same is said of the block itself", () => {
    const asked = found(
      explainBlock(foldRecording(demoStory("test-fixing")), 12, "retrieval:src/serializer.ts:44-78"),
    );
    expect(why.answer.startsWith(asked.answer)).toBe(true);
  });
});

describe("what only a ledger names", () => {
  const story = trace()
    .turn((t) => t.user("go", "goal"))
    .event(decided(0, [], [{ sourceId: "note-4", summaryId: "sum" }]))
    .turn((t) => t.block("sum", "compaction_summary", "All notes are done.").says("on"))
    .event({
      ...decided(1, []),
      included: [{ sourceId: "note-5", sourceKind: "memory", mode: "full", reason: "recalled" }],
    })
    .turn((t) => t.says("on"));

  it("was summarised, where the ledger says so, also in later turns", () => {
    for (const turn of [0, 1, 2])
      expect(block(story, turn, "note-4").outcome).toMatchObject({ verdict: "summarised", turn: 0 });
    expect(text(story, 2, "note-4").answer).toContain("It was summarised at turn 0.");
  });

  it("was in the window of the turns whose ledgers put it in, and in no later one", () => {
    expect(block(story, 1, "note-5").outcome).toMatchObject({ verdict: "in_window" });
    expect(block(story, 2, "note-5").outcome).toMatchObject({ verdict: "evicted", turn: 2 });
  });
});

it.each([
  ["1284.50", "the total is 1,284.50 here"],
  ["1,284.50", "amount: 1284.5"],
  ["12995", "for $12,995.00 in all"],
])("the number %s is found as it is written in “%s”", (asked, said) => {
  const story = trace().turn((t) => t.user(said, "goal").says("yes"));
  expect(text(story, 0, asked)).toMatchObject({ level: "loose", subject: { sourceId: "goal" } });
});

describe("a text that was never in the window", () => {
  const story = trace()
    .turn((t) => t.user("where is the order?", "goal").calls("search", { q: "order" }, "c1"))
    .turn((t) => t.result("c1", "three matches: a, b, c").says("none fits"))
    .turn((t) => t.user("the order is ord_7741", "later").says("thanks"));

  it("is nowhere in the session: retrieval did not recall it", () => {
    expect(text(story, 1, "cus_9931").outcome).toMatchObject({
      verdict: "never_in_session",
      layer: "retrieval",
    });
  });

  it("came later than the turn", () => {
    expect(text(story, 1, "ord_7741").outcome).toMatchObject({ verdict: "came_later", turn: 2 });
  });

  it("was asked for by a call that failed: the tool did not bring it", () => {
    const failed = trace()
      .turn((t) => t.user("go", "goal").calls("get_order", { id: "ord_7741" }, "c1"))
      .turn((t) => t.result("c1", "timeout", { isError: true }).says("I try something else"));
    expect(text(failed, 1, "ord_7741").outcome).toMatchObject({
      verdict: "never_in_session",
      layer: "tool",
      turn: 0,
    });
  });

  it("was recorded, and nobody put it in", () => {
    const unseen = trace()
      .turn((t) => t.user("go", "goal").says("waiting"))
      .event({
        type: "block.recorded",
        turn: 0,
        block: { id: "notice", kind: "attachment", content: "done, checksum 2470781676" },
      })
      .turn((t) => t.user("still waiting?").says("yes"));
    expect(text(unseen, 1, "2470781676").outcome).toMatchObject({
      verdict: "never_entered",
      layer: "policy",
    });
  });
});

describe("a text that a ledger left out", () => {
  const excluded = (reason: string) =>
    trace()
      .turn((t) => t.user("go", "goal").says("ok"))
      .event(
        decided(1, [
          { sourceId: "memory:17", sourceKind: "memory", reason, text: "the tests are flaky on Tuesdays" },
        ]),
      )
      .turn((t) => t.says("done"));

  it.each([
    ["budget: evidence is full", "cut_by_budget", "budget"],
    ["ranking: score 0.2 is below the cut", "ranked_out", "ordering"],
    ["permission: an unverified candidate", "excluded", "policy"],
    ["trust: text from outside", "excluded", "trust"],
  ])("for '%s' is %s, the layer %s", (reason, verdict, layer) => {
    const why = text(excluded(reason), 1, "flaky on tuesdays");
    expect(why.outcome).toMatchObject({ verdict, layer, exclusion: { text: reason } });
    expect(why.subject).toMatchObject({ foundIn: "ledger", block: null });
    expect(why.level).toBe("loose");
  });
});

describe("a text that left the window", () => {
  it("was removed by a rule that leaves nothing: the refund's order", () => {
    const why = found(explainBlock(foldRecording(demoStory("refund")), 4, "result:order"));
    expect(why.outcome).toMatchObject({
      verdict: "evicted",
      turn: 4,
      departure: { how: "removed", provenance: "reported", reference: null },
    });
    expect(why.answer).toContain("keep-last-tool-results");
    expect(why.answer).toContain("Nothing was left in its place");
  });

  it("was truncated with nobody reporting it: the daemon's plan", () => {
    const recording = foldRecording(demoStory("publishing-daemon"));
    const last = recording.session.turns.at(-1)?.index ?? 0;
    expect(found(explainBlock(recording, last, "answer-2")).outcome).toMatchObject({
      verdict: "evicted",
      layer: "budget",
      departure: { how: "truncated", provenance: "derived" },
    });
  });

  it("was cleared to a placeholder; only the model's own words repeat it", () => {
    const why = text(
      trace()
        .turn((t) => t.user("go", "goal").calls("fetch", { url: "x" }, "c1"))
        .turn((t) => t.result("c1", `${LONG}price 129900`).says("the price is 129900", "note"))
        .turn((t) => t.clear("result:c1").says("hm")),
      2,
      "129900",
    );
    expect(why.outcome).toMatchObject({ verdict: "evicted", departure: { how: "cleared", turn: 2 } });
    expect(why.ownWords).toMatchObject([{ blockId: "note", turn: 1 }]);
    expect(why.answer).toMatch(/not enough to get it back.*Only the model's own words repeat it/);
  });

  it("was trimmed away, while the rest of the block stands", () => {
    const story = trace()
      .turn((t) => t.user("go", "goal").calls("fetch", {}, "c1"))
      .turn((t) => t.result("c1", `${LONG}price 129900`).says("ok"))
      .turn((t) => t.stand("result:c1", "excerpt", `${LONG.slice(0, 200)} [truncated]`).says("hm"));
    expect(text(story, 2, "129900").outcome).toMatchObject({
      verdict: "evicted",
      departure: { how: "trimmed" },
    });
    expect(text(story, 2, "a long page about nothing").outcome.verdict).toMatch(/^in_window/);
  });

  it("was never part of the excerpt that came in", () => {
    const story = trace()
      .turn((t) => t.user("go", "goal").calls("run", {}, "c1"))
      .event({
        type: "block.recorded",
        turn: 0,
        block: { id: "result:c1", kind: "tool_result", content: `${LONG}price 129900` },
      })
      .turn((t) =>
        t.block("result:c1", "tool_result", "a line of a long page", { mode: "excerpt" } as object),
      );
    expect(text(story, 1, "129900").outcome.verdict).toBe("not_in_excerpt");
  });
});

describe("a text that was summarised", () => {
  const story = (summary: string) =>
    trace()
      .turn((t) => t.user("do not change the public API of src/parser.ts", "rule").says("understood", "a1"))
      .turn((t) => t.compact("sum", summary, ["rule", "a1"]).says("on we go"));

  it("is still said by the summary, which is quoted", () => {
    const why = text(
      story("Constraint: do not change the public API. Half done."),
      1,
      "change the public API",
    );
    expect(why.outcome).toMatchObject({
      verdict: "summarised",
      layer: "model",
      turn: 1,
      summary: { says: true },
    });
    expect(why.outcome.summary?.quote).toContain("do not change the public API");
  });

  it("is still said by the summary, and was used from there", () => {
    const used = trace()
      .turn((t) => t.user("do not change the public API", "rule").says("understood", "a1"))
      .turn((t) =>
        t.compact("sum", "rule: do not change the public API", ["rule", "a1"]).says("the public API stays"),
      );
    const why = text(used, 1, "the public API");
    expect(why.outcome).toMatchObject({ verdict: "summarised", layer: null });
    expect(why.answer).toMatch(/still says it, and what the model produced repeats it/);
  });

  it("was kept in part, which does not tell whether the part that was needed is there", () => {
    const parts = trace()
      .turn((t) => t.user("read src/parser.ts and src/printer.ts", "rule").says("ok", "a1"))
      .turn((t) => t.compact("sum", "src/parser.ts was read", ["rule", "a1"]).says("on we go"));
    expect(block(parts, 1, "rule").outcome).toMatchObject({ layer: null, summary: { kept: 2, sought: 4 } });
    expect(text(parts, 1, "src/printer.ts").outcome).toMatchObject({
      layer: "summary",
      summary: { says: false },
    });
  });

  it("was lost by it", () => {
    const why = text(story("Some issues were fixed."), 1, "change the public API");
    expect(why.outcome).toMatchObject({ verdict: "summarised", layer: "summary", summary: { says: false } });
    expect(why.answer).toBe(
      "It was summarised at turn 1. The summary in this window no longer says it. The session says it at turn 0 (user message); a block that says it last left the window at turn 1.",
    );
  });

  it("as a block is asked for the values that the summary kept", () => {
    const why = block(story("Parser: src/parser.ts was read."), 1, "rule");
    expect(why.outcome.summary).toMatchObject({ says: true, kept: 2, sought: 2 });
  });

  it("is followed through a summary of the summary", () => {
    const twice = story("the public API must stay").turn((t) => t.compact("sum2", "nothing else", ["sum"]));
    expect(block(twice, 2, "rule").outcome.summary).toMatchObject({
      blockId: "sum2",
      standing: true,
      says: false,
    });
  });
});

describe("a text that stood in the window", () => {
  const story = (said: string) =>
    trace()
      .turn((t) => t.system("rules").user("where is it?", "goal").calls("search", {}, "c1"))
      .turn((t) => t.result("c1", "src/serializer.ts:44 serializeNode").says(said));

  it("was not used: the model's own judgement", () => {
    const why = text(story("I patch the parser again."), 1, "src/serializer.ts");
    expect(why.outcome).toMatchObject({
      verdict: "in_window_unused",
      layer: "model",
      standing: { mode: "full", position: 4, of: 4, since: 1 },
    });
    expect(why.use).toMatchObject({ found: false, sought: 1 });
  });

  it("was used by what the model wrote next", () => {
    const why = block(story("I open src/serializer.ts:44 now."), 1, "result:c1");
    expect(why.outcome.verdict).toBe("in_window_used");
    expect(why.use?.values).toContain("serializer.ts:44");
  });

  it("may have been used: there is nothing to tell it by", () => {
    expect(block(story("ok"), 1, "goal").outcome.verdict).toBe("in_window");
    const unanswered = trace().turn((t) => t.user("ord_7741", "goal"));
    expect(block(unanswered, 0, "goal").use?.method).toMatch(/not in the recording/);
  });

  it("was an error of the tool", () => {
    const failing = trace()
      .turn((t) => t.user("go", "goal").calls("run", {}, "c1"))
      .turn((t) => t.result("c1", "ENOENT src/app_config.ts", { isError: true }).says("fine"));
    expect(block(failing, 1, "result:c1").outcome).toMatchObject({
      verdict: "in_window_unused",
      layer: "tool",
    });
  });
});

it("explainText judges the nearest blocks if a text is in thousands of them", () => {
  const story = trace();
  for (let i = 0; i < 1_200; i++)
    story.turn((t) => {
      if (i > 3) t.drop(`u${i - 3}`, `a${i - 3}`);
      return t.user(`message ${i}`, `u${i}`).says("ok", `a${i}`);
    });
  const why = text(story, 100, "message");
  expect(why.matches).toBe(1_200);
  expect(why.outcome).toMatchObject({ verdict: "in_window_unused", turn: 100 });
});

it("explainText says if the window is not known", () => {
  const blind = trace()
    .turn((t) => t.user("the order is ord_7741", "goal"))
    .event({ type: "turn.recorded", turn: 5, usage: { input: 10 } });
  const why = text(blind, 5, "ord_7741");
  expect(why.outcome.verdict).toBe("window_unknown");
  expect(why.caveats).toContain("The source does not say what stood in this window.");
});

it("a question about an unknown turn or block has no answer", () => {
  const recording = foldRecording(
    trace()
      .turn((t) => t.user("go", "goal"))
      .events(),
  );
  expect(explainText(recording, 7, "go")).toBeNull();
  expect(explainBlock(recording, 0, "nothing")).toBeNull();
});
