import { findKindWithCode } from "@/lib/core/findings/kinds";
import { SEVERITIES } from "@/lib/core/findings/rule/finding";
import type { Database } from "@/lib/db/client";
import type { Facet, FacetRole } from "@/lib/db/reads/sessions";
import { readColumnFacet, readFindingFacet } from "@/lib/db/reads/sessions";

export interface Facets {
  readonly agent: readonly Facet[];
  readonly model: readonly Facet[];
  readonly format: readonly Facet[];
  readonly outcome: readonly Facet[];
  readonly finding: readonly NamedFacet[];
}

/** A value whose words on a page are others than those in a URL. */
interface NamedFacet extends Facet {
  readonly label: string;
}

export async function listFacets(db: Database, project: string, role: FacetRole = "any"): Promise<Facets> {
  const [agent, model, format, outcome, finding] = await Promise.all([
    readColumnFacet(db, project, "agent", role),
    readColumnFacet(db, project, "model", role),
    readColumnFacet(db, project, "source_format", role),
    readColumnFacet(db, project, "outcome", role),
    readFindingFacet(db, project, role),
  ]);
  return { agent, model, format, outcome, finding: nameFindings(finding) };
}

/** By their titles, the gravest first, then the most frequent. */
function nameFindings(codes: readonly Facet[]): NamedFacet[] {
  return codes
    .map((facet) => ({ ...facet, kind: findKindWithCode(facet.value) }))
    .toSorted((a, b) => rankOf(b.kind) - rankOf(a.kind) || b.count - a.count)
    .map(({ kind, value, count }) => ({ value, count, label: kind?.title ?? value }));
}

function rankOf(kind: ReturnType<typeof findKindWithCode>): number {
  return kind?.severity == null ? -1 : SEVERITIES.indexOf(kind.severity);
}
