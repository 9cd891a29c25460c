import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { ReadCache } from "@/components/data/read-cache";
import { BatchPage } from "@/components/replay/batch-page";
import { listSessions as route } from "@/lib/api/endpoints/sessions";
import { pageCaller } from "@/lib/http/page-caller";
import { listPolicies } from "@/lib/queries/replays/list-policies";
import { listSessions } from "@/lib/queries/session-list/list-sessions";
import { reachableOnce } from "@/lib/queries/cached";
import { loadSessionListParams } from "@/lib/view/sessions/list-state";
import { NodesAway } from "../nodes-away";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Replay many" };

const SESSIONS_MAX = 50;

export default async function BatchReplayPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [{ project }, params] = await Promise.all([pageCaller(), loadSessionListParams(searchParams)]);
  const stated = Object.fromEntries(
    Object.entries(params).filter(([name, value]) => value !== null && value !== "" && name !== "cursor"),
  );
  const query = route.query.safeParse({ examples: "out", ...stated, limit: SESSIONS_MAX });
  const { db } = await reachableOnce(project);
  const page = await listSessions(
    db,
    project,
    query.success ? query.data : route.query.parse({ examples: "out", limit: SESSIONS_MAX }),
  );
  return (
    <ReadCache>
      <NodesAway project={project} />
      <BatchPage
        sessions={page.sessions.map(({ id, name, externalId }) => ({ id, name: name ?? externalId }))}
        total={page.total}
        policies={listPolicies()}
      />
    </ReadCache>
  );
}
