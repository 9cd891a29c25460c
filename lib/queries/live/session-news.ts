import type { SessionNewsMessage } from "@/lib/api/endpoints/streams";
import type { SessionSummary } from "@/lib/api/schemas/session";
import type { Database } from "@/lib/db/client";
import type { SessionNotice } from "@/lib/db/notices";
import { publicId } from "@/lib/db/session-id";
import { WeightedCache } from "@/lib/db/weighted-cache";
import { summaryOf } from "../session-view";

/**
 * One server-sent event: its name, its data, and the id from which a client can resume. `null` keeps the connection
 * open.
 */
export type StreamMessage = { readonly event: string; readonly id: number; readonly data: object } | null;

interface Known {
  readonly version: number;
  readonly summary: Promise<SessionSummary | null>;
}

const SESSIONS_KEPT = 2_000;
const summaries = new WeightedCache<Known>("summaries", SESSIONS_KEPT);

/** `null` if the session was deleted since. */
export async function messageOf(db: Database, notice: SessionNotice): Promise<StreamMessage> {
  const { session, version: id, fromTurn, lastTurn } = notice;
  if (notice.deleted) return { event: "deleted", id, data: { id: publicId(session) } };
  const summary = await summaryAt(db, session, id);
  if (summary === null) return null;
  const data: SessionNewsMessage = { session: summary, fromTurn, lastTurn };
  return { event: "session", id, data };
}

/** A session at a version or later, read once for all followers in this process. */
function summaryAt(db: Database, key: string, version: number): Promise<SessionSummary | null> {
  const known = summaries.get(key);
  if (known !== undefined && known.version >= version) return known.summary;
  const summary = db.session
    .findFirst({ where: { sessionId: key } })
    .then((row) => (row === null ? null : summaryOf(row)));
  summaries.set(key, { version, summary }, 1);
  summary.catch(() => summaries.take(key));
  return summary;
}
