import type { Evidence } from "@/lib/core/evidence/edge";
import type { Findings } from "@/lib/core/findings/find";
import type { FindingInput } from "@/lib/core/findings/rule/rule";
import type { Plan } from "@/lib/core/evidence/plan/steps/plan";
import type { Recording } from "@/lib/core/trace/fold/recording";
import type { TableRows } from "@/lib/db/derived/table";

/** What analyses are given: a recording, and what most of them build on. */
export interface SessionAnalysis {
  readonly recording: Recording;
  readonly plans: readonly Plan[];
  readonly evidence: Evidence;
  /** What rules read, with the settings of the session's project, and what they found. */
  readonly input: FindingInput;
  readonly findings: Findings;
  /** What the findings were made with. */
  readonly stamp: string;
}

/** Columns of the session's own row that an analysis fills, by column name. */
export type SessionColumns = Readonly<
  Record<
    string,
    { readonly type: "int" | "bigint" | "text" | "text[]" | "jsonb" | "timestamptz"; readonly value: unknown }
  >
>;

/** Something that is worked out from a whole session once it has been derived, and stored. */
export interface Analysis {
  readonly id: string;
  /** The rows that take the place of those that the session has. */
  readonly rows: (analysed: SessionAnalysis) => readonly TableRows[];
  readonly columns?: (analysed: SessionAnalysis) => SessionColumns;
}
