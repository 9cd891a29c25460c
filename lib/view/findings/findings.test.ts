import type { ListedFindingInput, FindingsInput } from "../answers";
import { describe, expect, it } from "vitest";
import { buildFindingsModel } from "./findings-model";
import { makeProofHref } from "./links";
import { listFindingMarks } from "./markers";
import { describeCounts } from "../severity";
import { partOf } from "@/lib/testing/part-of";

const finding = (parts: Partial<ListedFindingInput> = {}) =>
  partOf<ListedFindingInput>({
    code: "evidence.dangling",
    family: "evidence",
    title: "A step ran on evidence that had left the window",
    severity: "serious",
    fromTurn: 3,
    toTurn: 4,
    numbers: { evidence: 1, confidence: 0.91234 },
    sentence: "It did.",
    advice: "Pin it.",
    proof: { href: "/x" },
    ...parts,
  });
const facts = (parts: Partial<FindingsInput> = {}) =>
  partOf<FindingsInput>({
    analysedUpTo: { asOfTurn: 7, events: 9, received: 9, thresholds: "current", done: true },
    findings: [],
    total: 0,
    byCode: {},
    unlisted: {},
    coverage: [],
    ...parts,
  });
const CONTENT = { signal: "content", state: "seen", sentence: "Whole." } as const;
const WINDOWS = { signal: "windows", state: "derived", sentence: "Rebuilt." } as const;

describe("a session in which nothing was found", () => {
  it("says what was looked at, once the analysis is complete", () => {
    const looked = { turns: 217, toolCalls: 155, evictions: 1 };
    const words = "Nothing was found in 217 turns, 155 tool calls and 1 departure from the window.";
    const says = (parts: Partial<FindingsInput>) =>
      buildFindingsModel(facts(parts), null, 0, looked).health.includes(words);
    expect(says({})).toBe(true);
    expect(says({ findings: [finding({ standing: "suspected", severity: null })] })).toBe(true);
    expect(says({ findings: [finding()] })).toBe(false);
    const analysedUpTo = { asOfTurn: 3, events: 4, received: 9, thresholds: "current", done: false } as const;
    expect(says({ analysedUpTo: { ...analysedUpTo, refused: null } })).toBe(false);
  });
});

describe("findings of one cause", () => {
  const of = (id: string, code: string, cause: string) => finding({ id, code, cause, severity: "warning" });

  it("stand below what leads it, where they have no other", () => {
    const { groups, filters } = buildFindingsModel(
      facts({
        findings: [
          of("silent", "eviction.silent", "silent"),
          of("again1", "refetch.after_eviction", "silent"),
          of("again2", "refetch.after_eviction", "silent"),
          of("twice1", "call.duplicate", "silent"),
          of("twice2", "call.duplicate", "twice2"),
        ],
      }),
    );
    expect(groups.map(({ code, below }) => [code, below.map((one) => one.code)])).toEqual([
      ["eviction.silent", ["refetch.after_eviction"]],
      ["call.duplicate", []],
    ]);
    expect(filters).toEqual([]);
  });
});

describe("the health of a session", () => {
  it("calls nothing clean before the analysis is complete", () => {
    const at = (events: number, refused: string | null = null) =>
      buildFindingsModel(
        facts({
          analysedUpTo: { asOfTurn: 3, events, received: 9, thresholds: "current", done: false, refused },
          coverage: [WINDOWS],
        }),
      ).health;
    expect(at(0)).toEqual(["Not analysed yet: what is wrong with this session is not known."]);
    expect(at(4)).toEqual(["Analysed as of turn 3; there may be more."]);
    const tooLarge = "Too large to analyse: it takes more than 15 minutes.";
    expect(at(0, "it takes more than 15 minutes")).toEqual([
      tooLarge,
      "What is wrong with this session is not known.",
    ]);
    expect(at(4, "it takes more than 15 minutes")).toEqual([
      tooLarge,
      "Analysed as of turn 3; there may be more.",
    ]);
  });

  it("says that findings use earlier thresholds, and calls nothing clean then", () => {
    const analysedUpTo = {
      asOfTurn: 7,
      events: 9,
      received: 9,
      thresholds: "earlier",
      done: false,
      refused: null,
    } as const;
    expect(buildFindingsModel(facts({ analysedUpTo, coverage: [WINDOWS] })).health).toEqual([
      "The findings below are from earlier thresholds; they are being computed again.",
    ]);
  });

  it("calls clean only what its source can show", () => {
    expect(buildFindingsModel(facts()).health).toEqual([]);
    expect(buildFindingsModel(facts({ coverage: [WINDOWS] })).health).toHaveLength(2);
    expect(buildFindingsModel(facts({ coverage: [WINDOWS, CONTENT] })).health).toContain(
      "No constraint or reference was found lost.",
    );
    expect(buildFindingsModel(facts({ coverage: [{ ...WINDOWS, state: "unseen" }] })).health).toEqual([]);
  });

  it("says with the replay's words how many uses were without evidence, where no finding proves one", () => {
    const seen = facts({ coverage: [{ signal: "dependencies", state: "derived", sentence: "Inferred." }] });
    expect(buildFindingsModel(seen, null, 0).health).toEqual(["No use without evidence."]);
    expect(buildFindingsModel(seen, null, 5).health).toEqual([
      "5 uses without evidence, none of them proved.",
    ]);
  });

  it("says as of which turn it knows what the source can show, while newer turns are not analysed", () => {
    const upTo = { asOfTurn: 0, events: 1, thresholds: "current", refused: null } as const;
    const coverage = [{ ...WINDOWS, sentence: "The windows of the only call are recorded." }];
    const said = (received: number) =>
      buildFindingsModel(facts({ analysedUpTo: { ...upTo, received, done: received === 1 }, coverage }))
        .coverage;
    expect(said(22)[0]?.sentence).toBe("As of turn 0: The windows of the only call are recorded.");
    expect(said(1)[0]?.sentence).toBe("The windows of the only call are recorded.");
  });

  it("says nothing of what left a session with a single turn", () => {
    const analysedUpTo = {
      asOfTurn: 0,
      events: 1,
      received: 1,
      thresholds: "current",
      done: true,
      refused: null,
    } as const;
    const { health } = buildFindingsModel(facts({ analysedUpTo, coverage: [WINDOWS] }));
    expect(health).toHaveLength(1);
    expect(health[0]).toContain("nothing can be said");
  });
});

describe("the list of findings", () => {
  const spike = finding({
    code: "context.spike",
    family: "growth",
    severity: "warning",
    title: "A spike",
    fromTurn: 9,
    toTurn: 9,
  });
  const note = finding({ code: "evidence.late", severity: "note" });
  const blind = finding({ code: "coverage.windows", family: "coverage", severity: "warning" });
  const all = facts({
    findings: [finding(), spike, blind, note],
    byCode: { "context.spike": 3, "evidence.dangling": 1 },
    unlisted: { "context.spike": 2 },
  });

  it("is one list by cause, in the order of the analysis whatever its family, and counts what is not listed", () => {
    const { groups, filters, within } = buildFindingsModel(all);
    expect(groups.map(({ code }) => code)).toEqual([
      "evidence.dangling",
      "context.spike",
      "coverage.windows",
      "evidence.late",
    ]);
    expect(groups[1]?.more).toBe("2 more of this kind are counted, not listed.");
    expect(groups.map(({ times }) => times)).toEqual(["", "3 times", "", ""]);
    expect(filters.map(({ label }) => label)).toEqual(["all 6", "serious 1", "warning 4", "note 1"]);
    expect(groups[0]?.familyLabel).toBe("Evidence");
    expect(groups[0]?.items[0]).toMatchObject({
      turns: "turns 3 to 4",
      numbers: "evidence 1 · confidence 0.91",
    });
    expect(within).toBeNull();
  });

  it("keeps an order of harm that is not that of severity, and what does not count last", () => {
    const over = finding({ code: "call.loop", severity: null });
    const { groups } = buildFindingsModel(facts({ findings: [over, note, spike, finding()] }));
    expect(groups.map(({ code }) => code)).toEqual([
      "evidence.late",
      "context.spike",
      "evidence.dangling",
      "call.loop",
    ]);
  });

  it("counts graver and lighter cases of one rule apart, as the session's own counts do", () => {
    const mixed = facts({
      findings: [finding({ severity: "note" }), spike, finding({ severity: "warning" })],
    });
    const { groups, filters } = buildFindingsModel(mixed);
    expect(groups.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      "note evidence.dangling",
      "warning context.spike",
      "warning evidence.dangling",
    ]);
    expect(filters.map(({ label }) => label)).toEqual(["all 3", "warning 2", "note 1"]);
  });

  it("keeps a case that is called false where it was, under the same key", () => {
    const cases = (severity: "warning" | null) =>
      buildFindingsModel(facts({ findings: [finding({ severity }), spike] })).groups.map(({ key }) => key);
    expect(cases(null).toSorted()).toEqual(cases("warning").toSorted());
  });

  it("holds what overlaps the turns in view, and says how much does not", () => {
    const { groups, within } = buildFindingsModel(all, { from: 4, to: 8 });
    expect(groups.map(({ code }) => code)).toEqual([
      "evidence.dangling",
      "coverage.windows",
      "evidence.late",
    ]);
    expect(within).toBe("Findings of turns 4 to 8; 1 more in the rest of the session.");
    expect(buildFindingsModel(all, { from: 9, to: 9 }).groups.map(({ code }) => code)).toEqual([
      "context.spike",
    ]);
  });
});

describe("what does not count", () => {
  const said = { note: "", who: "ada@example.com", at: "2026-03-01T10:00:00Z" };
  const suspicion = finding({ id: "s", standing: "suspected", severity: null, code: "task.lost" });
  const over = finding({ id: "f", verdict: { ...said, verdict: "false", note: "it was there" } });

  it("is no part of the health, and has no mark: suspicions, and what a person called false", () => {
    const all = facts({ findings: [over, suspicion], suspected: { "task.lost": 1 }, coverage: [WINDOWS] });
    const { groups, suspected, health } = buildFindingsModel(all);
    expect(health).toHaveLength(2);
    expect(listFindingMarks(all.findings)).toEqual([]);
    expect(groups.map(({ code, severity, items }) => [code, severity, items[0]?.verdict?.words])).toEqual([
      ["evidence.dangling", null, "False, said ada@example.com: it was there"],
    ]);
    expect(suspected.label).toBe("Worth a look: 1 suspicion");
    expect(suspected.groups.map(({ code, more }) => [code, more])).toEqual([["task.lost", ""]]);
  });

  it("is told when it is gone", () => {
    const gone = [
      { ...said, id: "g", code: "call.loop", verdict: "true" as const, standing: "proved" as const },
    ];
    expect(buildFindingsModel(facts({ gone })).gone).toEqual([
      "call.loop: True, said ada@example.com. It is no longer found in this session.",
    ]);
  });
});

describe("marks on a time axis", () => {
  it("are one a turn with its worst finding, without notes and coverage", () => {
    const marks = listFindingMarks([
      finding({ severity: "warning", title: "Left" }),
      finding(),
      finding({ severity: "note", toTurn: 9 }),
      finding({ code: "context.spike", family: "growth", severity: "warning", title: "Spike" }),
    ]);
    expect(marks).toEqual([
      { turn: 3, severity: "warning", label: "turn 3: Spike" },
      {
        turn: 4,
        severity: "serious",
        label: "turn 4: A step ran on evidence that had left the window and 1 more finding",
      },
    ]);
  });
});

describe("the address of a proof", () => {
  it("names the view and its cursor", () => {
    const at = (view: Parameters<typeof makeProofHref>[1]["view"]) =>
      makeProofHref("s", { view, turn: 4, block: "b/1" });
    expect([at("overview"), at("turn"), at("plan"), at("block"), at("why")]).toEqual([
      "/sessions/s?turn=4",
      "/sessions/s/turns/4?sel=b%2F1",
      "/sessions/s/plan?turn=4&sel=from%3Ab%2F1",
      "/sessions/s/blocks/b%2F1",
      "/sessions/s/why?turn=4&block=b%2F1",
    ]);
  });
});

describe("counts in words", () => {
  it("distinguish no findings from no analysis", () => {
    expect(describeCounts(null)).toBe("not analysed yet");
    expect(describeCounts({})).toBe("no findings");
    expect(describeCounts({ serious: 2, warning: 1, note: 3 })).toBe("2 serious, 1 warning, 3 notes");
  });
});
