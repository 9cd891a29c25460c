import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deriveEvidence } from "@/lib/core/evidence/evidence-of";
import { buildPlans } from "@/lib/core/evidence/plan/plans-of";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import { foldSession } from "@/lib/core/trace/fold/fold";
import type { Session } from "@/lib/core/trace/session";
import { capturedRecords, RAW_SESSION } from "@/lib/testing/captured-records";
import { captureFigures } from "@/lib/testing/captures";
import { windowIds } from "@/lib/testing/drawn/draw-session";
import { projectRecords } from "./project";

const figures = captureFigures();
const folders = Object.keys(figures);

function sessionsOf(folder: string): Session[] {
  const { events, sources } = projectRecords(capturedRecords(folder));
  return [...sources.keys()].map((id) => foldSession(events.filter((event) => event.session === id)));
}

function mainOf(folder: string): Session {
  const main = sessionsOf(folder).find((session) => session.meta.role === "main");
  if (main === undefined) throw new Error(`${folder} gave no main session`);
  return main;
}

function turnsWithWindows(session: Session): number {
  return session.turns.filter((turn) => turn.window.known).length;
}

describe("a captured client", () => {
  it.each(folders)("%s gives the sessions, calls and tools that were counted in it", (folder) => {
    const expected = figures[folder];
    const records = capturedRecords(folder);
    const { calls, sources } = projectRecords(records);
    const main = mainOf(folder);
    if (expected?.kind === "raw") {
      expect(calls).toHaveLength(expected.model_calls);
      expect(main.meta.externalId).toBe(RAW_SESSION);
      return;
    }
    expect(records.filter((record) => record.signal === "span")).toHaveLength(expected?.spans ?? -1);
    expect(records.filter((record) => record.signal === "log")).toHaveLength(expected?.logs ?? -1);
    expect(records.reduce((sum, record) => sum + record.dropped, 0)).toBe(expected?.dropped_attributes);
    const named = Object.values(expected?.session_ids ?? {}).flat();
    if (named.length > 0) expect(named).toContain(main.meta.externalId);
    else expect([...sources.keys()][0]).toMatch(/^trace:/);
    const conversational = calls.filter((call) => call.side === undefined);
    const doubled = folder === "traceloop-anthropic" ? 2 : 1;
    const beside = folder.startsWith("semconv-manual") ? 1 : 0;
    expect(conversational).toHaveLength((expected?.model_spans ?? -1) / doubled - beside);
  });

  it.each(folders)("%s gives the same in whatever order its records come, and twice", (folder) => {
    const records = capturedRecords(folder);
    const once = projectRecords(records);
    fc.assert(
      fc.property(fc.shuffledSubarray(records, { minLength: records.length }), (shuffled) => {
        expect(projectRecords(shuffled).events).toEqual(once.events);
      }),
      { numRuns: 3 },
    );
    expect(projectRecords(records.toReversed()).events).toEqual(once.events);
  });

  it.each([
    "anthropic-native-proto",
    "anthropic-native-json",
    "openinference-openai-chat",
    "openinference-anthropic",
    "openinference-anthropic-nolimit",
    "langfuse-v5",
    "langsmith-otel",
    "strands-default",
    "traceloop-anthropic",
    "vercel-ai6-openai",
    "vercel-ai7-openai",
    "vercel-ai7-legacy-anthropic-stream",
    "raw-openai-chat",
    "anthropic-native-runner",
    "raw-anthropic-threads",
    "openinference-openai-responses",
    "raw-openai-responses",
  ])("%s rebuilds 13 windows that only grow, with 12 calls and their results", (folder) => {
    const session = mainOf(folder);
    expect(turnsWithWindows(session)).toBe(13);
    expect(session.toolCalls).toBe(12);
    expect(session.evictions).toEqual([]);
    session.turns.forEach((turn) => {
      const ids = windowIds(session, turn.index);
      expect(ids.filter((id) => id.startsWith("call:"))).toHaveLength(turn.index);
      expect(ids.filter((id) => id.startsWith("result:"))).toHaveLength(turn.index);
    });
  });

  it("LangGraph with its client, each in traces of its own, is one session of three calls and two tools", () => {
    const [session, ...others] = sessionsOf("openinference-langgraph");
    expect(others).toEqual([]);
    expect(session?.turns.map(({ window, usage }) => [window.entries, usage?.input])).toEqual([
      [3, 20],
      [5, 40],
      [7, 60],
    ]);
    expect(session?.toolCalls).toBe(2);
    expect(windowIds(session as Session, 2)).toEqual(
      expect.arrayContaining(["call:call_1", "result:call_1", "call:call_2", "result:call_2"]),
    );
  });

  it("protobuf and JSON of the same run say the same", () => {
    for (const stem of ["anthropic-native", "semconv-manual"]) {
      const shape = ({ turns, blocks, evictions }: Session) => ({
        windows: turns.map((turn) => turn.window.entries),
        usage: turns.map((turn) => turn.usage),
        blocks: blocks.map((block) => [block.id, block.kind]),
        evictions: evictions.map((eviction) => [eviction.turn, eviction.block, eviction.how]),
      });
      expect(shape(mainOf(`${stem}-proto`))).toEqual(shape(mainOf(`${stem}-json`)));
    }
  });

  it("OpenInference whose limit ate attributes keeps its windows; usage that is gone is unknown", () => {
    const session = mainOf("openinference-anthropic");
    expect(turnsWithWindows(session)).toBe(13);
    expect(session.turns[12]?.usage).toBeNull();
    expect(session.turns[12]?.window.tokens.provenance).not.toBe("measured");
  });

  it("OpenLLMetry over Anthropic's own spans is 13 calls whose input has its cached part", () => {
    const session = mainOf("traceloop-anthropic");
    expect(session.turns).toHaveLength(13);
    expect(session.turns[0]?.usage).toMatchObject({
      input: 672,
      uncached: 68,
      cacheWrite: 604,
      cacheRead: 0,
    });
  });

  it("LangSmith's late lists are cut where the call's own answer stands", () => {
    const { calls } = projectRecords(capturedRecords("langsmith-otel"));
    expect(calls.map((call) => call.messages?.length)).toEqual(Array(13).fill(27));
    const session = mainOf("langsmith-otel");
    const last = windowIds(session, 12).filter((id) => !id.startsWith("tool:"));
    expect(last.filter((id) => id.startsWith("result:"))).toHaveLength(12);
    expect(session.turns[0]?.window.entries).toBe(10 + 2);
  });

  it("Vercel's pruned run loses the evidence of its plan at calls 5 and 6", () => {
    const session = mainOf("vercel-ai6-pruned");
    const lost = session.evictions.map(({ turn, block }) => [turn + 1, session.blocks[block]?.toolCallId]);
    expect(lost).toContainEqual([5, "call_s001lantern"]);
    expect(lost).toContainEqual([6, "call_s002lantern"]);
    const plan = session.records.find(({ event }) => event.type === "plan.declared")?.event;
    expect(plan).toMatchObject({
      steps: expect.arrayContaining([
        expect.objectContaining({ id: "s3", dependsOn: ["call_s001lantern", "call_s002lantern"] }),
      ]) as unknown,
    });
    expect(windowIds(session, 10)).not.toContain("result:call_s001lantern");
    expect(session.turns[10]?.output.map((block) => session.blocks[block]?.toolName)).toContain(
      "open_ticket",
    );
  });

  it("Vercel's pruned run opens its ticket on evidence that had gone, though nobody says when the step began", () => {
    const { events } = projectRecords(capturedRecords("vercel-ai6-pruned"));
    const recording = foldRecording(events);
    const { blocks } = recording.session;
    const plans = buildPlans(recording);
    const starts = plans.flatMap(({ steps }) =>
      steps.map(({ id, executedTurn, startedBy }) => [id, executedTurn, blocks[startedBy ?? -1]?.id ?? null]),
    );
    expect(starts).toEqual([
      ["s1", null, null],
      ["s2", 4, "call:call_s005lantern"],
      ["s3", 10, "call:call_s011lantern"],
      ["s4", null, null],
    ]);
    const edges = deriveEvidence(recording, plans).edges.filter(
      ({ to, kind }) => to.step !== null && kind === "declared",
    );
    const lines = edges
      .filter(({ executed }) => executed)
      .map(({ to, from, state, leftTurn }) => [to.step, blocks[from]?.id, state, leftTurn]);
    expect(lines).toEqual([
      ["s2", "result:call_s002lantern", "live", null],
      ["s3", "result:call_s001lantern", "dangling", 4],
      ["s3", "result:call_s002lantern", "dangling", 5],
    ]);
  });

  it("context editing shows what the model saw, and says what the request held", () => {
    const session = mainOf("vercel-ai6-anthropic-context-editing");
    const edited = session.turns.filter((turn) => (turn.appliedEdits ?? []).length > 0);
    expect(edited.map((turn) => turn.index + 1)).toEqual([8, 9, 10, 11, 12, 13]);
    expect(session.evictions).toHaveLength(9);
    expect(
      session.evictions.every(({ cause, how }) => cause.provenance === "inferred" && how === "cleared"),
    ).toBe(true);
    expect(session.turns.map((turn) => turn.window.entries)).toEqual(
      [...session.turns].map((turn) => turn.window.entries).sort((a, b) => a - b),
    );
    expect(session.meta.notes.join(" ")).toContain("the requests held everything");
  });

  it("Copilot CLI's compaction has the size that the client reports", () => {
    const session = mainOf("copilot-cli");
    expect(session.meta.contextWindow).toBe(20_000);
    expect(session.compactions).toMatchObject([
      { turn: 8, tokensBefore: { value: 16_879 }, tokensAfter: { value: 10_724 } },
    ]);
    const after = windowIds(session, 8).filter((id) => !/^(tool:|system)/.test(id));
    expect(after.map((id) => id.replace(/:[0-9a-f]{12}$/, ""))).toEqual([
      "compaction_summary",
      "call:call_s008lantern",
      "result:call_s008lantern",
    ]);
  });

  it("Codex's compactions are known by their totals only", () => {
    const session = mainOf("codex-compact");
    expect(session.turns).toHaveLength(12);
    expect(session.toolCalls).toBe(11);
    expect(session.compactions).toMatchObject([
      { tokensBefore: { value: 11_661 }, tokensAfter: { value: 10_014 } },
      { tokensBefore: { value: 11_326 }, tokensAfter: { value: 10_014 } },
    ]);
    expect(turnsWithWindows(session)).toBe(0);
    expect(session.turns.every((turn) => turn.completeness === "metadata_only")).toBe(true);
    expect(session.meta.notes.join(" ")).toContain("totals only");
  });

  it("Claude Code's raw bodies give 12 full windows from log records alone", () => {
    const logs = capturedRecords("claude-code-rawbodies").filter((record) => record.signal === "log");
    const { events, sources } = projectRecords(logs);
    expect(sources.size).toBe(1);
    const session = foldSession(events);
    expect(turnsWithWindows(session)).toBe(12);
    expect(session.turns.map((turn) => turn.completeness)).toEqual(Array(12).fill("complete"));
    expect(session.toolCalls).toBe(11);
  });

  it("Claude Code's sub-agent is a session of its own, joined to the call that started it", () => {
    const [main, child] = sessionsOf("claude-code-subagent");
    expect(main?.turns).toHaveLength(5);
    expect(child?.turns).toHaveLength(3);
    expect(child?.meta).toMatchObject({
      role: "subagent",
      parent: { session: main?.meta.externalId, toolCallId: "toolu_s002lantern" },
    });
  });

  it("Strands' sliding window is one session of three traces, truncated at its front twice", () => {
    const session = mainOf("strands-sliding-window");
    expect(session.turns).toHaveLength(31);
    const turns = new Set(session.evictions.map((eviction) => eviction.turn));
    expect([...turns]).toEqual([13, 22]);
    const first = session.evictions.filter((eviction) => eviction.turn === 13);
    expect(first).toHaveLength(18);
    expect(new Set(session.evictions.map((eviction) => eviction.how))).toEqual(new Set(["truncated"]));
    expect(windowIds(session, 22).filter((id) => id.startsWith("user_"))).toHaveLength(2);
  });

  it("a compaction call stands beside the conversation that it compacts", () => {
    const [main, side] = sessionsOf("semconv-manual-json");
    expect(main?.turns).toHaveLength(13);
    expect(side?.meta.role).toBe("side");
    expect(main?.compactions).toMatchObject([{ turn: 9, cause: { provenance: "reported" } }]);
    expect(main?.blocks.some((block) => block.kind === "memory" && block.trust === "untrusted")).toBe(true);
  });
});
