import { constraintFigures } from "@/lib/core/audit/constraint-figures";
import { countDecisions } from "@/lib/core/audit/decisions";
import { tokenTurnsOf, toolFigures } from "@/lib/core/audit/tool-figures";
import { rowsFor } from "@/lib/db/derived/table";
import { CONSTRAINT_FIGURE, TOOL_FIGURE } from "@/lib/db/derived/tables";
import type { SessionAnalysis, Analysis } from "./analysis";

/** Stores what audits add up over sessions: figures of tools, of constraints, of decisions. */
export const figures: Analysis = {
  id: "figures",
  rows: (analysed) => [
    rowsFor(
      TOOL_FIGURE,
      figuresOf(analysed).map((figure, no) => ({ ...figure, no })),
    ),
    rowsFor(
      CONSTRAINT_FIGURE,
      constraintFigures(analysed.input).map(({ text, ...figure }, no) => ({
        ...figure,
        no,
        text: text.toWellFormed(),
      })),
    ),
  ],
  columns: (analysed) => {
    const { decisions, absent } = countDecisions(analysed.evidence);
    const { session } = analysed.recording;
    return {
      decisions: { type: "int", value: decisions },
      decisions_absent: { type: "int", value: absent },
      token_turns: { type: "bigint", value: BigInt(Math.round(tokenTurnsOf(session))) },
      policy: { type: "text", value: session.meta.policy?.kind ?? null },
      tools: { type: "text[]", value: figuresOf(analysed).map(({ tool }) => tool) },
    };
  },
};

function figuresOf({ recording, evidence }: SessionAnalysis) {
  return toolFigures(recording.session, evidence);
}
