import { describe, expect, it } from "vitest";
import { foldSession } from "../trace/fold/fold";
import type { Session } from "../trace/session";
import { trace } from "@/lib/testing/trace-builder";
import { compareLedgers } from "./compare";
import type { TurnLedger } from "./ledger-rows";
import { buildLedgerOfTurn } from "./ledger-of-turn";
import { classifyReason } from "./reason";
import { selectLines } from "./select";
import { demoStory } from "@/lib/demo";

const LONG = "a line of a long file that was read\n".repeat(30);

function ledger(session: Session, turn: number): TurnLedger {
  const found = buildLedgerOfTurn(session, turn);
  if (found === null) throw new Error(`no turn ${turn}`);
  return found;
}

function told({ rows }: TurnLedger): string[] {
  return rows.map(
    ({ sourceId, decision, mode, reason }) =>
      `${sourceId} ${decision}${mode === null ? "" : ` ${mode}`}${reason === null ? "" : `: ${reason.text}`}`,
  );
}

describe("a ledger that the harness kept", () => {
  const session = foldSession(demoStory("test-fixing"));

  it("has the harness's decisions and its own words", () => {
    const round12 = ledger(session, 12);
    expect(round12).toMatchObject({
      provenance: "reported",
      head: { runId: "fix-118", policy: "context-policy", tokenBudget: 900 },
      disagreements: { notStanding: 0, notListed: 0 },
    });
    expect(told(round12)).toContain(
      "retrieval:src/serializer.ts:44-78 excluded: budget: cut by the token budget; src/parser.ts ranked first",
    );
    expect(round12.rows.find((row) => row.sourceId === "rules")).toMatchObject({
      position: 1,
      standing: true,
    });
  });

  it("points from what was compacted to the summary and the original", () => {
    expect(ledger(session, 6).rows.find(({ decision }) => decision === "compacted")).toMatchObject({
      sourceId: "result:test-1",
      summaryId: "state",
      originalRef: "artifacts/test-1.txt",
    });
  });

  it("is compared with the recorded window", () => {
    const events = trace()
      .turn((t) => t.system("rules").user("go", "goal"))
      .event({
        type: "context.decided",
        turn: 0,
        runId: "r",
        turnId: "t",
        included: [
          { sourceId: "system", sourceKind: "system_rules", mode: "full", reason: "always" },
          { sourceId: "gone", sourceKind: "memory", mode: "full", reason: "a hint" },
        ],
        excluded: [],
        compactions: [],
      })
      .events();
    const kept = ledger(foldSession(events), 0);
    expect(kept.disagreements).toEqual({ notStanding: 1, notListed: 1 });
    expect(told(kept)).toEqual([
      "system included full: always",
      "gone included full: a hint",
      "goal included full: stands in the window; the ledger does not list it",
    ]);
  });
});

describe("a ledger worked out from the windows", () => {
  const session = foldSession(
    trace()
      .turn((t) => t.system("rules").user("go", "goal").calls("read", { path: "a" }, "c1"))
      .turn((t) => t.result("c1", LONG).says("read", "a1"))
      .event({ type: "block.recorded", turn: 1, block: { id: "hint", kind: "memory", content: "a hint" } })
      .turn((t) => t.clear("result:c1").says("again", "a2"))
      .turn((t) => t.compact("summary", "what happened", ["call:c1", "result:c1", "a1"]).says("done", "a3"))
      .events(),
  );

  it("gives a reason only where one can be shown", () => {
    expect(told(ledger(session, 2))).toEqual([
      "system included full",
      "goal included full",
      "call:c1 included full",
      "result:c1 included reference: cleared at turn 2: seen by comparing the windows",
      "a1 included full",
      "hint excluded: known by then, but in no window so far; nothing recorded says why",
    ]);
  });

  it("says what a summary took the place of", () => {
    const rows = ledger(session, 3).rows.filter(({ decision }) => decision === "compacted");
    expect(rows.map(({ sourceId, summaryId }) => [sourceId, summaryId])).toEqual([
      ["call:c1", "summary"],
      ["result:c1", "summary"],
      ["a1", "summary"],
    ]);
  });

  it("does not list what was not known yet", () => {
    expect(ledger(session, 0).rows.map((row) => row.sourceId)).toEqual(["system", "goal"]);
  });

  it("is empty where the window is not known", () => {
    const blind = foldSession(
      trace()
        .turn((t) => t.user("go"))
        .event({ type: "turn.recorded", turn: 5, usage: { input: 10 } })
        .events(),
    );
    expect(ledger(blind, 5)).toMatchObject({ windowKnown: false, rows: [] });
    expect(buildLedgerOfTurn(blind, 3)).toBeNull();
  });
});

describe("comparing two ledgers", () => {
  const session = foldSession(demoStory("test-fixing"));

  it("finds what was added, removed and decided differently", () => {
    const differences = compareLedgers(ledger(session, 11), ledger(session, 12));
    const of = (change: string) =>
      differences.flatMap((d) => (d.change === change ? ((d.after ?? d.before)?.sourceId ?? "") : []));
    expect(of("added")).toEqual(["tool:apply_patch", "result:read-parser-2", "answer-12"]);
    expect(of("removed")).toEqual(["result:search-4", "answer-8"]);
    expect(of("changed")).toContain("retrieval:src/serializer.ts:44-78");
  });

  it("finds no difference between a ledger and itself", () => {
    expect(compareLedgers(ledger(session, 9), ledger(session, 9))).toEqual([]);
  });
});

describe("a selection of ledger rows", () => {
  const lines = ledger(foldSession(demoStory("test-fixing")), 12).rows.map((after) => ({
    change: null,
    before: null,
    after,
  }));
  const all = { sort: "window", order: "asc", by: "none" } as const;
  const ids = (selection: Parameters<typeof selectLines>[1]) =>
    selectLines(lines, selection).lines.map(({ after }) => after?.sourceId);

  it("filters, and counts what each filter would leave", () => {
    const { lines: found, facets } = selectLines(lines, { ...all, decision: "excluded" });
    expect(found).toHaveLength(3);
    expect(facets.decision).toEqual({ included: 14, excluded: 3 });
    expect(facets.reason).toEqual({ budget: 3 });
  });

  it("searches ids, names, reasons and what the ledger says of an item", () => {
    expect(ids({ ...all, q: "SERIALIZER.ts" })).toEqual(["retrieval:src/serializer.ts:44-78"]);
  });

  it("sorts with the unknown last, and keeps groups together", () => {
    const sizes = selectLines(lines, { ...all, sort: "tokens", order: "desc" }).lines.map(
      ({ after }) => after?.tokens.value ?? null,
    );
    const figures = sizes.filter((size) => size !== null);
    expect(figures).toEqual(figures.toSorted((a, b) => b - a));
    expect(sizes.slice(0, figures.length)).toEqual(figures);
    const groups = selectLines(lines, { ...all, by: "kind" }).lines.map(({ after }) => after?.kind);
    expect(groups).toEqual(groups.toSorted());
  });
});

it.each([
  ["budget: evidence is full", "budget"],
  ["staleness: src/parser.ts was changed since it was read", "staleness"],
  ["permission: an unverified candidate, not a record", "permission"],
  ["policy: a generated file is not to be edited", "policy"],
  ["cut, 2000 tokens over", "budget"],
  ["below the similarity threshold", "relevance"],
  ["because", "other"],
])("the reason '%s' is one of %s", (text, expected) => {
  expect(classifyReason(text)).toBe(expected);
});
