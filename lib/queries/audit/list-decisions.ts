import { z } from "zod";
import type { listDecisions as route } from "@/lib/api/endpoints/audit";
import { OUTCOMES } from "@/lib/core/vocabulary";
import type { Database } from "@/lib/db/client";
import { readDecisionsOfSample } from "@/lib/db/reads/audit";
import { sampleSessions } from "@/lib/db/reads/audit-sample";
import { makePublicId } from "@/lib/db/session-id";

export type DecisionPage = z.output<(typeof route)["response"]>;

const outcomeColumn = z.enum(OUTCOMES).nullable().catch(null);

export async function listDecisions(
  db: Database,
  project: string,
  query: z.output<(typeof route)["query"]>,
): Promise<DecisionPage> {
  const rows = await readDecisionsOfSample(db, sampleSessions(project, query), {
    ...query,
    limit: query.limit + 1,
  });
  return {
    decisions: rows.slice(0, query.limit).map((row) => ({
      sessionId: makePublicId(row.session_id),
      name: row.name,
      outcome: outcomeColumn.parse(row.outcome),
      turn: row.turn,
      step: row.step,
      tools: row.tools ?? [],
      evidence: Number(row.evidence),
      absent: Number(row.absent),
      declared: row.declared,
    })),
    more: rows.length > query.limit,
  };
}
