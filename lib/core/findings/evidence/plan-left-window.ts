import { formatDigits } from "../../digits";
import { isKeptOutside } from "../../evidence/plan/readers";
import { DECLARED } from "../../evidence/plan/declared-acts";
import type { Plan } from "../../evidence/plan/steps/plan";
import { isOpenAt, isStatedAt, getStepText } from "../../evidence/plan/steps/plan";
import type { Session } from "../../trace/session";
import type { Claim } from "../../proof/claim";
import { getFindingKind } from "../kinds";
import type { FindingRule } from "../rule/rule";
import { startOf } from "../rule/start-of";
import { shortenWords } from "../rule/subject";

const STEPS_CLAIMED_MAX = 8;
/** A plan that stands again sooner was stated again, as harnesses do. */
const TURNS_MIN = 3;
/** A step is known by the start of its words: texts that repeat it may cut its end. A single word stands in any text. */
const STEP_CHARS = 60;

/**
 * Only for a plan that says how far its steps are, since of another nobody knows what is open. A plan that a tracker or a
 * file keeps can be looked up there.
 */
export const planLeftWindow: FindingRule = {
  ...getFindingKind("plan.left_window"),
  *find({ session, plans }) {
    for (const plan of plans) {
      if (!statesProgress(session, plan) || isKeptOutside(plan.source)) continue;
      for (const { from, to, mode, block } of plan.presence) {
        const id = session.blocks[block]?.id;
        const isShort = to - from + 1 < TURNS_MIN && plan.presence.some((run) => run.from > to);
        const stoodBefore = plan.presence.some((run) => run.mode !== null && run.to < from);
        const open = plan.steps.filter((step) => isOpenAt(step, from) && isOpenAt(step, to));
        const texts = open.map((step) => getStepText(step, from));
        const claimed = texts.filter((text) => /\S\s+\S/.test(text.trim()));
        const statedSteps = plan.steps.filter((step) => isStatedAt(step, from)).length;
        if (mode !== null || !stoodBefore || id === undefined) continue;
        if (isShort || claimed.length === 0) continue;
        yield {
          from,
          to,
          blocks: [id],
          numbers: { open: open.length, turns: to - from + 1 },
          sentence: `The plan "${shortenWords(plan.title ?? plan.id)}" was not in the window from turn ${from} to ${to}, with ${formatDigits(open.length)} of ${formatDigits(statedSteps)} steps still open; the first of them is "${shortenWords(texts[0] ?? "")}".`,
          proof: { view: "plan", turn: from },
          claims: [
            { is: "left", block: id, turn: from },
            ...claimed.slice(0, STEPS_CLAIMED_MAX).map((text): Claim => claimAbsent(text, from, to)),
          ],
        };
      }
    }
  },
};

/** A list in an answer may be a report. It is a plan once something says how a step of it goes on. */
function statesProgress({ blocks }: Session, { source, revisions, steps }: Plan): boolean {
  if (source === DECLARED || steps.some(({ changes }) => changes.length > 0)) return true;
  const isReport = revisions.every(({ block }) => blocks[block ?? -1]?.kind === "assistant_text");
  return !isReport && steps.some(({ statesStatus }) => statesStatus);
}

function claimAbsent(text: string, turn: number, until: number): Claim {
  return { is: "absent", value: startOf(text, STEP_CHARS), turn, until };
}
