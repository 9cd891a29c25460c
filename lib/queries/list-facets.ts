import type { Database } from "@/lib/db/client";

/** The values that a session list can be filtered by, with how many sessions have each, most first. */
export interface Facets {
  readonly agent: readonly Facet[];
  readonly model: readonly Facet[];
  readonly format: readonly Facet[];
  readonly outcome: readonly Facet[];
}

export interface Facet {
  readonly value: string;
  readonly count: number;
}

const VALUES_MAX = 50;
const COLUMNS = { agent: "agent", model: "model", format: "sourceFormat", outcome: "outcome" } as const;

/** The facets of a project's sessions. */
export async function listFacets(db: Database, project: string): Promise<Facets> {
  const [agent, model, format, outcome] = await Promise.all([
    facet(db, project, COLUMNS.agent),
    facet(db, project, COLUMNS.model),
    facet(db, project, COLUMNS.format),
    facet(db, project, COLUMNS.outcome),
  ]);
  return { agent, model, format, outcome };
}

async function facet(
  db: Database,
  project: string,
  column: (typeof COLUMNS)[keyof typeof COLUMNS],
): Promise<Facet[]> {
  const rows = await db.session.groupBy({
    by: [column],
    where: { projectId: project, [column]: { not: null } },
    _count: { _all: true },
    orderBy: { _count: { sessionId: "desc" } },
    take: VALUES_MAX,
  });
  return rows.flatMap((row) => {
    const value = row[column];
    return typeof value === "string" ? [{ value, count: row._count._all }] : [];
  });
}
