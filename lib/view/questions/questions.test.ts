import type { LedgerInput, LedgerLineInput, LedgerRowInput, WhyInput } from "../answers";
import { describe, expect, it } from "vitest";
import { compareLedgers } from "@/lib/core/ledger/compare";
import { buildLedgerOfTurn } from "@/lib/core/ledger/ledger-of-turn";
import type { LedgerRow } from "@/lib/core/ledger/ledger-rows";
import { trackFact } from "@/lib/core/questions/facts/track-fact";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import { VERDICTS } from "@/lib/core/questions/why/verdict";
import { trace } from "@/lib/testing/trace-builder";
import { toCsv, toMarkdown } from "../format/table-data";
import { buildFactsModel } from "./facts-model";
import { listLedgerNotices, buildLedgerTable } from "./ledger-model";
import { listLedgerRows } from "./ledger-row";
import { listFacetChoices, readFilter } from "./ledger-filters";
import { buildWhyModel } from "./why-model";
import { partOf } from "@/lib/testing/part-of";
import { demoStory } from "@/lib/demo";

const { session } = foldRecording(demoStory("test-fixing"));

function ledgerFacts(turn: number, lines: readonly LedgerLineInput[]): LedgerInput {
  const ledger = buildLedgerOfTurn(session, turn);
  if (ledger === null) throw new Error(`no turn ${turn}`);
  return partOf<LedgerInput>({
    ...ledger,
    against: null,
    rows: lines,
    total: lines.length,
    unfiltered: lines.length,
    facets: { decision: {}, kind: {}, mode: {}, trust: {}, reason: {}, change: {} },
    firstTurn: 0,
    lastTurn: 12,
  });
}

const rowFacts = ({ block, tokens, ...row }: LedgerRow) =>
  partOf<LedgerRowInput>({
    ...row,
    inSession: block !== null,
    tokens: tokens.value,
    provenance: tokens.provenance,
  });
const line = (row: LedgerRow): LedgerLineInput => ({
  change: null,
  group: null,
  before: null,
  after: rowFacts(row),
});

describe("the ledger's table", () => {
  const rows = buildLedgerOfTurn(session, 12)?.rows ?? [];
  const facts = ledgerFacts(12, rows.map(line));

  it("names a block that nobody named by its kind and first words, and a key of a hash nowhere", () => {
    const [first] = facts.rows;
    const row = first?.after;
    if (row == null) throw new Error("no row");
    const nameless = { ...row, sourceId: "user_goal:0123456789ab", kind: "user_goal" as const, name: null };
    const named = (given: LedgerRowInput) =>
      listLedgerRows(
        "ses_1",
        { ...facts, rows: [{ change: null, group: null, before: null, after: given }] },
        "none",
      )[0];
    const summaryId = "compaction_summary:0123456789ab";
    expect(named({ ...nameless, hint: "mend the tests", summaryId })).toMatchObject({
      name: "user goal",
      detail: "mend the tests",
    });
    expect(JSON.stringify(named({ ...nameless, hint: "x", summaryId })?.notes)).not.toContain(summaryId);
    expect(named({ ...nameless, hint: "" })?.name).toBe("user goal");
  });

  it("says of each item how it stands and why, with a link to its question", () => {
    const cut = listLedgerRows("ses_1", facts, "none").find(({ name }) => name === "src/serializer.ts:44-78");
    expect(cut).toMatchObject({
      detail: "retrieval:src/serializer.ts:44-78",
      mode: "excluded",
      reason: "budget: cut by the token budget; src/parser.ts ranked first",
      reasonFrom: "reported",
      notes: ["says: src/serializer.ts"],
      href: "/sessions/ses_1/blocks/retrieval%3Asrc%2Fserializer.ts%3A44-78",
      why: "/sessions/ses_1/why?turn=12&block=retrieval%3Asrc%2Fserializer.ts%3A44-78",
    });
  });

  it("says who kept the ledger", () => {
    expect(listLedgerNotices(facts)).toEqual([
      "As the harness kept it: policy context-policy, phase editing, budget 900 tokens.",
    ]);
    expect(listLedgerNotices({ ...facts, provenance: "derived", windowKnown: false })[0]).toMatch(/^Derived/);
  });

  it("shows what was and what is, side by side, when two turns are compared", () => {
    const [before, after] = [buildLedgerOfTurn(session, 11), buildLedgerOfTurn(session, 12)];
    const differences = before === null || after === null ? [] : compareLedgers(before, after);
    const lines = differences.map((d) => ({
      change: d.change,
      group: null,
      before: d.before === null ? null : rowFacts(d.before),
      after: d.after === null ? null : rowFacts(d.after),
    }));
    const shown = listLedgerRows("s", { ...facts, rows: lines }, "none");
    expect(shown.find(({ change }) => change === "added")?.mode).toBe("not listed → full");
    expect(shown.find(({ change }) => change === "removed")?.mode).toBe("full → not listed");
  });

  it("is inert when it is taken elsewhere", () => {
    const hostile = rows
      .slice(0, 1)
      .map((row) => ({ ...line(row), after: { ...rowFacts(row), name: "=cmd|'/c calc'!A1" } }));
    expect(toCsv(buildLedgerTable({ turn: 12, rows: hostile }))).toContain("'=cmd");
    expect(toMarkdown(buildLedgerTable({ turn: 12, rows: hostile }))).toContain("=cmd\\|");
  });

  it("offers filters with more than one choice, and those that are set", () => {
    const facets = { ...facts.facets, kind: { memory: 2, retrieval: 5 }, trust: { fact: 7 } };
    const unset = { decision: null, kind: null, mode: null, trust: null, reason: null, change: null };
    expect(
      listFacetChoices({ facets }, unset).map(({ facet, options }) => [
        facet,
        options.map(({ label }) => label),
      ]),
    ).toEqual([["kind", ["retrieval (5)", "memory (2)"]]]);
    expect(listFacetChoices({ facets }, { ...unset, mode: "excerpt" }).map(({ facet }) => facet)).toEqual([
      "kind",
      "mode",
    ]);
    expect(readFilter("kind", "memory")).toEqual({ kind: "memory" });
    expect(readFilter("kind", "")).toEqual({ kind: null });
  });
});

describe("the answer to a question", () => {
  const facts = partOf<WhyInput>({
    turn: 12,
    question: { blockId: null, text: "x\u202ey" },
    verdict: "evicted",
    layer: "budget",
    answer: "It left.",
    decidedAtTurn: 4,
    subject: {
      sourceId: "b",
      inSession: true,
      kind: "tool_result",
      name: null,
      foundIn: "content",
      quote: "q\u001b[31m",
    },
    level: "exact",
    standing: null,
    exclusion: null,
    departure: {
      turn: 4,
      how: "cleared",
      cause: "keep 3",
      provenance: "reported",
      reference: null,
      restorable: false,
      reenteredTurn: 6,
    },
    summary: null,
    use: null,
    ownWords: [{ blockId: "a", turn: 5, text: "own" }],
    recalledBy: null,
    others: [],
    matches: 3,
    caveats: [],
  });

  it("has a headline for every verdict", () => {
    for (const verdict of VERDICTS) expect(buildWhyModel("s", { ...facts, verdict }).title).not.toBe("");
  });

  it("proves itself, with text of the trace made inert", () => {
    const model = buildWhyModel("s", facts);
    expect(model.proofs.map(({ label }) => label)).toEqual([
      "Found",
      "Left",
      "Left behind",
      "Came back",
      "The model's own words",
    ]);
    expect(model.proofs[0]?.quote).toBe("q␛[31m");
    expect(model.plain).toBe(
      "Why did the model not use “x⟦RLO⟧y” in turn 12?\nEvicted. It left.\nWhat decided it: the budget cut it.",
    );
  });
});

describe("the life of a fact", () => {
  const recording = foldRecording(
    trace()
      .turn((t) => t.user("go", "goal").calls("fetch", {}, "c1"))
      .turn((t) => t.result("c1", "the price is 129900 in total, says the page").says("I see"))
      .turn((t) => t.clear("result:c1").says("129900 it was"))
      .turn((t) => t.says("on"))
      .events(),
  );

  it("is drawn over the session, and said in a sentence", () => {
    const model = buildFactsModel("s", trackFact(recording, "129900"));
    expect(model.summary).toBe(
      "It is in 2 blocks. It entered at turn 1, and was gone 1 time. At turn 3 it is only in the model's own words.",
    );
    expect(model.runs.map(({ start, end, state }) => [start, end, state])).toEqual([
      [0, 0.25, "gone"],
      [0.25, 0.5, "full"],
      [0.5, 0.75, "gone"],
      [0.75, 1, "own_words"],
    ]);
    expect(model.lanes[0]?.segments.map(({ state }) => state)).toEqual(["full", "hidden"]);
  });

  it("says when the text is in no window", () => {
    expect(buildFactsModel("s", trackFact(recording, "nothing like it"))).toMatchObject({
      found: false,
      lanes: [],
    });
  });
});
