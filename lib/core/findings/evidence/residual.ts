import { findingKind } from "../kinds";
import type { FindingRule } from "../rule/rule";
import { shortWords } from "../rule/subject";
import { casesOfUses } from "./uses";

export const residual: FindingRule = {
  ...findingKind("evidence.residual"),
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
