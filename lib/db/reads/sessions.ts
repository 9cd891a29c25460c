import type { Database, Queryable } from "../client";
import { Prisma } from "../generated/client";
import { readOverSessions } from "../over-sessions";
import { placeAtSession } from "../places";

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

/** The sessions that count: those that are neither sub-agents nor side calls, or every recording. Replays never count. */
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
  of: FacetSessions,
  column: FacetColumn,
): Promise<Facet[]> {
  const value = Prisma.raw(column);
  const found = await readOverSessions<FacetRow>(
    db,
    (rows) => Prisma.sql`SELECT ${value} AS value, count(*) AS count FROM ${rows("session")} AS session
     WHERE ${matchFacetSessions(of)} AND ${value} IS NOT NULL
     GROUP BY ${value} ORDER BY count(*) DESC, ${value} LIMIT ${VALUES_MAX}`,
  );
  return makeFacets(found);
}

interface FacetRow {
  readonly value: string;
  readonly count: bigint;
}

function matchFacetSessions({ project, role, without }: FacetSessions): Prisma.Sql {
  return Prisma.sql`project_id = ${project} AND role <> 'replay' AND (role = ${role}::text OR ${role}::text = 'any')
    AND session_id <> ALL(${without}::uuid[])`;
}

function makeFacets(rows: readonly FacetRow[]): Facet[] {
  return rows.map(({ value, count }) => ({ value, count: Number(count) }));
}

/** The commonest codes of findings. */
export async function readFindingFacet(db: Database, of: FacetSessions): Promise<Facet[]> {
  const found = await readOverSessions<FacetRow>(
    db,
    (rows) => Prisma.sql`SELECT code AS value, count(*) AS count
     FROM (SELECT finding_codes FROM ${rows("session")} AS session WHERE ${matchFacetSessions(of)}
         ORDER BY updated_at DESC, session_id LIMIT ${FINDING_SESSIONS}) newest,
       unnest(newest.finding_codes) AS code
     GROUP BY code ORDER BY count(*) DESC, code COLLATE "C" LIMIT ${FINDING_CODES_MAX}`,
  );
  return makeFacets(found);
}

/** Bytes that the events of a session take in the log, packed, and those of its texts. */
export async function readStoredBytes(
  db: Queryable,
  key: string,
): Promise<{ readonly events: number; readonly texts: number }> {
  const [row] = await db.$queryRawUnsafe<{ events: number; texts: number }[]>(
    placeAtSession(`SELECT coalesce(sum(octet_length(events)), 0)::float8 AS events, coalesce(sum(text_bytes), 0)::float8 AS texts
     FROM batch WHERE session_id = $1::uuid`),
    key,
  );
  return row ?? { events: 0, texts: 0 };
}

/** The currency of a session's bill; `null` where nothing has a price, or there is no analysis. */
export async function readStoredCurrency(db: Queryable, sessionId: string): Promise<string | null> {
  const [row] = await db.$queryRawUnsafe<{ currency: string | null }[]>(
    placeAtSession("SELECT body->>'currency' AS currency FROM bill WHERE session_id = $1::uuid AND no = 0"),
    sessionId,
  );
  return row?.currency ?? null;
}
