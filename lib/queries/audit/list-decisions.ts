import { z } from "zod";
import type { listDecisions as route } from "@/lib/api/endpoints/audit";
import { OUTCOMES } from "@/lib/core/vocabulary";
import type { Database } from "@/lib/db/client";
import { EDGE_STATE } from "@/lib/db/derived/codes";
import { Prisma } from "@/lib/db/generated/client";
import { publicId } from "@/lib/db/session-id";
import { sampled } from "./sample";

export type DecisionPage = z.output<(typeof route)["response"]>;

interface DecisionRow {
  session_id: string;
  name: string;
  outcome: string | null;
  turn: number;
  step: string | null;
  tools: string[] | null;
  evidence: bigint;
  absent: bigint;
  declared: boolean;
}

const outcomeColumn = z.enum(OUTCOMES).nullable().catch(null);

export async function listDecisions(
  db: Database,
  project: string,
  query: z.output<(typeof route)["query"]>,
): Promise<DecisionPage> {
  const absent = Prisma.sql`count(*) FILTER (WHERE e.state = ${EDGE_STATE.of("dangling")} AND NOT e.residual)`;
  const having = {
    absent: Prisma.sql`${absent} > 0`,
    present: Prisma.sql`${absent} = 0`,
    any: Prisma.sql`TRUE`,
  }[query.evidence];
  const rows = await db.$queryRaw<DecisionRow[]>`
    SELECT s.session_id, COALESCE(s.name, s.external_id) AS name, s.outcome, e.turn, e.step,
      array_agg(DISTINCT b.tool_name) FILTER (WHERE b.tool_name IS NOT NULL) AS tools,
      count(*) AS evidence, ${absent} AS absent, bool_or(e.declared) AS declared
    FROM ${sampled(project, query)} AS s
    JOIN edge e ON e.session_id = s.session_id AND e.executed
    LEFT JOIN block b ON b.session_id = e.session_id AND b.no = e.from_block
    WHERE ${query.evidence === "absent" ? Prisma.sql`s.decisions_absent > 0` : Prisma.sql`s.decisions > 0`}
    GROUP BY s.updated_at, s.session_id, s.name, s.external_id, s.outcome, e.turn, e.plan, e.step,
      CASE WHEN e.step IS NULL THEN e.block END
    HAVING ${having}
    ORDER BY s.updated_at DESC, s.session_id, e.turn, e.plan COLLATE "C", e.step COLLATE "C", min(e.block)
    LIMIT ${query.limit + 1} OFFSET ${query.offset}`;
  return {
    decisions: rows.slice(0, query.limit).map((row) => ({
      sessionId: publicId(row.session_id),
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
