import { z } from "zod";
import { defineQuestion, type GivenQuote, type ModelAnswer } from "../../question";
import { listActsAfter, spread } from "../../scene/choose";
import type { SceneBlock } from "../../scene/scene";
import { listSceneTexts } from "../../scene/scene";

const SESSION_MAX = 2;
const LATER_MAX = 30;
/** Lines of a list that a plan in prose has at least. */
const LINES_MIN = 3;
const LIST_LINE = /^[ \t]{0,8}(?:[-*•+]|\d{1,3}[.)])[ \t]/gm;
const READ_CHARS_MAX = 20_000;

const STATUSES = ["done", "open", "dropped"] as const;
const stepsSchema = z
  .array(
    z.object({
      step: z.string().max(600),
      status: z.enum(STATUSES),
      shown: z.object({ text: z.string().max(20), quote: z.string().max(600) }).nullable(),
    }),
  )
  .max(40)
  .describe(
    '[{"step": words of the plan, "status": "done", "open" or "dropped", "shown": {"text": id, "quote": words of a later text that shows it} or null for an open step}]',
  );
type PlanSteps = z.output<typeof stepsSchema>;

export const planSteps = defineQuestion({
  id: "plan-steps",
  version: 1,
  title: "Steps of a plan in prose stayed open",
  prompt: `An agent wrote a text that may be a plan: what it is going to do, step by step. Which steps does it have, and which of them did the later texts show as done, or as dropped on purpose? A step is open when no later text shows either.
A list of findings, options, features, files or finished work is no plan. A step is done only when an act did it and nothing later shows that it failed.`,
  more: { steps: stepsSchema },
  verdicts: {
    open: { means: "it is a plan, and at least one step stayed open", quotes: ["plan"], fault: "note" },
    done: { means: "it is a plan, and no step stayed open", quotes: ["plan", "later"] },
    none: { means: "it is no plan; steps is an empty list", quotes: ["plan"] },
  },
  furtherQuotes: (answer) =>
    readSteps(answer).flatMap(({ step, shown }): GivenQuote[] => [
      { text: PLAN_ID, quote: step },
      ...(shown === null ? [] : [shown]),
    ]),
  isConsistent: (answer) => {
    const steps = readSteps(answer);
    const open = steps.filter(({ status }) => status === "open").length;
    const shows = steps.every(({ status, shown }) => status === "open" || shown !== null);
    if (answer.verdict === "none") return steps.length === 0;
    return shows && steps.length > 0 && (answer.verdict === "open" ? open > 0 : open === 0);
  },
  sentence: (answer) => {
    const steps = readSteps(answer);
    const open = steps.filter(({ status }) => status === "open");
    if (open.length === 0) return answer.reason;
    return `${open.length} of ${steps.length} steps of the plan stayed open: ${open.map(({ step }) => `"${step}"`).join(", ")}.`;
  },
  candidates: (scene) =>
    spread(scene.blocks.filter(isPlanPossible), SESSION_MAX).flatMap((plan) => {
      const later = listActsAfter(scene, plan);
      if (later.length === 0) return [];
      return [
        {
          turn: plan.turn,
          texts: [...listSceneTexts("plan", [plan]), ...listSceneTexts("later", spread(later, LATER_MAX))],
        },
      ];
    }),
});

/** The only text of its role. */
const PLAN_ID = "P1";

function isPlanPossible({ block, text }: SceneBlock): boolean {
  if (block.kind !== "assistant_text") return false;
  return (text.slice(0, READ_CHARS_MAX).match(LIST_LINE) ?? []).length >= LINES_MIN;
}

function readSteps({ more }: ModelAnswer): PlanSteps {
  return (more.steps ?? []) as PlanSteps;
}
