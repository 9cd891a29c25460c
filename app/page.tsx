import type { SearchParams } from "nuqs/server";
import { SessionList } from "@/components/sessions/session-list";
import { listSessions as route, OUTDATED_COUNTED_MAX } from "@/lib/api/endpoints/sessions";
import { database } from "@/lib/db/client";
import { pageCaller } from "@/lib/http/page-caller";
import { pageTime } from "@/lib/queries/cached";
import { listFacets } from "@/lib/queries/list-facets";
import { listSessions } from "@/lib/queries/list-sessions";
import { outdatedStatements } from "@/lib/view/findings/outdated";
import { loadSessionListParams } from "@/lib/view/url-state";

export const dynamic = "force-dynamic";

/** What of the address orders or pages the list instead of narrowing it. */
const UNFILTERED: ReadonlySet<string> = new Set(["role", "sort", "order", "cursor"]);

/** Sessions that run, which stand on top whatever the list is sorted by. */
const RUNNING_MAX = 50;

export default async function SessionsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [{ project, role }, params] = await Promise.all([pageCaller(), loadSessionListParams(searchParams)]);
  const given = Object.fromEntries(
    Object.entries(params).filter(([, value]) => value !== null && value !== ""),
  );
  const query = route.query.safeParse(given);
  const asked = query.success ? query.data : route.query.parse({});
  const db = database();
  const now = pageTime();
  const isFirst = asked.cursor === undefined;
  const [page, running, facets] = await Promise.all([
    listSessions(db, project, asked),
    isFirst ? listSessions(db, project, { ...asked, running: "1", limit: RUNNING_MAX }) : null,
    listFacets(db, project),
  ]);
  const filtered = Object.keys(given).some((name) => !UNFILTERED.has(name));
  return (
    <SessionList
      sessions={page.sessions}
      running={running?.sessions ?? []}
      total={page.total}
      now={now}
      query={apiQuery(asked)}
      isFirst={isFirst}
      facets={facets}
      notes={outdatedStatements(page.outdated, OUTDATED_COUNTED_MAX)}
      filtered={filtered}
      nextCursor={page.nextCursor}
      canImport={role !== "viewer"}
    />
  );
}

/** What the list was read by, as the query with which a browser reads it again. */
function apiQuery(asked: object): string {
  const given = Object.entries(asked).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new URLSearchParams(given).toString();
}
