import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { windowIds } from "@/lib/testing/drawn/draw-session";
import { findContradictionOfTurn } from "@/lib/core/window/contradiction";
import { atif } from ".";

type Step = Record<string, unknown>;

const said = (source: string, message: string, more: Step = {}): Step => ({ source, message, ...more });
const called = (message: string, id: string, tokens: number): Step => ({
  ...said("agent", message, { metrics: { prompt_tokens: tokens, completion_tokens: 5 } }),
  tool_calls: [{ tool_call_id: id, function_name: "run", arguments: { command: id } }],
  observation: { results: [{ source_call_id: id, content: `the output of ${id} `.repeat(20) }] },
});
const copied = (step: Step): Step => ({ ...step, is_copied_context: true, metrics: undefined });
const refersTo = (...names: string[]): Step =>
  said("system", "Handed over.", {
    observation: {
      results: [
        {
          subagent_trajectory_ref: names.map((name) => ({
            session_id: `walk-${name}`,
            trajectory_path: `trajectory.${name}.json`,
          })),
        },
      ],
    },
  });

const PROMPT = said("user", "Measure the way home.");
const BEFORE = [PROMPT, called("First.", "c1", 100), called("Second.", "c2", 200)];
const HANDED = said("user", "What was measured so far: 4 miles.");
const QUESTIONS = said("agent", "How far is it?", { metrics: { prompt_tokens: 30, completion_tokens: 5 } });
const ANSWERS = said("user", "It is 4 miles.");

function file(name: string, session: string, steps: readonly Step[], more: object = {}) {
  const agent = { name: "walker", version: "1", model_name: "lab-6" };
  const numbered = steps.map((step, i) => ({ step_id: i + 1, ...step }));
  const doc = { schema_version: "ATIF-v1.5", session_id: session, agent, steps: numbered, ...more };
  return textFile(name, JSON.stringify(doc));
}

async function read(...files: Awaited<ReturnType<typeof file>>[]) {
  const { sessions, warnings } = await runImporter(atif, files);
  return { sessions: [...sessions.values()].map((events) => foldSession(events)), warnings: [...warnings] };
}

describe("a hand-off with a summary", () => {
  it("empties the window but for the first prompt, and what left is told", async () => {
    const steps = [...BEFORE, refersTo("summary", "questions"), ANSWERS, called("Third.", "c3", 90)];
    const { sessions } = await read(await file("trajectory.json", "walk", steps));
    const [session] = sessions;
    if (session === undefined) throw new Error("no session");
    expect(session.turns.map(({ usage }) => usage?.input)).toEqual([100, 200, 90]);
    expect(windowIds(session, 2)).toEqual([
      expect.stringMatching(/^user_goal:/),
      expect.stringMatching(/^compaction_summary:/),
    ]);
    expect(session.compactions).toMatchObject([{ turn: 2, removed: 3 }]);
    expect(session.evictions.map(({ how }) => how)).toEqual(["compacted", "compacted", "compacted"]);
  });

  it("brings in what the agent that took over was told, where its trajectory is there", async () => {
    const steps = [...BEFORE, refersTo("summary", "questions"), ANSWERS, called("Third.", "c3", 90)];
    const ask = said("user", "Sum it up.");
    const summary = [
      ...BEFORE.map(copied),
      ask,
      said("agent", "4 miles.", { metrics: { prompt_tokens: 250 } }),
    ];
    const { sessions, warnings } = await read(
      await file("walk.trajectory.summary.json", "walk-summary", summary),
      await file("walk.trajectory.questions.json", "walk-questions", [HANDED, QUESTIONS]),
      await file("walk.trajectory.json", "walk", steps),
    );
    const main = sessions.find(({ meta }) => meta.role === "main");
    if (main === undefined) throw new Error("no main session");
    expect(windowIds(main, 2).map((id) => id.split(":")[0])).toEqual([
      "user_goal",
      "compaction_summary",
      "assistant_text",
      "user_message",
    ]);
    expect(sessions.map(({ meta, turns }) => [meta.externalId, meta.parent?.session, turns.length])).toEqual([
      ["walk", undefined, 3],
      ["walk-summary", "walk", 1],
      ["walk-questions", "walk", 1],
    ]);
    expect(warnings).toEqual([]);
  });

  it("is no hand-off where the agent itself called a sub-agent", async () => {
    const call = called("Ask.", "c2", 200);
    const steps = [PROMPT, call, refersTo("scout"), called("Third.", "c3", 300)];
    const { sessions } = await read(await file("trajectory.json", "walk", steps));
    expect(sessions[0]?.compactions).toEqual([]);
  });

  it("links a sub-agent's file to the call whose result refers to it", async () => {
    const call = called("Ask.", "c2", 200);
    const [result] = (call.observation as { results: Step[] }).results;
    const asked = { ...result, subagent_trajectory_ref: [{ trajectory_path: "scouts/scout.json" }] };
    const { sessions } = await read(
      await file("trajectory.json", "walk", [PROMPT, { ...call, observation: { results: [asked] } }]),
      await file("scout.json", "scout", [PROMPT, called("Look.", "c9", 50)]),
    );
    expect(sessions.map(({ meta }) => meta.parent)).toEqual([null, { session: "walk", toolCallId: "c2" }]);
  });
});

describe("a trajectory that goes on in another file", () => {
  const first = [...BEFORE, refersTo("summary", "questions")];
  const second = [...[PROMPT, HANDED, QUESTIONS, ANSWERS].map(copied), called("Third.", "c3", 90)];
  const more = { continued_trajectory_ref: "trajectory.cont-1.json" };

  it.each(["in order", "the later one first"])("is one session: %s", async (order) => {
    const files = [
      await file("trajectory.json", "walk", first, more),
      await file("trajectory.cont-1.json", "walk-cont-1", second),
    ];
    const { sessions } = await read(...(order === "in order" ? files : files.toReversed()));
    const [session] = sessions;
    if (session === undefined) throw new Error("no session");
    expect(sessions).toHaveLength(1);
    expect(session.meta.externalId).toBe("walk");
    expect(session.turns.map(({ window }) => window.entries)).toEqual([1, 4, 4]);
    expect(session.compactions).toMatchObject([{ turn: 2 }]);
    expect(session.meta.notes).toHaveLength(1);
  });

  it("says so where that file is not there", async () => {
    const { sessions } = await read(await file("trajectory.json", "walk", first, more));
    expect(sessions[0]?.meta.notes[1]).toBe(
      "The trajectory goes on in another file, which was not imported with it.",
    );
  });
});

it("keeps runs apart to which one harness gave one name", async () => {
  const { sessions } = await read(
    await file("a.json", "run", BEFORE),
    await file("b.json", "run", [PROMPT, called("Only.", "c9", 50)]),
  );
  expect(sessions.map(({ meta, turns }) => [meta.externalId, turns.length])).toEqual([
    ["run", 2],
    ["run:b", 1],
  ]);
});

it("contradicts itself where its usage falls while all steps stay", async () => {
  const steps = [
    PROMPT,
    called("First.", "c1", 900),
    called("Second.", "c2", 1_000),
    called("Third.", "c3", 300),
  ];
  const { sessions } = await read(await file("trajectory.json", "walk", steps));
  expect(sessions[0]?.turns.map(findContradictionOfTurn)).toEqual([null, null, "fell"]);
});
