import { EDGE_STATE } from "@/lib/db/derived/codes";
import { rowsFor } from "@/lib/db/derived/table";
import { EDGE } from "@/lib/db/derived/tables";
import type { Analysis } from "./analysis";

export const evidence: Analysis = {
  id: "evidence",
  rows: (analysed) => [
    rowsFor(
      EDGE,
      analysed.evidence.edges.map(({ from, to, kind, state, ...edge }, no) => ({
        ...edge,
        ...to,
        no,
        fromBlock: from,
        declared: kind === "declared",
        state: EDGE_STATE.of(state),
      })),
    ),
  ],
};
