import { countFindings } from "@/lib/core/findings/counts";
import { signalsOf } from "@/lib/core/findings/signals";
import { SEVERITY } from "@/lib/db/derived/codes";
import { rowsFor } from "@/lib/db/derived/table";
import { FINDING } from "@/lib/db/derived/tables";
import type { Analysis } from "./analysis";

export const findings: Analysis = {
  id: "findings",
  rows: ({ findings: { findings } }) => [
    rowsFor(
      FINDING,
      findings.map(({ code, severity, from, to, ...body }, no) => ({
        no,
        code,
        severity: SEVERITY.of(severity),
        fromTurn: from,
        toTurn: to,
        body,
      })),
    ),
  ],
  columns: (analysed) => {
    const { byCode, bySeverity } = countFindings(analysed.findings);
    return {
      findings_stamp: { type: "text", value: analysed.stamp },
      coverage: { type: "jsonb", value: JSON.stringify(signalsOf(analysed)) },
      findings_by_code: { type: "jsonb", value: JSON.stringify(byCode) },
      findings_by_severity: { type: "jsonb", value: JSON.stringify(bySeverity) },
      finding_codes: { type: "text[]", value: Object.keys(byCode) },
    };
  },
};
