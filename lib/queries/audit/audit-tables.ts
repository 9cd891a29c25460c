import { cutCardSchema } from "@/lib/api/schemas/compaction";
import { AUDIT_ROWS } from "@/lib/core/audit/rows";
import { groupCompactions } from "@/lib/core/audit/compaction-groups";
import { groupCosts } from "@/lib/core/audit/cost-groups";
import { costSummarySchema } from "@/lib/core/cost/summary-schema";
import type { Database } from "@/lib/db/client";
import type { SampledSessions } from "@/lib/db/reads/audit-sample";
import {
  readBillsOfSample,
  readCheckpointsOfSample,
  readCompactionsOfSample,
  readConstraintsOfSample,
  readToolsOfSample,
} from "@/lib/db/reads/audit";
import { makePublicId } from "@/lib/db/session-id";
import type { Audit } from "./answer";

/**
 * What each tool's results did to the windows of a sample, largest share first. Names that differ only in capitals are one
 * tool, under the commonest spelling.
 */
export async function listToolRows(db: Database, sample: SampledSessions): Promise<Audit["tools"]> {
  const rows = await readToolsOfSample(db, sample);
  return rows.map((row) => ({
    tool: row.tool,
    sessions: Number(row.sessions),
    calls: Number(row.calls),
    results: Number(row.results),
    p50: row.p50,
    p95: row.p95,
    max: row.max,
    share: row.share,
    turnsResident: Number(row.results) === 0 ? null : Number(row.turns) / Number(row.results),
    evicted: Number(row.evicted),
    refetched: Number(row.refetched),
    uses: Number(row.uses),
    usesAbsent: Number(row.uses_absent),
  }));
}

/** Whether the checkpoints of a sample came in time: turns left compared with turns needed. */
export async function readCheckpointFigures(
  db: Database,
  sample: SampledSessions,
): Promise<Audit["checkpoints"]> {
  const rows = await readCheckpointsOfSample(db, sample);
  const [first] = rows;
  return {
    taken: Number(first?.taken ?? 0),
    judged: Number(first?.judged ?? 0),
    needless: Number(first?.needless ?? 0),
    medianLeft: first?.median_left ?? null,
    medianNeeded: first?.median_needed ?? null,
    newest: rows.map((row) => ({
      sessionId: makePublicId(row.session_id),
      name: row.name,
      turn: row.turn,
      turnsLeft: row.turns_left,
      turnsNeeded: row.turns_needed,
      restarts: row.restarts,
      lost: row.lost,
    })),
  };
}

/** The constraints that compactions of a sample removed from windows, those lost most often first. */
export async function listConstraintRows(
  db: Database,
  sample: SampledSessions,
): Promise<Audit["constraints"]> {
  const rows = await readConstraintsOfSample(db, sample);
  return rows.map(({ text, sessions, lost, latest, turn }) => ({
    text,
    sessions: Number(sessions),
    lost: Number(lost),
    paraphrased: Number(sessions) - Number(lost),
    latest: { sessionId: makePublicId(latest), turn },
  }));
}

const COMPACTIONS_MAX = 20_000;
const auditedCard = cutCardSchema.pick({ trigger: true, survival: true, price: true });

/** What the compactions of a sample kept and cost, by program, version, model and trigger. */
export async function listCompactionRows(
  db: Database,
  sample: SampledSessions,
): Promise<NonNullable<Audit["compactions"]>> {
  const rows = await readCompactionsOfSample(db, sample, COMPACTIONS_MAX);
  const compactions = rows.flatMap(({ session, agent, model, currency, ...body }) => {
    const card = auditedCard.safeParse(body);
    return card.success ? [{ session, agent, model, currency, ...card.data }] : [];
  });
  return groupCompactions(compactions)
    .slice(0, AUDIT_ROWS)
    .map((group) => ({ ...group, prices: [...group.prices] }));
}

const BILLS_MAX = 20_000;

/** What the sessions of a sample cost, by cause of a cache loss, program and version, model, and tool. */
export async function readBillRows(
  db: Database,
  sample: SampledSessions,
): Promise<NonNullable<Audit["bills"]>> {
  const rows = await readBillsOfSample(db, sample, BILLS_MAX);
  const groups = groupCosts(
    rows.flatMap(({ agent, model, body }) => {
      const summary = costSummarySchema.safeParse(body);
      return summary.success ? [{ agent, model, summary: summary.data }] : [];
    }),
  );
  return {
    causes: groups.causes.slice(0, AUDIT_ROWS),
    programs: groups.programs.slice(0, AUDIT_ROWS),
    models: groups.models.slice(0, AUDIT_ROWS),
    tools: groups.tools.slice(0, AUDIT_ROWS),
  };
}
