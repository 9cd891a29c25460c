import type { Queryable } from "../client";
import { ANALYSIS_IS_DUE } from "../derived/analysis-due";
import { IS_NEW } from "../recordings/analysed-row";
import { placeEverywhere } from "../places";

const SESSIONS_AT_ONCE = 500;
const PROJECTS_AT_ONCE = 1_000;

interface ProjectRow {
  readonly project_id: string;
}

/** Projects with received records that are not taken yet. */
export function readProjectsWithRecords(db: Queryable): Promise<ProjectRow[]> {
  return db.$queryRawUnsafe<ProjectRow[]>(
    `SELECT project_id FROM stream WHERE projected_seq < seq
     UNION SELECT project_id FROM inbox_body WHERE retry_at IS NULL OR retry_at <= now()
     ORDER BY project_id LIMIT ${PROJECTS_AT_ONCE}`,
  );
}

/** A session of which more was received than was derived or analysed. */
export interface BehindRow {
  readonly project_id: string;
  readonly session_id: string;
  readonly derive: boolean;
  readonly is_new: boolean;
  readonly events: number;
  readonly agent: string | null;
}

/** Sessions that are to be derived, or whose analysis is due: those first that have waited longest. */
export function readSessionsBehind(db: Queryable): Promise<BehindRow[]> {
  return db.$queryRawUnsafe<BehindRow[]>(
    placeEverywhere(`SELECT project_id, session_id, derived_seq < last_seq AS derive, ${IS_NEW} AS is_new, last_seq AS events,
       agent FROM session
     WHERE derived_seq < last_seq OR ${ANALYSIS_IS_DUE} ORDER BY updated_at, session_id LIMIT ${SESSIONS_AT_ONCE}`),
  );
}

export function readRunningReplays(
  db: Queryable,
): Promise<{ project_id: string; session_id: string; id: string }[]> {
  return db.$queryRawUnsafe<{ project_id: string; session_id: string; id: string }[]>(
    placeEverywhere(`SELECT session.project_id, replay.session_id, replay.id FROM replay JOIN session USING (session_id)
     WHERE replay.status = 'running'`),
  );
}

/** Projects with messages of alerts whose next try is due. */
export function readProjectsWithDueAlerts(db: Queryable): Promise<ProjectRow[]> {
  return db.$queryRawUnsafe<ProjectRow[]>(
    `SELECT DISTINCT project_id FROM alert_message WHERE status IN ('held', 'waiting') AND due_at <= now()
     ORDER BY project_id LIMIT ${PROJECTS_AT_ONCE}`,
  );
}

/** Projects with sessions that the judge is to be asked about. */
export function readProjectsWithDueJudging(db: Queryable): Promise<ProjectRow[]> {
  return db.$queryRawUnsafe<ProjectRow[]>(
    placeEverywhere(
      `SELECT DISTINCT project_id FROM judge_task WHERE due_at <= now() ORDER BY project_id LIMIT ${PROJECTS_AT_ONCE}`,
    ),
  );
}
