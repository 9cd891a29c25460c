import { checkpointsOf } from "@/lib/core/audit/checkpoints";
import { constraintFigures } from "@/lib/core/audit/constraint-figures";
import { tokenTurnsOf, toolFigures } from "@/lib/core/audit/tool-figures";
import { VALUE_OF } from "@/lib/core/figures/figures";
import type { CarriedItem } from "@/lib/core/findings/integrity/restart";
import { rowsFor } from "@/lib/db/derived/table";
import { CHECKPOINT, CONSTRAINT_FIGURE, TOOL_FIGURE } from "@/lib/db/derived/tables";
import type { SessionAnalysis, Analysis } from "./analysis";

/** For audits, which add up figures of tools, constraints and decisions over sessions. */
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
    rowsFor(
      CHECKPOINT,
      checkpointsOf(analysed.input).map((one, no) => ({
        no,
        turn: one.turn,
        windowTokens: rounded(one.window),
        budget: rounded(one.budget),
        turnsLeft: one.turnsLeft,
        turnsNeeded: one.turnsNeeded,
        restarts: one.restarts.length,
        lost: one.restarts.reduce((sum, { items }) => sum + lostIn(items), 0),
        body: { block: one.block, entries: one.entries, restarts: one.restarts },
      })),
    ),
  ],
  columns: (analysed) => {
    const { session } = analysed.recording;
    return {
      dangling: { type: "int", value: VALUE_OF.dangling(analysed) },
      decisions: { type: "int", value: VALUE_OF.decisions(analysed) },
      decisions_absent: { type: "int", value: VALUE_OF.decisionsAbsent(analysed) },
      token_turns: { type: "bigint", value: tokenTurnsOf(session) },
      policy: { type: "text", value: session.meta.policy?.kind ?? null },
      tools: { type: "text[]", value: filteredTools(figuresOf(analysed).map(({ tool }) => tool)) },
    };
  },
};

/** Harnesses write the name of the same tool differently: `bash` and `Bash`. */
function filteredTools(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => name.toLowerCase()))];
}

function rounded(tokens: number | null): number | null {
  return tokens === null ? null : Math.round(tokens);
}

function lostIn(items: readonly CarriedItem[] | null): number {
  return (items ?? []).filter(({ outcome }) => outcome === "lost").length;
}

function figuresOf({ recording, evidence }: SessionAnalysis) {
  return toolFigures(recording.session, evidence);
}
