import type { TraceEvent, TraceEventOf } from "@/lib/core/trace/event";
import { CODE, proseOfTokens } from "./filler";
import { Story } from "./story";

const GOAL =
  "Move the billing service from the old queue to the new one. Never change the public names of events. Do not deploy on a Friday.";

/** What each checkpoint holds, from one that forgets the rules to one that a run can go on from. */
const STATES: readonly TraceEventOf<"checkpoint.taken">["state"][] = [
  { task: "Move billing to the new queue.", plan: ["list the publishers", "move the first one"] },
  {
    task: GOAL,
    constraints: ["Never change the public names of events."],
    decisions: ["Publish to both queues until the consumers are moved."],
    plan: ["move invoice.created", "move invoice.paid", "remove the old queue"],
    evidence: ["src/billing/publish.ts"],
  },
  {
    task: GOAL,
    constraints: ["Never change the public names of events.", "Do not deploy on a Friday."],
    decisions: ["Publish to both queues until the consumers are moved: nothing is lost on the way back."],
    ruledOut: ["A bridge between the queues: it reorders events."],
    plan: [
      { step: "move invoice.paid", status: "open" },
      { step: "remove the old queue", status: "open" },
    ],
    evidence: ["src/billing/publish.ts", "test/billing/publish.test.ts"],
    nextAction: "Move invoice.paid, then run the tests of billing.",
  },
];

const FILES = ["src/billing/publish.ts", "src/billing/consume.ts", "test/billing/publish.test.ts"] as const;
const ROUNDS = 3;

/** A migration that takes three checkpoints and is restarted from the first two. */
export function threeCheckpoints(): TraceEvent[] {
  const story = new Story("demo-three-checkpoints", Date.UTC(2026, 6, 2, 8, 30), {
    name: "Queue migration: three checkpoints, two restarts",
    agent: "migration-agent 2.0",
    model: "gpt-4.1",
    contextWindow: 128_000,
    budget: 24_000,
    tags: ["demo", "checkpoints"],
    source: { format: "demo" },
    notes: [
      "Written as a demonstration: the first checkpoint forgets the rules, the last one holds everything.",
    ],
  });
  story.add({
    id: "system",
    kind: "system_rules",
    content: "You move services. Work in small steps, and test each.",
  });
  story.add({ id: "goal", kind: "user_goal", content: GOAL });
  STATES.forEach((state, part) => {
    for (let round = 0; round < ROUNDS; round++) {
      const file = FILES[round % FILES.length] ?? FILES[0];
      const call = `p${part}-${round}`;
      story.at(`${part}:${round}5`);
      story.answer({
        says: `Part ${part + 1}: I read ${file}.`,
        calls: [{ id: call, tool: "read_file", args: { path: file } }],
      });
      story.result(call, proseOfTokens(CODE, 100 + part * 10 + round, 5_200, `${file}\n`));
    }
    story.answer({ says: "The window fills up. I save what a later run needs." });
    story.tell("checkpoint.taken", { turn: story.turn - 1, state });
    if (part === STATES.length - 1) return;
    story.window = story.window.slice(0, 1);
    story.add({ id: `state-${part}`, kind: "state_summary", content: JSON.stringify(state) });
    story.tell("session.restarted", {
      turn: story.turn,
      reason: "The window was rebuilt from the checkpoint.",
    });
  });
  story.at("3:00");
  story.answer({
    says: "All publishers use the new queue, the names of the events are as they were, and the tests pass.",
  });
  story.tell("session.ended", { outcome: "ok", reason: "The service was moved." });
  return story.events();
}
