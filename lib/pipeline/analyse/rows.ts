import { buildAccountInSteps, type Account } from "@/lib/core/cost/account";
import type { CostSummary } from "@/lib/core/cost/summary-schema";
import { sumAccount } from "@/lib/core/cost/sum-account";
import { checkpointsOf } from "@/lib/core/audit/checkpoints";
import { countConstraintFigures } from "@/lib/core/audit/constraint-figures";
import { countCopied } from "@/lib/core/figures/copied-counts";
import { sumTokenTurns, type ToolFigure, computeToolFigures } from "@/lib/core/audit/tool-figures";
import type { Plan } from "@/lib/core/evidence/plan/steps/plan";
import { VALUE_OF } from "@/lib/core/figures/figures";
import { countFindings } from "@/lib/core/findings/counts";
import type { CarriedItem } from "@/lib/core/findings/integrity/restart";
import { listSignals } from "@/lib/core/findings/signals";
import type { InSteps } from "@/lib/core/steps";
import { tellStoryInSteps } from "@/lib/core/story/tell-story";
import { EDGE_STATE } from "@/lib/db/derived/codes";
import { findingCodec, makeStoredFinding } from "@/lib/db/derived/finding-rows";
import { type TableRows, pairRows } from "@/lib/db/derived/table";
import {
  BILL,
  BILL_ROWS,
  CHECKPOINT,
  CONSTRAINT_FIGURE,
  CUT_CARD,
  EDGE,
  FINDING,
  PLAN,
  TOOL_FIGURE,
} from "@/lib/db/derived/tables";
import type { AnalysedColumns, SessionAnalysis } from "./analysis";

const STEP_CHARS_MAX = 1_000;

export interface StoredAnalysis {
  readonly rows: readonly TableRows[];
  readonly columns: AnalysedColumns;
}

/** What an analysis is stored as: rows of its own tables, and columns of its session's row. A list per step. */
export function* buildStoredInSteps(analysed: SessionAnalysis): InSteps<StoredAnalysis> {
  const { session, ownFrom } = analysed.recording;
  const tools = computeToolFigures(session, analysed.evidence, ownFrom);
  yield;
  const account = yield* buildAccountInSteps({ ...analysed, bill: analysed.input.bill });
  const cost = sumAccount(account);
  yield;
  const rows = yield* buildRowsInSteps(analysed, tools, { account, cost });
  return { rows, columns: yield* buildColumnsInSteps(analysed, tools, cost) };
}

/** The rows of every table that an analysis fills. Figures of tools, constraints and checkpoints are for audits. */
function* buildRowsInSteps(
  analysed: SessionAnalysis,
  tools: readonly ToolFigure[],
  { account, cost }: { readonly account: Account; readonly cost: CostSummary },
): InSteps<TableRows[]> {
  const { plans, evidence, findings, input } = analysed;
  const constraints = countConstraintFigures(input);
  yield;
  const checkpoints = checkpointsOf(input);
  yield;
  return [
    pairRows(
      PLAN,
      plans.map((plan, no) => ({ no, id: plan.id, body: shortenPlan(plan) })),
    ),
    pairRows(
      EDGE,
      evidence.edges.map(({ from, to, kind, state, ...edge }, no) => ({
        no,
        fromBlock: from,
        declared: kind === "declared",
        state: EDGE_STATE.of(state),
        ...edge,
        ...to,
      })),
    ),
    pairRows(
      FINDING,
      findings.findings.map((finding, no) => findingCodec.toRow(makeStoredFinding(finding, no))),
    ),
    pairRows(BILL, [
      { no: BILL_ROWS.whole, body: account },
      { no: BILL_ROWS.summary, body: cost },
    ]),
    pairRows(
      CUT_CARD,
      analysed.cards.map((card) => ({ no: card.no, turn: card.turn, body: card })),
    ),
    pairRows(
      TOOL_FIGURE,
      tools.map((figure, no) => ({ ...figure, no })),
    ),
    pairRows(
      CONSTRAINT_FIGURE,
      constraints
        .filter(({ turn }) => turn >= (analysed.recording.ownFrom ?? 0))
        .map(({ text, ...figure }, no) => ({
          ...figure,
          no,
          text: text.toWellFormed(),
        })),
    ),
    pairRows(
      CHECKPOINT,
      checkpoints.map((checkpoint, no) => ({
        no,
        turn: checkpoint.turn,
        windowTokens: roundTokens(checkpoint.window),
        budget: roundTokens(checkpoint.budget),
        turnsLeft: checkpoint.turnsLeft,
        turnsNeeded: checkpoint.turnsNeeded,
        restarts: checkpoint.restarts.length,
        lost: checkpoint.restarts.reduce((sum, { items }) => sum + countLost(items), 0),
        body: { block: checkpoint.block, entries: checkpoint.entries, restarts: checkpoint.restarts },
      })),
    ),
  ];
}

/** What the session's own row says of its analysis. */
function* buildColumnsInSteps(
  analysed: SessionAnalysis,
  tools: readonly ToolFigure[],
  cost: CostSummary,
): InSteps<AnalysedColumns> {
  const { session, ownFrom } = analysed.recording;
  const { byCode, bySeverity, suspected } = countFindings(analysed.findings);
  yield;
  const story = yield* tellStoryInSteps(analysed, cost);
  yield;
  const coverage = listSignals(analysed);
  yield;
  const copied = countCopied(analysed);
  yield;
  return {
    findings_stamp: { type: "text", value: analysed.stamp },
    coverage: { type: "jsonb", value: coverage },
    findings_by_code: { type: "jsonb", value: byCode },
    findings_by_severity: { type: "jsonb", value: bySeverity },
    serious: { type: "int", value: bySeverity.serious ?? 0 },
    story: { type: "jsonb", value: story },
    findings_suspected: { type: "jsonb", value: suspected },
    finding_codes: {
      type: "text[]",
      value: [...new Set([...Object.keys(byCode), ...Object.keys(suspected)])],
    },
    dangling: { type: "int", value: VALUE_OF.dangling(analysed) },
    decisions: { type: "int", value: VALUE_OF.decisions(analysed) },
    decisions_absent: { type: "int", value: VALUE_OF.decisionsAbsent(analysed) },
    token_turns: { type: "bigint", value: sumTokenTurns(session, ownFrom) },
    copied_counts: { type: "jsonb", value: copied },
    policy: { type: "text", value: session.meta.policy?.kind ?? null },
    tools: { type: "text[]", value: normaliseTools(tools.map(({ tool }) => tool)) },
  };
}

function shortenPlan(plan: Plan): Plan {
  const steps = plan.steps.map((step) => ({
    ...step,
    text: step.text.slice(0, STEP_CHARS_MAX).toWellFormed(),
  }));
  return { ...plan, steps };
}

/** Harnesses write the name of the same tool differently: `bash` and `Bash`. */
function normaliseTools(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => name.toLowerCase()))];
}

function roundTokens(tokens: number | null): number | null {
  return tokens === null ? null : Math.round(tokens);
}

function countLost(items: readonly CarriedItem[] | null): number {
  return (items ?? []).filter(({ outcome }) => outcome === "lost").length;
}
