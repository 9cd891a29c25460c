import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import { formatElapsed, SessionClock } from "./clock";
import { buildSnapshot } from "./snapshot";
import { buildTimeline } from "./timeline";
import { finishSteps } from "@/lib/core/steps";
import { tellInSteps } from "./incident-source";

const MINUTE = 60_000;
const PLAN = "- [ ] research\n- [ ] draft\n- [ ] publish";

const story = trace("daemon")
  .turn((t) =>
    t.system("rules").block("plan", "plan", PLAN).user("publish").calls("fetch", { url: "a" }, "c1"),
  )
  .turn((t) => t.result("c1", 4_000).says("Section 2."))
  .turn((t) => t.clear("result:c1").calls("fetch", { url: "a" }, "c2"))
  .turn((t) => t.result("c2", 4_000).drop("plan", "system").says("Going on."))
  .event({ type: "session.ended", outcome: "wrong", reason: "no plan" });

function tell(
  from: number,
  to: number,
  annotations: Parameters<typeof buildSnapshot>[1]["annotations"] = [],
) {
  const all = finishSteps(tellInSteps(foldRecording(story.events())));
  const input = { session: all.recording.session, plans: all.plans, findings: all.findings };
  return buildTimeline({ ...input, incident: { from, to, annotations } });
}

describe("the timeline of an incident", () => {
  it("says when a source was fetched again, and when it had been fetched first", () => {
    const [repeat] = tell(0, 3).filter(({ kind }) => kind === "repeat");
    expect(repeat).toMatchObject({ turn: 2, moment: "t+0:02" });
    expect(repeat?.text).toBe(
      "fetch re-fetches a source fetched at t+0:01; the earlier result had left the window",
    );
    expect(repeat?.plain).not.toContain("fetch ");
  });

  it("tells what left, how much that freed, and how the session ended, in order", () => {
    const lines = tell(0, 3);
    expect(lines.map(({ turn }) => turn)).toEqual(lines.map(({ turn }) => turn).toSorted((a, b) => a - b));
    expect(lines.find(({ kind }) => kind === "eviction")?.plain).toMatch(/^1 block cleared/);
    expect(lines.at(-1)?.text).toBe("the session ends: wrong, no plan");
  });

  it("puts what people wrote where it belongs", () => {
    const note = {
      id: "1",
      turn: 1,
      pin: "turn",
      target: null,
      text: "Correct.",
      author: "Ada",
      createdAt: 0,
    } as const;
    expect(tell(0, 3, [note]).filter(({ kind }) => kind === "annotation")).toMatchObject([
      { turn: 1, moment: "t+0:01", text: "Correct." },
    ]);
  });

  it("counts its times from its first turn", () => {
    const [repeat] = tell(2, 3).filter(({ kind }) => kind === "repeat");
    expect(repeat?.moment).toBe("t+0:00");
    expect(repeat?.text).toContain("re-fetches a source fetched at t−0:01");
  });

  it("looks at nothing outside its range", () => {
    expect(tell(0, 1).every(({ turn }) => turn <= 1)).toBe(true);
    expect(tell(0, 1).some(({ kind }) => kind === "outcome")).toBe(false);
  });
});

describe("a snapshot", () => {
  it("ends with its range: no turn, residency or line is later", () => {
    const view = { turn: 1, axis: "turns", compress: false } as const;
    const all = finishSteps(tellInSteps(foldRecording(story.events())));
    const range = { title: "x", severity: null, outcome: null, from: 0, to: 1, annotations: [] };
    const snapshot = buildSnapshot(all, range, view);
    expect(snapshot.turns.map(({ turn }) => turn)).toEqual([0, 1]);
    expect(snapshot.blocks.flatMap(({ residencies }) => residencies).every(({ to }) => to <= 1)).toBe(true);
    expect(JSON.stringify(snapshot)).not.toContain("Going on.");
  });
});

describe("the clock", () => {
  it("counts hours and minutes since the incident began, and before it", () => {
    expect([-15 * MINUTE, 0, 9 * MINUTE, 41 * MINUTE, 90 * MINUTE].map((ms) => formatElapsed(ms))).toEqual([
      "t−0:15",
      "t+0:00",
      "t+0:09",
      "t+0:41",
      "t+1:30",
    ]);
  });

  it("names turns where there are no times", () => {
    const events = trace("s")
      .turn((t) => t.with({}).user("x"))
      .events();
    const { session } = foldRecording(events.map((event) => ({ ...event, at: null }) as typeof event));
    expect(new SessionClock(session.turns, null).name(0)).toBe("turn 0");
  });

  it("finds the turns of a stretch of time", () => {
    const { session } = foldRecording(story.events());
    const clock = new SessionClock(session.turns, null);
    const start = story.startedAt;
    expect(clock.turnsWithin(start + MINUTE, start + 2 * MINUTE)).toEqual({ from: 1, to: 2 });
    expect(clock.turnsWithin(start - 2 * MINUTE, start - MINUTE)).toBeNull();
  });
});

describe("checkpoints in a timeline", () => {
  it("are told with what they lack, and restarts with their reason", () => {
    const { session } = foldRecording(
      trace()
        .turn((t) => t.user("Refund it.", "goal"))
        .event({ type: "checkpoint.taken", turn: 0, state: { task: "Refund it.", next_action: "pay" } })
        .event({ type: "session.restarted", turn: 1, reason: "the budget" })
        .turn((t) => t.says("on"))
        .events(),
    );
    const told = buildTimeline({
      session,
      plans: [],
      findings: [],
      incident: { from: 0, to: 1, annotations: [] },
    }).filter(({ kind }) => kind === "checkpoint");
    expect(told.map(({ turn, text }) => [turn, text])).toEqual([
      [0, expect.stringMatching(/^a checkpoint is taken, without the constraints, .*evidence$/)],
      [1, "the session is restarted from its checkpoint: the budget"],
    ]);
    expect(told[1]?.plain).not.toContain("budget");
  });
});
