import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { windowIds } from "@/lib/testing/drawn/draw-session";
import { buildAccount } from "@/lib/core/cost/account";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import { DEMO_STORIES, demoStory } from "./index";
import { DEMO_SESSIONS } from "@/lib/core/demo-sessions";

/** The eight-turn loop grows from its question to 88 % tool output. */
const LOOP_TOTALS = [1_200, 4_880, 7_990, 12_180, 15_120, 19_540, 23_530, 27_090, 30_300];

describe("the demo sessions", () => {
  it("are known by the names in their files, the tour's first", () => {
    const named = DEMO_STORIES.map((name) => demoStory(name)[0]?.session);
    expect([...named].sort()).toEqual([...DEMO_SESSIONS].sort());
    expect(named[0]).toBe(DEMO_SESSIONS[0]);
  });
});

describe("the refund agent", () => {
  const session = foldSession(demoStory("refund"));

  it("takes its branch in the turn in which the order left the window", () => {
    const order = session.blocks.findIndex((block) => block.id === "result:order");
    const eviction = session.evictions.find((e) => e.block === order);
    const branch = session.records.find(
      ({ event }) => event.type === "plan.step" && event.step === "branch" && event.status === "started",
    );
    expect(eviction).toMatchObject({
      turn: 4,
      enteredTurn: 1,
      how: "removed",
      reenteredTurn: null,
      cause: { policy: "keep-last-tool-results", provenance: "reported" },
    });
    expect(branch?.turn).toBe(4);
    expect(session.meta.outcome).toBe("wrong");
  });

  it("has usage that its blocks explain, but for what the provider counts around each", () => {
    for (const { window } of session.turns) expect(window.residual).toBe(window.entries * 6);
  });
});

describe("the eight-turn loop", () => {
  const session = foldSession(demoStory("eight-turn-loop"));

  it("has exactly the totals of its table, and books without a residual", () => {
    expect(session.turns.map((turn) => turn.window.tokens)).toEqual(
      LOOP_TOTALS.map((value) => ({ value, provenance: "measured" })),
    );
    expect(session.turns.map((turn) => turn.window.residual)).toEqual(LOOP_TOTALS.map(() => 0));
  });

  it("ends with 88 % tool output", () => {
    const last = session.turns.at(-1)?.window;
    expect(Math.round((100 * (last?.bySource.tool_result ?? 0)) / (last?.tokens.value ?? 1))).toBe(88);
  });
});

describe("the pruned session", () => {
  const session = foldSession(demoStory("openclaw-pruning"));

  it("is trimmed and cleared after the pause, and carries everything again seconds later", () => {
    expect(session.evictions.map(({ how, turn, reenteredTurn }) => [how, turn, reenteredTurn])).toEqual([
      ["cleared", 8, 9],
      ["cleared", 8, 9],
      ["trimmed", 8, 9],
      ["trimmed", 8, 9],
    ]);
    expect(
      session.evictions.every(
        (e) => e.cause.provenance === "reported" && e.cause.policy === "openclaw-pruning-v1",
      ),
    ).toBe(true);
  });
});

describe("the publishing daemon", () => {
  const session = foldSession(demoStory("publishing-daemon"));
  const minutes = (at: number | null) => Math.floor(((at ?? 0) - (session.meta.startedAt ?? 0)) / 60_000);

  it("fetches one page twice while the first answer is still in the window", () => {
    expect(session.repeats).toMatchObject([{ earlierResult: "in_window" }]);
    const turn = session.turns.find(({ index }) => index === session.repeats[0]?.turn);
    expect(minutes(turn?.at ?? null)).toBe(41);
  });

  it("loses its plan to the truncation at 1:30, with nobody reporting it", () => {
    const plan = session.blocks.findIndex((block) => block.id === "answer-2");
    const eviction = session.evictions.find((e) => e.block === plan);
    const turn = session.turns.find(({ index }) => index === eviction?.turn);
    expect(eviction).toMatchObject({
      how: "truncated",
      reenteredTurn: null,
      cause: { provenance: "derived" },
    });
    expect(minutes(turn?.at ?? null)).toBe(90);
    expect(turn?.delta.value).toBeLessThan(0);
  });

  it("never outgrows its window", () => {
    expect(Math.max(...session.turns.map((turn) => turn.window.tokens.value ?? 0))).toBeLessThan(40_000);
  });
});

describe("the test fixer", () => {
  const session = foldSession(demoStory("test-fixing"));

  it("keeps a ledger of every round, in which serializer.ts is cut by the budget in round 12", () => {
    const ledgers = session.records.flatMap(({ turn, event }) =>
      event.type === "context.decided" ? [{ turn, event }] : [],
    );
    expect(ledgers.map(({ turn }) => turn)).toEqual(session.turns.map((turn) => turn.index));
    const cut = ledgers[12]?.event.excluded.find(
      (entry) => entry.sourceId === "retrieval:src/serializer.ts:44-78",
    );
    expect(cut?.reason).toMatch(/token budget/);
  });

  it("includes exactly what its ledger says", () => {
    for (const { turn, event } of session.records) {
      if (event.type !== "context.decided") continue;
      expect(event.included.map((entry) => entry.sourceId)).toEqual(windowIds(session, turn));
    }
  });
});

describe("the writer of release notes", () => {
  const { breaks, carried, floor, own, parts } = buildAccount({
    recording: foldRecording(demoStory("release-notes")),
    evidence: { edges: [] },
  });

  it("loses its cache by a pause, a cleared result and a new tool, and once for no reason that is recorded", () => {
    expect(breaks).toMatchObject([
      { turn: 5, cause: "idle", standing: "proved", idleMs: 860_000 },
      { turn: 9, cause: "window_edited", standing: "proved", edit: { blockId: "result:c0", how: "cleared" } },
      { turn: 11, cause: "instructions_changed", standing: "proved", tools: { added: ["publish_page"] } },
      { turn: 13, cause: "unexplained", standing: "suspected", edit: null, tools: null },
    ]);
    expect(parts.rewritten.cost / own).toBeGreaterThan(0.5);
  });

  it("shows in what is read after its losses how long its beginning is, which no block shows", () => {
    expect(floor).toMatchObject({ tokens: 9_180, provenance: "inferred", atLeast: 9_120 });
    expect(floor.rest).toBeCloseTo(0, 9);
    const shownAgain = carried.reduce((sum, { rewritten }) => sum + rewritten, 0);
    expect(floor.cost).toBeCloseTo(parts.residual.cost + parts.rewritten.cost - shownAgain, 9);
  });

  it("names what its losses cost together as what was written again", () => {
    const lost = breaks.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
    expect(parts.rewritten.cost).toBeCloseTo(lost, 9);
  });
});
