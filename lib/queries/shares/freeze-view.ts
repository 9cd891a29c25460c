import type { PageSubject } from "@/lib/api/endpoints/shares";
import type { SessionSkeleton } from "@/lib/api/schemas/session";
import type { Endpoint } from "@/lib/api/endpoint";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { listResultRows } from "@/lib/view/replay/results";
import { loadReplayParams } from "@/lib/view/url-state";
import type { ViewPlace, ViewRead } from "@/lib/view/views/place";
import { findViewPlace, listViewReads } from "@/lib/view/views/place";
import { replayRead } from "@/lib/view/views/replay";
import { askSession } from "@/lib/view/views/reads";
import type { ReadScope } from "@/lib/view/views/view";
import type { ApiRead, SessionReadPath } from "@/lib/api/request/request";
import { answerRead, buildScope } from "../session-reads";

export interface FrozenRead {
  readonly read: ViewRead;
  readonly route: Endpoint;
  readonly answer: unknown;
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
  const place = findViewPlace(path, search);
  if (place === null)
    throw new AppError(
      "invalid_body",
      "page: expected a view of the session, of a replay that was run, or of a question that was asked",
    );
  const read = <Path extends SessionReadPath>(one: ApiRead<Path>) =>
    answerRead(db, project, one).catch(refuseInBody);
  const { answer: session } = await read(askSession(id));
  const { run } = loadReplayParams(new URLSearchParams(place.search));
  const replay =
    place.view === "replay" && run !== null ? (await read(replayRead(session.id, run))).answer : null;
  const facts = buildScope(session, replay === null ? [] : listResultRows(replay).map((row) => row.session));
  const reads: FrozenRead[] = [];
  for (const one of listViewReads(place, session.id, facts)) {
    const answered = await read(one.read).catch(acceptMissing(one));
    if (answered === null) continue;
    const answer = JSON.parse(JSON.stringify(answered.answer)) as unknown;
    reads.push({ read: one, route: answered.route, answer });
  }
  return { place, session, facts, reads };
}

/**
 * Optional parts of the page are left out if they are not found. Without its required data there is no page.
 */
function acceptMissing({ name }: ViewRead): (error: unknown) => null {
  return (error) => {
    if (name === null && error instanceof AppError && error.code === "not_found") return null;
    throw error;
  };
}

function refuseInBody(error: unknown): never {
  if (error instanceof AppError && error.code === "invalid_query")
    throw new AppError("invalid_body", `page.search: ${error.message}`);
  throw error;
}
