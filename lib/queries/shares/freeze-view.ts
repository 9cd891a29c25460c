import type { PageSubject } from "@/lib/api/endpoints/shares";
import type { ReplayAnswer } from "@/lib/api/endpoints/replays";
import type { SessionSkeleton } from "@/lib/api/schemas/session";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { resultRows } from "@/lib/view/replay/results";
import { loadReplayParams } from "@/lib/view/url-state";
import type { ViewPlace } from "@/lib/view/views/place";
import { placeOf, readsOf } from "@/lib/view/views/place";
import { replayRead, sessionRead } from "@/lib/view/views/reads";
import type { ViewRead, ReadScope } from "@/lib/view/views/view";
import type { ApiRead } from "@/lib/api/request/request";
import type { ReadAnswer } from "./session-reads";
import { answerRead } from "./session-reads";

export interface FrozenRead extends ReadAnswer {
  readonly read: ViewRead;
}

export interface FrozenView {
  readonly place: ViewPlace;
  readonly session: SessionSkeleton;
  readonly facts: ReadScope;
  readonly reads: readonly FrozenRead[];
}

export async function freezeView(
  db: Database,
  project: string,
  id: string,
  { path, search }: PageSubject,
): Promise<FrozenView> {
  const place = placeOf(path, search);
  if (place === null)
    throw new AppError(
      "invalid_body",
      "page: expected a view of the session, of a replay that was run, or of a question that was asked",
    );
  const read = (one: ApiRead) => answerRead(db, project, one);
  const session = (await read(sessionRead(id))).answer as SessionSkeleton;
  const { run } = loadReplayParams(new URLSearchParams(place.search));
  const replay =
    place.view === "replay" && run !== null
      ? ((await read(replayRead(session.id, run))).answer as ReplayAnswer)
      : null;
  const facts = {
    turns: session.counts.turns,
    blocks: session.counts.blocks,
    firstTurn: session.firstTurn,
    peakTurn: session.tokens.peakTurn,
    results: replay === null ? [] : resultRows(replay).map((row) => row.session),
  };
  const reads: FrozenRead[] = [];
  for (const one of readsOf(place, session.id, facts)) {
    const answered = await read(one.read).catch(whereOptional(one));
    if (answered !== null) reads.push({ read: one, ...answered });
  }
  return { place, session, facts, reads };
}

/**
 * Optional parts of the page are left out if they are not found. Without its required data there is no page.
 */
function whereOptional({ name }: ViewRead): (error: unknown) => null {
  return (error) => {
    if (name === null && error instanceof AppError && error.code === "not_found") return null;
    throw error;
  };
}
