import type { Database, Queryable } from "../client";

/** A value of a session's column, and how many sessions have it. */
export interface Facet {
  readonly value: string;
  readonly count: number;
}

const VALUES_MAX = 50;
/**
 * Codes of findings are counted only in this many newest sessions, because a list of thousands is filtered for recent
 * work.
 */
const FINDING_SESSIONS = 5_000;
const FINDING_CODES_MAX = 100;

type FacetColumn = "agent" | "model" | "source_format" | "outcome";

/** Which sessions count: those that are neither sub-agents nor side calls, or every recording. Never replays. */
export type FacetRole = "main" | "any";

interface FacetSessions {
  readonly project: string;
  readonly role: FacetRole;
  /** Keys of sessions that do not count. */
  readonly without: readonly string[];
}

/** The commonest values of a column of the sessions of a project. */
export async function readColumnFacet(
  db: Database,
  { project, role, without }: FacetSessions,
  column: FacetColumn,
): Promise<Facet[]> {
  const rows = await db.$queryRawUnsafe<{ value: string; count: bigint }[]>(
    `SELECT ${column} AS value, count(*) AS count FROM session
     WHERE project_id = $1 AND role <> 'replay' AND (role = $2 OR $2 = 'any') AND session_id <> ALL($3::uuid[])
       AND ${column} IS NOT NULL
     GROUP BY ${column} ORDER BY count(*) DESC, ${column} LIMIT ${VALUES_MAX}`,
    project,
    role,
    without,
  );
  return makeFacets(rows);
}

function makeFacets(rows: readonly { readonly value: string; readonly count: bigint }[]): Facet[] {
  return rows.map(({ value, count }) => ({ value, count: Number(count) }));
}

/** The commonest codes of findings. */
export async function readFindingFacet(
  db: Database,
  { project, role, without }: FacetSessions,
): Promise<Facet[]> {
  const rows = await db.$queryRawUnsafe<{ value: string; count: bigint }[]>(
    `SELECT code AS value, count(*) AS count
     FROM (SELECT finding_codes FROM session WHERE project_id = $1 AND role <> 'replay' AND (role = $2 OR $2 = 'any') AND session_id <> ALL($3::uuid[]) ORDER BY updated_at DESC LIMIT ${FINDING_SESSIONS}) newest,
       unnest(newest.finding_codes) AS code
     GROUP BY code ORDER BY count(*) DESC, code COLLATE "C" LIMIT ${FINDING_CODES_MAX}`,
    project,
    role,
    without,
  );
  return makeFacets(rows);
}

/** Bytes that the events of a session take in the log, packed, and those of its texts. */
export async function readStoredBytes(
  db: Queryable,
  key: string,
): Promise<{ readonly events: number; readonly texts: number }> {
  const [row] = await db.$queryRawUnsafe<{ events: number; texts: number }[]>(
    `SELECT coalesce(sum(octet_length(events)), 0)::float8 AS events, coalesce(sum(text_bytes), 0)::float8 AS texts
     FROM batch WHERE session_id = $1::uuid`,
    key,
  );
  return row ?? { events: 0, texts: 0 };
}

/** The currency of a session's bill; `null` where nothing has a price, or there is no analysis. */
export async function readStoredCurrency(db: Queryable, sessionId: string): Promise<string | null> {
  const [row] = await db.$queryRawUnsafe<{ currency: string | null }[]>(
    "SELECT body->>'currency' AS currency FROM bill WHERE session_id = $1::uuid AND no = 0",
    sessionId,
  );
  return row?.currency ?? null;
}
