import type { FindingRule } from "../rule/rule";
import { casesOfUses } from "./uses";

/** A step, a call or an answer used evidence that had left the window, with nothing of it left there. */
export const dangling: FindingRule = {
  code: "evidence.dangling",
  family: "evidence",
  title: "A step ran on evidence that had left the window",
  severity: "serious",
  advice: "Pin what an unexecuted step needs, or fetch it again before the step runs.",
  source: "plan steps need edges to their evidence: a branch on what was evicted is a use after free",
  *find(input) {
    const { edges } = input.evidence;
    const gone = edges.filter((edge) => edge.executed && edge.state === "dangling" && !edge.residual);
    yield* casesOfUses(input, gone, (use, evidence, group) => {
      const left = Math.min(...group.flatMap(({ leftTurn }) => leftTurn ?? []));
      const declared = group.some(({ kind }) => kind === "declared");
      return {
        severity: declared ? "serious" : "warning",
        sentence: `${use} used ${evidence}, ${Number.isFinite(left) ? `which had left the window at turn ${left}` : "which was not in the window"} (${declared ? "declared" : "inferred from a value that both have"})${ending(input.session.meta.outcome)}.`,
      };
    });
  },
};

function ending(outcome: string | null): string {
  return outcome === "wrong" || outcome === "failed" ? `; the session ended ${outcome}` : "";
}
