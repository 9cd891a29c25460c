import { digits } from "../../digits";
import type { FindingRule } from "../rule";

/** A revision of the plan lets a step need what has already left the window. */
export const planRevisedOnEvicted: FindingRule = {
  code: "plan.revised_on_evicted",
  family: "evidence",
  title: "A revised plan refers to what is gone",
  severity: "serious",
  advice: "Check a revised plan against the window before it is followed, and fetch again what it needs.",
  source: "a plan can be updated mid-execution to reference a result that has already been evicted",
  *find({ session, index, plans, evidence }) {
    const declared = evidence.edges.filter(({ kind }) => kind === "declared");
    for (const plan of plans) {
      for (const { turn } of plan.revisions.slice(1)) {
        const added = new Set(plan.steps.filter((step) => step.addedTurn === turn).map(({ id }) => id));
        const gone = declared.filter(
          ({ from, to, leftTurn }) =>
            to.plan === plan.id &&
            to.step !== null &&
            added.has(to.step) &&
            (leftTurn ?? Infinity) <= turn &&
            index.standing.at(from, turn) === undefined,
        );
        if (gone.length === 0) continue;
        yield {
          from: turn,
          to: turn,
          blocks: gone.slice(0, 20).flatMap(({ from }) => session.blocks[from]?.id ?? []),
          numbers: { evidence: gone.length },
          sentence: `The plan was revised at turn ${turn} with steps that need ${gone.length === 1 ? "a result" : `${digits(gone.length)} results`} no longer in the window.`,
          proof: { view: "plan", turn },
        };
      }
    }
  },
};
