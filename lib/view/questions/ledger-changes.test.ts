import type { LedgerInput, LedgerLineInput, LedgerRowInput } from "../answers";
import { describe, expect, it } from "vitest";
import { buildLedgerChanges } from "./ledger-changes";
import { partOf } from "@/lib/testing/part-of";

const row = (sourceId: string, parts: Partial<LedgerRowInput> = {}) =>
  partOf<LedgerRowInput>({
    sourceId,
    inSession: true,
    kind: "tool_result",
    name: null,
    decision: "included",
    mode: "full",
    position: 1,
    reason: null,
    trust: "untrusted",
    tokens: 100,
    provenance: "estimated",
    summaryId: null,
    originalRef: null,
    standing: true,
    text: null,
    ...parts,
  });
const facts = (rows: readonly LedgerLineInput[], total = rows.length) =>
  partOf<LedgerInput>({
    turn: 173,
    against: 172,
    provenance: "derived",
    windowKnown: true,
    head: null,
    remarks: [],
    disagreements: { notStanding: 0, notListed: 0 },
    rows,
    total,
    unfiltered: total,
    facets: { decision: {}, kind: {}, mode: {}, trust: {}, reason: {}, change: {} },
    firstTurn: 0,
    lastTurn: 200,
  });
const compacted = (id: string): LedgerLineInput => ({
  change: "removed",
  group: null,
  before: row(id),
  after: row(id, {
    decision: "compacted",
    mode: null,
    reason: { class: "compaction", text: "compacted at turn 173", provenance: "derived" } as never,
  }),
});
const added: LedgerLineInput = {
  change: "added",
  group: null,
  before: null,
  after: row("s", { kind: "compaction_summary" }),
};

describe("what changed in the ledger at a turn", () => {
  it("is one row for all blocks with the same reason, and what came in stands apart", () => {
    const { sentence, included, excluded } = buildLedgerChanges(
      "x",
      facts([compacted("a"), added, compacted("b")]),
    );
    expect(sentence).toBe("At turn 173, 1 block came in (~100 tokens); 2 blocks went out (~200 tokens).");
    expect(excluded.map(({ label, reason, tokens, rows }) => [label, reason, tokens, rows.length])).toEqual([
      ["2 × tool result compacted into a summary", "compacted at turn 173", "~200", 2],
    ]);
    expect(included.map(({ label }) => label)).toEqual(["1 × compaction summary came in"]);
  });

  it("says that nothing changed, and that more changed than is listed", () => {
    expect(buildLedgerChanges("x", facts([])).sentence).toBe("Nothing changed at turn 173 since turn 172.");
    expect(buildLedgerChanges("x", facts([added], 400)).sentence).toContain(
      "1 block came in (~100 tokens); none went out. These are the first 1 of 400.",
    );
  });
});
