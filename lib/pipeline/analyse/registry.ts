import type { TableRows } from "@/lib/db/derived/table";
import type { Analysis, SessionAnalysis, SessionColumns } from "./analysis";
import { evidence } from "./evidence";
import { figures } from "./figures";
import { findings } from "./findings";
import { plans } from "./plans";

/** Everything that is worked out from a whole session in the background. */
const ANALYSES: readonly Analysis[] = [plans, evidence, findings, figures];

/** The rows that a session is to have of its analysis, table by table. */
export function rowsOf(analysed: SessionAnalysis): TableRows[] {
  return ANALYSES.flatMap((analysis) => analysis.rows(analysed));
}

/** The columns of a session's own row that its analysis fills. */
export function columnsOf(analysed: SessionAnalysis): SessionColumns {
  return Object.assign({}, ...ANALYSES.map(({ columns }) => columns?.(analysed) ?? {})) as SessionColumns;
}
