import { z } from "zod";
import type { EvidenceEdge } from "@/lib/core/evidence/edge";
import { STEP_STATUSES } from "@/lib/core/evidence/plan/steps/plan";
import { MODES } from "@/lib/core/vocabulary";
import type { Recording } from "@/lib/core/trace/fold/recording";
import type { Database } from "@/lib/db/client";
import { EDGE_STATE, STANDING } from "@/lib/db/derived/codes";
import { findingCodec } from "@/lib/db/derived/finding-rows";
import { readCurrentStamp, readFindingSettings } from "@/lib/db/finding-settings";
import type { Edge as EdgeRow, Session as SessionRow } from "@/lib/db/generated/client";
import { readRecording } from "@/lib/db/recordings/read-recording";
import { runEachInSlices, runInSlices } from "@/lib/db/slices";
import type { IncidentSource } from "@/lib/incident/incident-source";
import { tellInSteps } from "@/lib/incident/incident-source";
import { nextRound } from "@/lib/rounds";
import { findAnalysed } from "../reading/find-analysed";

/** Of a plan as it is stored, what incidents tell. It may be from an older program, so it is validated. */
const storedPlan = z.object({
  id: z.string(),
  title: z.string().nullable(),
  steps: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      changes: z.array(
        z.object({ turn: z.int(), status: z.enum(STEP_STATUSES), note: z.string().nullable() }),
      ),
      addedTurn: z.int(),
      removedTurn: z.int().nullable(),
      executedTurn: z.int().nullable(),
    }),
  ),
  presence: z.array(z.object({ from: z.int(), to: z.int(), mode: z.enum(MODES).nullable(), block: z.int() })),
});

type Found = Omit<IncidentSource, "recording">;

/** What was worked out for want of a stored analysis, by the thresholds that it was worked out with. */
const workedOut = new WeakMap<Recording, { readonly stamp: string; readonly told: IncidentSource }>();

/**
 * A session with what its analysis found. That is worked out anew only where none is stored of the whole session, or one with
 * other thresholds than those of now. @throws AppError `not_found`
 */
export async function tellSession(db: Database, project: string, id: string): Promise<IncidentSource> {
  const { row, analysed } = await findAnalysed(db, project, id);
  const [recording, stamp] = await Promise.all([readRecording(db, row), readCurrentStamp(db, project)]);
  if (analysed && row.findingsStamp === stamp) return { recording, ...(await readFound(db, row)) };
  const known = workedOut.get(recording);
  if (known?.stamp === stamp) return known.told;
  await nextRound("paused");
  const told = await runInSlices(tellInSteps(recording, await readFindingSettings(db, project)));
  workedOut.set(recording, { stamp, told });
  return told;
}

async function readFound(db: Database, { sessionId }: Pick<SessionRow, "sessionId">): Promise<Found> {
  const [plans, edges, findings] = await Promise.all([
    db.plan.findMany({ where: { sessionId }, orderBy: { no: "asc" } }),
    db.edge.findMany({ where: { sessionId }, orderBy: { no: "asc" } }),
    db.finding.findMany({
      where: { sessionId, standing: { not: STANDING.of("judged") } },
      orderBy: { no: "asc" },
    }),
  ]);
  const found = {
    plans: [] as Found["plans"][number][],
    evidence: { edges: [] as EvidenceEdge[] },
    findings: [] as Found["findings"][number][],
  };
  await runEachInSlices(plans, ({ body }) => void found.plans.push(storedPlan.parse(body)));
  await runEachInSlices(edges, (row) => void found.evidence.edges.push(readEdge(row)));
  await runEachInSlices(findings, (row) => void found.findings.push(findingCodec.fromRow(row)));
  return found;
}

function readEdge({ id, fromBlock, turn, block, plan, step, ...edge }: EdgeRow): EvidenceEdge {
  return {
    id,
    from: fromBlock,
    to: { turn, block, plan, step },
    kind: edge.declared ? "declared" : "inferred",
    executed: edge.executed,
    matched: edge.matched as string[],
    matches: edge.matches,
    confidence: edge.confidence,
    state: EDGE_STATE.word(edge.state),
    residual: edge.residual,
    residualBlock: edge.residualBlock,
    refetchedBy: edge.refetchedBy,
    leftTurn: edge.leftTurn,
  };
}
