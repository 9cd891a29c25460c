import type { FindingRule } from "../rule";
import { casesOfUses } from "./uses";

/** How many of the oldest results count as next in line. */
const NEXT_IN_LINE = 3;

/** An unexecuted step needs a result that is among the oldest, in a session whose policy evicts the oldest results. */
export const atRisk: FindingRule = {
  code: "evidence.at_risk",
  family: "evidence",
  title: "What a step will need is next in line to leave",
  severity: "warning",
  advice: "Pin it until the step has run, or run the step now.",
  source: "dependency manifest: a result that an unexecuted step references is not to be evicted",
  *find(input) {
    const { session, evidence } = input;
    const evicted = session.evictions.some(({ block, how }) => {
      const kind = session.blocks[block]?.kind;
      return kind === "tool_result" && (how === "cleared" || how === "removed" || how === "truncated");
    });
    if (!evicted || session.meta.outcome !== null) return;
    const oldest = session.residencies
      .filter(
        ({ block, to, mode }) =>
          to === null && mode === "full" && session.blocks[block]?.kind === "tool_result",
      )
      .sort((a, b) => a.since - b.since || a.rank - b.rank)
      .slice(0, NEXT_IN_LINE)
      .map(({ block }) => block);
    const risky = evidence.edges.filter(
      ({ executed, state, from }) => !executed && state === "live" && oldest.includes(from),
    );
    yield* casesOfUses(input, risky, (use, words) => ({
      sentence: `${use} has not run and needs ${words}, which is among the ${NEXT_IN_LINE} oldest results in a window whose oldest results are being evicted.`,
    }));
  },
};
