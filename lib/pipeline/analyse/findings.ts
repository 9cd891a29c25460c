import { countFindings } from "@/lib/core/findings/counts";
import { signalsOf } from "@/lib/core/findings/signals";
import { SEVERITY, STANDING } from "@/lib/db/derived/codes";
import { rowsFor } from "@/lib/db/derived/table";
import { FINDING } from "@/lib/db/derived/tables";
import type { Analysis } from "./analysis";

export const findingsAnalysis: Analysis = {
  id: "findings",
  rows: ({ findings: { findings } }) => [
    rowsFor(
      FINDING,
      findings.map(({ id, code, standing, severity, from, to, ...body }, no) => ({
        no,
        id,
        code,
        standing: STANDING.of(standing),
        severity: severity === null ? null : SEVERITY.of(severity),
        fromTurn: from,
        toTurn: to,
        body,
      })),
    ),
  ],
  columns: (analysed) => {
    const { byCode, bySeverity, suspected } = countFindings(analysed.findings);
    return {
      findings_stamp: { type: "text", value: analysed.stamp },
      coverage: { type: "jsonb", value: signalsOf(analysed) },
      findings_by_code: { type: "jsonb", value: byCode },
      findings_by_severity: { type: "jsonb", value: bySeverity },
      serious: { type: "int", value: bySeverity.serious ?? 0 },
      findings_suspected: { type: "jsonb", value: suspected },
      finding_codes: {
        type: "text[]",
        value: [...new Set([...Object.keys(byCode), ...Object.keys(suspected)])],
      },
    };
  },
};
