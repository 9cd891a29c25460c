import type { CostSummary } from "@/lib/core/cost/summary-schema";
import { costSummarySchema } from "@/lib/core/cost/summary-schema";
import type { Database } from "@/lib/db/client";
import { BILL_ROWS } from "@/lib/db/derived/tables";

/** The summary of a session's bill, as its analysis stored it; `null` before that. */
export async function readCostSummary(db: Database, sessionId: string): Promise<CostSummary | null> {
  return (await readCostSummaries(db, [sessionId])).get(sessionId) ?? null;
}

/** The same of many sessions. One that has none stored, or one of an earlier form, is left out. */
export async function readCostSummaries(
  db: Database,
  sessionIds: readonly string[],
): Promise<Map<string, CostSummary>> {
  if (sessionIds.length === 0) return new Map();
  const rows = await db.bill.findMany({
    where: { sessionId: { in: [...sessionIds] }, no: BILL_ROWS.summary },
    select: { sessionId: true, body: true },
  });
  return new Map(
    rows.flatMap(({ sessionId, body }) => {
      const read = costSummarySchema.safeParse(body);
      return read.success ? [[sessionId, read.data] as const] : [];
    }),
  );
}
