import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { AuditCharts } from "@/components/audit/audit-charts";
import { AuditFilters } from "@/components/audit/audit-filters";
import { AuditTable } from "@/components/audit/audit-table";
import { DecisionList } from "@/components/audit/decision-list";
import { WholeAudit } from "@/components/audit/whole-audit";
import { WorstSessions } from "@/components/audit/worst-sessions";
import type { Role } from "@/lib/api/access";
import { isRoleIncluded } from "@/lib/api/access";
import { listDecisions as route } from "@/lib/api/endpoints/audit";
import { listSessions as listRoute } from "@/lib/api/endpoints/sessions";
import { AppError } from "@/lib/errors";
import { pageCaller } from "@/lib/http/page-caller";
import { askAudit } from "@/lib/queries/audit/ask-audit";
import { reachableOnce } from "@/lib/queries/cached";
import { getSavedAudit } from "@/lib/queries/audit/get-saved-audit";
import { listDecisions } from "@/lib/queries/audit/list-decisions";
import { listSessions } from "@/lib/queries/session-list/list-sessions";
import { listFacets } from "@/lib/queries/session-list/list-facets";
import { buildAuditModel } from "@/lib/view/audit/audit-model";
import { plural } from "@/lib/view/format/format";
import { makeSessionRow } from "@/lib/view/session-rows";
import { loadAuditParams } from "@/lib/view/url-state";
import { NodesAway } from "../nodes-away";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Audit" };

const WORST = 8;

export default async function AuditPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [{ project, role }, { run, ...params }] = await Promise.all([
    pageCaller(),
    loadAuditParams(searchParams),
  ]);
  const stated = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null));
  const parsed = route.query.safeParse(stated);
  const query = parsed.success ? parsed.data : route.query.parse({});
  const { db } = await reachableOnce(project);
  const [saved, page, facets, worst] = await Promise.all([
    run === null ? null : getSavedAudit(db, project, run).catch(whenForgotten),
    listDecisions(db, project, query),
    listFacets(db, project, "any"),
    listSessions(db, project, {
      ...listRoute.query.parse({
        role: "any",
        sort: "absent",
        evidence: "absent",
        examples: "out",
        costs: "1",
        limit: WORST,
      }),
      ...filtersOf(query),
    }),
  ]);
  const audit = saved?.audit ?? (await askAudit(db, project, "", query));
  const { statements, tables, charts } = buildAuditModel(audit, parsed.success ? params : {});
  return (
    <>
      <NodesAway project={project} />
      <div className="px-4 pt-4 pb-16">
        <h1 className="text-lg font-medium">Audit</h1>
        <p className="text-ink-2">
          Was the evidence for each decision still in the window when it was taken?
        </p>
        <AuditFilters facets={facets} />
        <WholeAudit
          key={run}
          job={saved?.job ?? null}
          isForgotten={run !== null && saved === null}
          isOffered={saved?.audit == null && !audit.sample.isWhole && mayWrite(role)}
          filters={filtersOf(query)}
        />
        <ul className="mt-4" aria-live="polite">
          {statements.map((statement) => (
            <li key={statement}>{statement}</li>
          ))}
        </ul>
        <AuditCharts charts={charts} />
        <WorstSessions
          rows={worst.sessions.map((session) => ({
            ...makeSessionRow(session, { cost: worst.costs[session.id] }),
            absent: `${plural(session.counts.decisionsAbsent ?? 0, "decision")} without evidence`,
          }))}
        />
        {tables.slice(0, 1).map((table) => (
          <AuditTable key={table.title} table={table} folded={false} />
        ))}
        <DecisionList decisions={page.decisions} more={page.more} />
        {tables.slice(1).map((table) => (
          <AuditTable key={table.title} table={table} folded />
        ))}
      </div>
    </>
  );
}

function whenForgotten(error: unknown): null {
  if (error instanceof AppError && error.code === "not_found") return null;
  throw error;
}

function mayWrite(role: Role | null): boolean {
  return role !== null && isRoleIncluded(role, "editor");
}

function filtersOf({ agent, model, policy, outcome, from, to }: ReturnType<typeof route.query.parse>) {
  return { agent, model, policy, outcome, from, to };
}
