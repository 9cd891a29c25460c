import { redirect } from "next/navigation";
import { cookies } from "next/headers";
import type { SearchParams } from "nuqs/server";
import { Home } from "@/components/home/home";
import type { FacetLists } from "@/components/session-list/filter-bar";
import { SessionList } from "@/components/session-list/session-list";
import {
  listSessions as route,
  OUTDATED_COUNTED_MAX,
  SESSIONS_PRICED_MAX,
} from "@/lib/api/endpoints/sessions";
import { getDatabase } from "@/lib/db/client";
import { pageCaller } from "@/lib/http/page-caller";
import { AppError } from "@/lib/errors";
import { reachableOnce, pageTime, waitingOnce } from "@/lib/queries/cached";
import { countExamples, hasDemo } from "@/lib/queries/session-list/has-demo";
import { listFacets } from "@/lib/queries/session-list/list-facets";
import { searchAskedContents, listSessions } from "@/lib/queries/session-list/list-sessions";
import { listSavedViews, queryOfView } from "@/lib/queries/session-list/saved-views";
import { count } from "@/lib/view/format/format";
import { describeOutdated } from "@/lib/view/findings/outdated";
import { findHint } from "@/lib/view/glossary";
import { loadTrendState } from "@/lib/view/home/trend-state";
import { LIST_COLUMNS, listShownColumns } from "@/lib/view/sessions/columns";
import { TOUR_START } from "@/lib/view/tour/steps";
import { describeStillWaiting } from "@/lib/view/waiting";
import { loadSessionListParams } from "@/lib/view/sessions/list-state";
import { listRows } from "@/lib/view/sessions/list-rows";
import { describeSearched } from "@/lib/view/sessions/searched";
import { Found } from "./_home/found";
import { NeedsALook } from "./_home/needs-a-look";
import { Trends } from "./_home/trends";
import { NodesAway } from "./nodes-away";

export const dynamic = "force-dynamic";

const UNFILTERED: ReadonlySet<string> = new Set(["role", "sort", "order", "cursor", "cols", "examples"]);

const RUNNING_MAX = 50;

/** The trends of so many sessions are read as fast as the list itself. */
const TRENDS_QUICK_MAX = 500;

const INTRO_COOKIE = "sightglass_introduced";

/** Made here, so that the list's code does not carry the glossary. */
const HINTS = Object.fromEntries(
  LIST_COLUMNS.flatMap(({ label }) => {
    const hint = findHint(label);
    return hint === null ? [] : [[label, hint.text]];
  }),
);

export default async function SessionsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [{ project, role }, params, trend, jar] = await Promise.all([
    pageCaller(),
    loadSessionListParams(searchParams),
    loadTrendState(searchParams),
    cookies(),
  ]);
  const query = params.view === null ? null : await queryOfView(getDatabase(), project, params.view);
  if (query !== null) redirect(query === "" ? "/" : `/?${query}`);
  const stated = Object.fromEntries(
    Object.entries(params).filter(
      ([name, value]) => value !== null && value !== "" && name !== "cols" && name !== "view",
    ),
  );
  const shown = listShownColumns(params.cols);
  const costs = shown.some(({ id }) => id === "cost" || id === "latency") ? { costs: "1" } : {};
  const { query: asked, ignored } = understood({ examples: "out", ...stated, ...costs });
  const { db } = await reachableOnce(project);
  const now = pageTime();
  const isFirst = asked.cursor === undefined;
  const search = searchAskedContents(db, project, asked);
  const [page, running, facets, views, tour, examples] = await Promise.all([
    firstWithoutCursor(listSessions(db, project, asked, search), () =>
      listSessions(db, project, { ...asked, cursor: undefined }, search),
    ),
    isFirst ? listSessions(db, project, { ...asked, running: "1", limit: RUNNING_MAX }, search) : null,
    listFacets(db, project, params.role, asked.examples),
    listSavedViews(db, project),
    hasDemo(db, project),
    asked.ids === undefined ? countExamples(db, project) : 0,
  ]);
  const waiting = describeStillWaiting(await waitingOnce(project));
  const filtered = Object.keys(stated).some((name) => !UNFILTERED.has(name) && !ignored.includes(name));
  const home = isFirst && !filtered && (
    <Home
      found={role === "owner" && <Found project={project} />}
      introCookie={jar.has(INTRO_COOKIE) ? null : INTRO_COOKIE}
      look={page.total > 0 && <NeedsALook project={project} />}
      trends={page.total > 0 && <Trends project={project} state={trend} />}
      isTrendQuick={page.total <= TRENDS_QUICK_MAX}
    />
  );
  return (
    <>
      <NodesAway project={project} />
      <SessionList
        home={home}
        sessions={page.sessions.map(withoutStory)}
        running={(running?.sessions ?? []).map(withoutStory)}
        total={page.total}
        rows={listRows([...(running?.sessions ?? []), ...page.sessions], {
          costs: { ...running?.costs, ...page.costs },
          matches: { ...running?.matches, ...page.matches },
          text: params.text,
        })}
        now={now}
        query={asked}
        isFirst={isFirst}
        facets={facets}
        views={views}
        hints={HINTS}
        notes={[
          ...(params.view === null
            ? []
            : ["The saved view of this link no longer exists. This is the whole list."]),
          ...ignored.map(ignoredWords),
          ...emptyRangeWords(asked),
          ...describeGoneFilters(params, facets),
          ...pricedWords(asked.sort, page.total),
          ...describeSearched(page.searched),
          ...describeOutdated(page.outdated, OUTDATED_COUNTED_MAX),
          ...(waiting === null ? [] : [waiting]),
        ]}
        filtered={filtered}
        nextCursor={page.nextCursor}
        examples={examples}
        canImport={role !== "viewer"}
        tour={tour ? TOUR_START : null}
      />
    </>
  );
}

/** The rows tell it. */
function withoutStory<Session extends object>(session: Session) {
  return { ...session, story: null };
}

/** Falls back to the first page when the cursor belongs to another list. */
async function firstWithoutCursor<T>(page: Promise<T>, first: () => Promise<T>): Promise<T> {
  try {
    return await page;
  } catch (error) {
    if (error instanceof AppError && error.code === "invalid_query") return first();
    throw error;
  }
}

function understood(stated: Record<string, unknown>) {
  const query = route.query.safeParse(stated);
  if (query.success) return { query: query.data, ignored: [] };
  const ignored = [...new Set(query.error.issues.map(({ path }) => String(path[0])))];
  const rest = Object.fromEntries(Object.entries(stated).filter(([name]) => !ignored.includes(name)));
  const again = route.query.safeParse(rest);
  return { query: again.success ? again.data : route.query.parse({ examples: "out" }), ignored };
}

function emptyRangeWords({ from, to }: { from?: string | undefined; to?: string | undefined }): string[] {
  if (from === undefined || to === undefined || Date.parse(from) < Date.parse(to)) return [];
  return ["The range of days is empty: “from” is not before “before”."];
}

/** What a link filters by may be gone since it was made, such as a finding that no session has any more. */
function describeGoneFilters(
  params: Readonly<Record<keyof FacetLists, string | null>>,
  facets: FacetLists,
): string[] {
  return (Object.keys(facets) as (keyof FacetLists)[]).flatMap((name) => {
    const asked = params[name];
    if (asked === null || facets[name].some(({ value }) => value === asked)) return [];
    return [`No session in this list has the ${name} “${asked}”. “Clear” shows all of them.`];
  });
}

function pricedWords(sort: string, total: number): string[] {
  if ((sort !== "cost" && sort !== "latency") || total <= SESSIONS_PRICED_MAX) return [];
  return [`This order covers the newest ${count(SESSIONS_PRICED_MAX)} sessions that match.`];
}

function ignoredWords(name: string): string {
  return `“${name}” in the address is not one that this list understands, and was left out.`;
}
