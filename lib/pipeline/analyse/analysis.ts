import type { CutCard } from "@/lib/core/compaction/card";
import type { Evidence } from "@/lib/core/evidence/edge";
import type { Findings } from "@/lib/core/findings/find";
import type { FindingInput } from "@/lib/core/findings/rule/rule";
import type { Plan } from "@/lib/core/evidence/plan/steps/plan";
import type { Recording } from "@/lib/core/trace/fold/recording";

export interface SessionAnalysis {
  readonly recording: Recording;
  readonly plans: readonly Plan[];
  readonly evidence: Evidence;
  readonly input: FindingInput;
  readonly findings: Findings;
  readonly cards: readonly CutCard[];
  readonly stamp: string;
}

/** New values of columns of the session's own row. */
export type AnalysedColumns = Readonly<Record<string, { readonly type: string; readonly value: unknown }>>;
