import type { EvidenceEdge } from "../../evidence/edge";
import { findingKind } from "../kinds";
import type { FindingRule } from "../rule/rule";
import { shortWords } from "../rule/subject";
import { casesOfUses } from "./uses";

export const dangling: FindingRule = {
  ...findingKind("evidence.dangling"),
  *find(input) {
    const { edges } = input.evidence;
    const gone = edges.filter((edge) => edge.executed && edge.state === "dangling" && !edge.residual);
    yield* casesOfUses(input, gone, (use, evidence, group) => {
      const left = Math.min(...group.flatMap(({ leftTurn }) => leftTurn ?? []));
      const declared = group.some(({ kind }) => kind === "declared");
      return {
        severity: declared ? "serious" : "warning",
        sentence: `${use} used ${evidence}, ${Number.isFinite(left) ? `which had left the window at turn ${left}` : "which was not in the window"} (${declared ? "declared" : inferredFrom(group)})${ending(input.session.meta.outcome)}.`,
      };
    });
  },
};

function inferredFrom(group: readonly EvidenceEdge[]): string {
  const value = group[0]?.matched[0];
  return value === undefined ? "inferred" : `inferred from "${shortWords(value, 60)}", which both have`;
}

function ending(outcome: string | null): string {
  return outcome === "wrong" || outcome === "failed" ? `; the session ended ${outcome}` : "";
}
