import { normalSpelling } from "../../evidence/spelling";
import { digits } from "../../digits";
import { statusAt } from "../../plan/plan";
import type { Plan, PlanStep } from "../../plan/plan";
import { fullText } from "../../trace/recording";
import type { TurnIndex } from "../../units";
import type { FindingInput, FindingRule } from "../rule";
import type { Span } from "../spans";
import { standingSpans, without } from "../spans";
import { shortWords } from "../subject";

/** Characters of a step by which it is found in another text. */
const STEP_CHARS = 60;
const TEXT_CHARS_MAX = 200_000;
/** The share of open steps that a text has to say to stand for the plan. */
const STATED_SHARE = 0.5;

/** The plan left the window while steps of it were still to be done, and nothing in the window said it again. */
export const planLeftWindow: FindingRule = {
  code: "plan.left_window",
  family: "evidence",
  title: "The plan left the window before it was done",
  severity: "serious",
  advice: "Keep the plan outside the conversation and recite it as the newest content of every window.",
  source: "plan persistence: truncation takes the oldest content first, and the plan is the oldest",
  *find(input) {
    const { session, plans } = input;
    for (const plan of plans) {
      for (const { from, to, mode, block } of plan.presence) {
        const stoodBefore = plan.presence.some((run) => run.mode !== null && run.to < from);
        if (mode !== null || !stoodBefore || openSteps(plan, from).length === 0) continue;
        const said = spansSaying(input, openSteps(plan, from));
        for (const span of without([{ from, to }], said)) {
          const open = openSteps(plan, span.from);
          if (open.length === 0) continue;
          yield {
            ...span,
            blocks: [session.blocks[block]?.id ?? []].flat(),
            numbers: { open: open.length, turns: span.to - span.from + 1 },
            sentence: `The plan "${shortWords(plan.title ?? plan.id)}" was not in the window from turn ${span.from} to ${span.to}, with ${digits(open.length)} of ${digits(plan.steps.length)} steps still open; the first of them is "${shortWords(open[0]?.text ?? "")}".`,
            proof: { view: "plan", turn: span.from },
          };
        }
      }
    }
  },
};

function openSteps({ steps }: Plan, turn: TurnIndex): PlanStep[] {
  return steps.filter((step) => {
    const status = statusAt(step, turn);
    return (status === "pending" || status === "started") && (step.removedTurn ?? Infinity) > turn;
  });
}

/** When texts stood in the window that say enough of these steps: a plan file that was read again, a reminder, a summary. */
function spansSaying({ session, recording, index }: FindingInput, steps: readonly PlanStep[]): Span[] {
  const last = session.turns.at(-1)?.index ?? 0;
  const wanted = steps
    .map(({ text }) => normalSpelling(text).slice(0, STEP_CHARS))
    .filter((text) => text !== "");
  const spans = session.blocks.flatMap((block, number) => {
    if (block.kind === "thinking" || block.kind === "tool_schemas") return [];
    const text = normalSpelling((fullText(recording, block) ?? "").slice(0, TEXT_CHARS_MAX));
    const said = wanted.filter((step) => text.includes(step)).length;
    return said > 0 && said >= wanted.length * STATED_SHARE ? standingSpans(index, number, last) : [];
  });
  return spans.sort((a, b) => a.from - b.from);
}
