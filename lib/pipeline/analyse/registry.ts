import type { TableRows } from "@/lib/db/derived/table";
import type { AnalysedColumns, Analysis, SessionAnalysis } from "./analysis";
import { evidence } from "./evidence";
import { figures } from "./figures";
import { findingsAnalysis } from "./findings";
import { plans } from "./plans";

const ANALYSES: readonly Analysis[] = [plans, evidence, findingsAnalysis, figures];

export function rowsOf(analysed: SessionAnalysis): TableRows[] {
  return ANALYSES.flatMap((analysis) => analysis.rows(analysed));
}

export function columnsOf(analysed: SessionAnalysis): AnalysedColumns {
  return Object.assign({}, ...ANALYSES.map(({ columns }) => columns?.(analysed) ?? {})) as AnalysedColumns;
}
