import type { Database } from "@/lib/db/client";

export interface Facets {
  readonly agent: readonly Facet[];
  readonly model: readonly Facet[];
  readonly format: readonly Facet[];
  readonly outcome: readonly Facet[];
  readonly finding: readonly Facet[];
}

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
const COLUMNS = { agent: "agent", model: "model", format: "source_format", outcome: "outcome" } as const;

/** Which sessions count: those that are neither sub-agents nor side calls, or every recording. Never replays. */
export type FacetRole = "main" | "any";

export async function listFacets(db: Database, project: string, role: FacetRole = "any"): Promise<Facets> {
  const [agent, model, format, outcome, finding] = await Promise.all([
    facet(db, project, COLUMNS.agent, role),
    facet(db, project, COLUMNS.model, role),
    facet(db, project, COLUMNS.format, role),
    facet(db, project, COLUMNS.outcome, role),
    findingFacet(db, project, role),
  ]);
  return { agent, model, format, outcome, finding };
}

async function facet(
  db: Database,
  project: string,
  column: (typeof COLUMNS)[keyof typeof COLUMNS],
  role: FacetRole,
): Promise<Facet[]> {
  const rows = await db.$queryRawUnsafe<{ value: string; count: bigint }[]>(
    `SELECT ${column} AS value, count(*) AS count FROM session
     WHERE project_id = $1 AND role <> 'replay' AND (role = $2 OR $2 = 'any') AND ${column} IS NOT NULL
     GROUP BY ${column} ORDER BY count(*) DESC, ${column} LIMIT ${VALUES_MAX}`,
    project,
    role,
  );
  return facetsOf(rows);
}

function facetsOf(rows: readonly { readonly value: string; readonly count: bigint }[]): Facet[] {
  return rows.map(({ value, count }) => ({ value, count: Number(count) }));
}

async function findingFacet(db: Database, project: string, role: FacetRole): Promise<Facet[]> {
  const rows = await db.$queryRawUnsafe<{ value: string; count: bigint }[]>(
    `SELECT code AS value, count(*) AS count
     FROM (SELECT finding_codes FROM session WHERE project_id = $1 AND role <> 'replay' AND (role = $2 OR $2 = 'any') ORDER BY updated_at DESC LIMIT ${FINDING_SESSIONS}) newest,
       unnest(newest.finding_codes) AS code
     GROUP BY code ORDER BY count(*) DESC, code COLLATE "C" LIMIT ${FINDING_CODES_MAX}`,
    project,
    role,
  );
  return facetsOf(rows);
}
