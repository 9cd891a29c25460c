import { expect, it } from "vitest";
import type { TraceEvent } from "@/lib/core/trace/event";
import { makeSessionKey } from "@/lib/db/session-id";
import { appendEvents } from "@/lib/db/log/append";
import { analyseSession } from "@/lib/pipeline/analyse/analyse-session";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { getPlan } from "./get-plan";

const db = testDatabase();

function plans(sizes: readonly number[]): TraceEvent[] {
  return [
    {
      id: "turn",
      session: "planned",
      at: 0,
      type: "turn.recorded",
      turn: 0,
      window: { append: [{ id: "goal", kind: "user_goal", content: "Go on." }] },
    },
    ...sizes.map((size, i) => ({
      id: `plan-${i}`,
      session: "planned",
      at: i + 1,
      type: "plan.declared" as const,
      turn: 0,
      planId: `p${i}`,
      steps: Array.from({ length: size }, (_, step) => ({ id: `s${step}`, text: `step ${step}` })),
    })),
  ];
}

it("an answer about plans without end holds the steps of the newest, and says how many each has", async () => {
  const project = freshProject();
  const sizes = [900, 4_000, 800, 900];
  await appendEvents(db, project, plans(sizes), "refuse");
  await analyseSession(db, makeSessionKey(project, "planned"));
  const { plans: shown } = await getPlan(db, project, "planned", { limit: 10, offset: 0 });
  expect(shown.map(({ id, stepsTotal, steps }) => [id, stepsTotal, steps.length])).toEqual([
    ["p0", 900, 0],
    ["p1", 4_000, 300],
    ["p2", 800, 800],
    ["p3", 900, 900],
  ]);
});
