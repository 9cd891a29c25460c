import { findKindWithCode } from "@/lib/core/findings/kinds";
import { SEVERITIES } from "@/lib/core/findings/rule/finding";
import type { Database } from "@/lib/db/client";
import { exampleKeys } from "@/lib/db/reads/demos";
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

/** The values to filter a project's sessions by. @param examples whether the demo sessions count beside the project's own */
export async function listFacets(
  db: Database,
  project: string,
  role: FacetRole = "any",
  examples: "in" | "out" = "out",
): Promise<Facets> {
  const of = { project, role, without: examples === "in" ? [] : await exampleKeys(db, project) };
  const [agent, model, format, outcome, finding] = await Promise.all([
    readColumnFacet(db, of, "agent"),
    readColumnFacet(db, of, "model"),
    readColumnFacet(db, of, "source_format"),
    readColumnFacet(db, of, "outcome"),
    readFindingFacet(db, of),
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
