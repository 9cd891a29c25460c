import { computeFindingsStamp } from "@/lib/core/findings/stamp";
import type { FindingSettings } from "@/lib/core/findings/rule/settings";
import type { ModelSetting } from "@/lib/core/models/model-settings";
import type { Queryable } from "../client";
import { KEEP_PLAN } from "../keep-plan";
import { parseModelSettings } from "../model-settings";
import { computeDerivationStamp } from "./derivation-stamp";
import type { RecordedRow } from "./read-recording";
import { parseFindingSettings } from "../finding-settings";
import type { CopyingRow } from "../sessions/copies";
import { SHORT_EVENTS_MAX } from "./short-session";
import { placeAtSession, placeEverywhere } from "../places";

export interface AnalysedRow extends RecordedRow {
  readonly derivedStamp: string;
  readonly analysedSeq: number;
  readonly analysedAt: Date | null;
  readonly findingsStamp: string;
  readonly copying: CopyingRow;
  readonly stamp: string;
  readonly settings: FindingSettings;
  readonly models: readonly ModelSetting[];
}

interface StoredRow extends Omit<AnalysedRow, "stamp" | "settings" | "models" | "copying">, CopyingRow {
  readonly projectSettings: unknown;
}

const ROWS = `${KEEP_PLAN}SELECT session_id AS "sessionId", project_id AS "projectId", external_id AS "externalId",
    received_at AS "receivedAt", last_seq AS "lastSeq", derived_seq AS "derivedSeq", superseded,
    derived_stamp AS "derivedStamp", analysed_seq AS "analysedSeq", analysed_at AS "analysedAt",
    findings_stamp AS "findingsStamp", settings AS "projectSettings",
    openings, forked_from AS "forkedFrom", copied_turns AS "copiedTurns", own_from AS "ownFrom"
  FROM session LEFT JOIN project ON project.id = project_id`;

export async function readAnalysedRow(db: Queryable, key: string): Promise<AnalysedRow | undefined> {
  const [row] = await db.$queryRawUnsafe<StoredRow[]>(
    placeAtSession(`${ROWS} WHERE session_id = $1::uuid`),
    key,
  );
  return row === undefined ? undefined : addSettings(row);
}

/**
 * Never analysed, derived, and short: those first that have waited longest, of each agent in turn. Leaves out sessions that have
 * a job of their own.
 */
export async function newRows(db: Queryable, project: string, limit: number): Promise<AnalysedRow[]> {
  const jobs = await db.$queryRawUnsafe<{ session: string }[]>(
    "SELECT substr(key, 9) AS session FROM graphile_worker.jobs WHERE starts_with(key, 'analyse ')",
  );
  const rows = await db.$queryRawUnsafe<StoredRow[]>(
    placeEverywhere(`${ROWS} WHERE project_id = $1 AND ${IS_NEW} AND derived_seq = last_seq AND session_id <> ALL($2::uuid[])
     ORDER BY row_number() OVER (PARTITION BY agent ORDER BY session.updated_at, session_id), session.updated_at, session_id LIMIT $3::int`),
    project,
    jobs.map(({ session }) => session),
    limit,
  );
  return rows.map(addSettings);
}

/** A condition on the table `session`. */
export const IS_NEW = `analysed_seq < last_seq AND analysis_refused IS NULL AND analysed_seq = 0 AND analysed_at IS NULL AND findings_stamp = ''
  AND last_seq <= ${SHORT_EVENTS_MAX}`;

function addSettings({
  projectSettings,
  openings,
  forkedFrom,
  copiedTurns,
  ownFrom,
  ...row
}: StoredRow): AnalysedRow {
  const copying = { openings, forkedFrom, copiedTurns, ownFrom };
  const [settings, models] = [parseFindingSettings(projectSettings), parseModelSettings(projectSettings)];
  return { ...row, copying, settings, models, stamp: computeFindingsStamp(settings, models) };
}

export function isDerived({ lastSeq, derivedSeq, derivedStamp, superseded, models }: AnalysedRow): boolean {
  return (
    derivedSeq > 0 && derivedSeq === lastSeq && derivedStamp === computeDerivationStamp(superseded, models)
  );
}

export function wasAnalysed({
  analysedAt,
  analysedSeq,
  findingsStamp: stamp,
}: Pick<AnalysedRow, "analysedAt" | "analysedSeq" | "findingsStamp">): boolean {
  return analysedAt !== null || analysedSeq > 0 || stamp !== "";
}

type StandingAnalysis = Pick<
  AnalysedRow,
  "sessionId" | "receivedAt" | "analysedSeq" | "analysedAt" | "findingsStamp"
> &
  Pick<CopyingRow, "ownFrom">;

/** What is stored of the analyses of these sessions. */
export function readStandingAnalyses(tx: Queryable, keys: readonly string[]): Promise<StandingAnalysis[]> {
  return tx.$queryRawUnsafe<StandingAnalysis[]>(
    placeAtSession(`${KEEP_PLAN}SELECT session_id AS "sessionId", received_at AS "receivedAt", analysed_seq AS "analysedSeq",
       analysed_at AS "analysedAt", findings_stamp AS "findingsStamp", own_from AS "ownFrom"
     FROM session WHERE session_id = ANY($1::uuid[])`),
    [...keys],
  );
}
