import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { AuditCharts } from "@/components/audit/audit-charts";
import { AuditFigures } from "@/components/audit/audit-figures";
import { AuditFilters } from "@/components/audit/audit-filters";
import { AuditTable } from "@/components/audit/audit-table";
import { DecisionList } from "@/components/audit/decision-list";
import { WholeAudit } from "@/components/audit/whole-audit";
import { WorstSessions } from "@/components/audit/worst-sessions";
import type { Role } from "@/lib/api/access";
import type { SessionSummary } from "@/lib/api/schemas/session";
import { isRoleIncluded } from "@/lib/api/access";
import { listDecisions as route } from "@/lib/api/endpoints/audit";
import { listSessions as listRoute } from "@/lib/api/endpoints/sessions";
import { AppError } from "@/lib/errors";
import { pageCaller } from "@/lib/http/page-caller";
import { askAudit } from "@/lib/queries/audit/ask-audit";
import { reachableOnce } from "@/lib/queries/cached";
import { getSavedAudit } from "@/lib/queries/audit/get-saved-audit";
import { listDecisions } from "@/lib/queries/audit/list-decisions";
import { listFoundKinds } from "@/lib/queries/audit/list-found-kinds";
import { listSessions } from "@/lib/queries/session-list/list-sessions";
import { listFacets } from "@/lib/queries/session-list/list-facets";
import { buildAuditModel } from "@/lib/view/audit/audit-model";
import { plural } from "@/lib/view/format/format";
import { makeSessionRow } from "@/lib/view/session-rows";
import { describeRowCost } from "@/lib/view/sessions/list-rows";
import { loadAuditParams } from "@/lib/view/url-state";
import { Trends } from "../_home/trends";
import { NodesAway } from "../nodes-away";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Audit" };

const WORST = 8;

/** No figure is opened: the cards lead to the first page, which draws them. */
const NO_TREND = { figure: null, per: "week", split: null } as const;

export default async function AuditPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [{ project, role }, { run, ...params }] = await Promise.all([
    pageCaller(),
    loadAuditParams(searchParams),
  ]);
  const stated = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null));
  const parsed = route.query.safeParse(stated);
  const query = parsed.success ? parsed.data : route.query.parse({});
  const { db } = await reachableOnce(project);
  const [saved, page, facets, found, worst] = await Promise.all([
    run === null ? null : getSavedAudit(db, project, run).catch(whenForgotten),
    listDecisions(db, project, query),
    listFacets(db, project, "any"),
    listFoundKinds(db, project, query),
    listSessions(db, project, {
      ...listRoute.query.parse({
        role: "any",
        sort: "serious",
        examples: "out",
        costs: "1",
        limit: WORST,
      }),
      ...filtersOf(query),
    }),
  ]);
  const audit = saved?.audit ?? (await askAudit(db, project, "", query));
  const filters = parsed.success ? params : {};
  const { figures, statements, tables, charts } = buildAuditModel(audit, filters, found);
  const isOfAll = Object.values(filters).every((value) => value === null);
  const hasAbsent = audit.total.absent > 0;
  return (
    <>
      <NodesAway project={project} />
      <div className="px-4 pt-4 pb-16">
        <h1 className="text-lg font-medium">Audit</h1>
        <p className="text-ink-2">
          What went wrong in all sessions, what they cost, and whether it gets better.
        </p>
        <AuditFilters facets={facets} />
        <WholeAudit
          key={run}
          job={saved?.job ?? null}
          isForgotten={run !== null && saved === null}
          isOffered={saved?.audit == null && !audit.sample.isWhole && mayWrite(role)}
          filters={filtersOf(query)}
        />
        <ul className="mt-3 text-ink-2" aria-live="polite">
          {statements.map((statement) => (
            <li key={statement}>{statement}</li>
          ))}
        </ul>
        <AuditFigures figures={figures} />
        {isOfAll && audit.sample.sessions > 0 && <Trends project={project} state={NO_TREND} />}
        <AuditCharts charts={charts} />
        <WorstSessions
          rows={worst.sessions.filter(isGrave).map((session) => ({
            ...makeSessionRow(session, { cost: costOf(worst.costs[session.id]) }),
            absent: describeMissing(session.counts.decisionsAbsent ?? 0),
          }))}
        />
        {tables.slice(0, 1).map((table) => (
          <AuditTable key={table.title} table={table} folded={!hasAbsent} />
        ))}
        <DecisionList decisions={page.decisions} more={page.more} />
        {tables.slice(1).map((table) => (
          <AuditTable key={table.title} table={table} folded />
        ))}
      </div>
    </>
  );
}

/** The worst have something that is proved and harms. */
function isGrave({ findings }: SessionSummary): boolean {
  return (findings?.serious ?? 0) + (findings?.warning ?? 0) > 0;
}

function describeMissing(decisions: number): string {
  return decisions === 0 ? "" : `${plural(decisions, "decision")} without evidence`;
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

function costOf(cost: Parameters<typeof describeRowCost>[0] | undefined) {
  return cost === undefined ? cost : describeRowCost(cost);
}
