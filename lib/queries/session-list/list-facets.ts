import type { Database } from "@/lib/db/client";
import type { Facet, FacetRole } from "@/lib/db/reads/sessions";
import { columnFacet, findingFacet } from "@/lib/db/reads/sessions";

export interface Facets {
  readonly agent: readonly Facet[];
  readonly model: readonly Facet[];
  readonly format: readonly Facet[];
  readonly outcome: readonly Facet[];
  readonly finding: readonly Facet[];
}

export async function listFacets(db: Database, project: string, role: FacetRole = "any"): Promise<Facets> {
  const [agent, model, format, outcome, finding] = await Promise.all([
    columnFacet(db, project, "agent", role),
    columnFacet(db, project, "model", role),
    columnFacet(db, project, "source_format", role),
    columnFacet(db, project, "outcome", role),
    findingFacet(db, project, role),
  ]);
  return { agent, model, format, outcome, finding };
}
