import type { FindingRule } from "../rule/rule";
import { shortWords } from "../rule/subject";
import { casesOfUses } from "./uses";

/** The evidence was gone and only what the model itself had said of it stood in the window. */
export const residual: FindingRule = {
  code: "evidence.residual",
  family: "evidence",
  title: "Only the model's own words were left of the evidence",
  severity: "warning",
  advice:
    "Keep the result itself, or a reference to it: the model's words cannot be checked against anything.",
  source: "a pruned fact becomes a residue in the reasoning trace rather than one that can be verified",
  *find(input) {
    const { session, evidence } = input;
    const lost = evidence.edges.filter((edge) => edge.executed && edge.state === "dangling" && edge.residual);
    yield* casesOfUses(input, lost, (use, words, [edge]) => {
      const own = edge?.residualBlock == null ? undefined : session.blocks[edge.residualBlock];
      return {
        sentence: `${use} used ${edge?.matched[0] === undefined ? "what" : `"${shortWords(edge.matched[0], 60)}", which`} ${words} had said, of which only the model's own words${own?.createdTurn == null ? "" : ` of turn ${own.createdTurn}`} were still in the window.`,
      };
    });
  },
};
