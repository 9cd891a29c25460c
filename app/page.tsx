import type { SearchParams } from "nuqs/server";
import { SessionList } from "@/components/sessions/session-list";
import { listSessions as route, OUTDATED_COUNTED_MAX } from "@/lib/api/endpoints/sessions";
import { database } from "@/lib/db/client";
import { pageCaller } from "@/lib/http/page-caller";
import { waitingOnce } from "@/lib/queries/cached";
import { listFacets } from "@/lib/queries/list-facets";
import { listSessions } from "@/lib/queries/list-sessions";
import { outdatedStatements } from "@/lib/view/findings/outdated";
import { listSummary, sessionRow } from "@/lib/view/session-rows";
import { waitingStatement } from "@/lib/view/waiting";
import { loadSessionListParams } from "@/lib/view/url-state";

export const dynamic = "force-dynamic";

/** What of the address orders or pages the list instead of narrowing it. */
const UNFILTERED: ReadonlySet<string> = new Set(["role", "sort", "order", "cursor"]);

export default async function SessionsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [{ project, role }, params] = await Promise.all([pageCaller(), loadSessionListParams(searchParams)]);
  const given = Object.fromEntries(
    Object.entries(params).filter(([, value]) => value !== null && value !== ""),
  );
  const query = route.query.safeParse(given);
  const db = database();
  const [page, facets] = await Promise.all([
    listSessions(db, project, query.success ? query.data : route.query.parse({})),
    listFacets(db, project),
  ]);
  const waiting = waitingStatement(await waitingOnce(project));
  const filtered = Object.keys(given).some((name) => !UNFILTERED.has(name));
  return (
    <SessionList
      rows={page.sessions.map(sessionRow)}
      facets={facets}
      summary={listSummary(page.sessions.length, page.total, filtered)}
      notes={[
        ...outdatedStatements(page.outdated, OUTDATED_COUNTED_MAX),
        ...(waiting === null ? [] : [waiting]),
      ]}
      filtered={filtered}
      nextCursor={page.nextCursor}
      canImport={role !== "viewer"}
    />
  );
}
