import type { ReactNode } from "react";
import { after } from "next/server";
import type { SearchParams } from "nuqs/server";
import type { ApiRead, SessionReadPath } from "@/lib/api/request/request";
import { getDatabase } from "@/lib/db/client";
import { pageCaller } from "@/lib/http/page-caller";
import { orNotFound } from "@/lib/http/page-errors";
import { sessionOnce } from "@/lib/queries/cached";
import { readAhead } from "@/lib/queries/reading/read-in-process";
import { answerRead, readView } from "@/lib/queries/session-reads";
import type { DrawnView, ViewId } from "@/lib/view/views";
import { findView } from "@/lib/view/views";

export interface ViewPageProps {
  readonly params: Promise<{ readonly id: string }>;
  readonly searchParams: Promise<SearchParams>;
}

/** The session that a page is about, for its caller. The page is not found where the session or an answer is not. */
export async function openSession({ params, searchParams }: ViewPageProps) {
  const [{ id }, asked, { project, role }] = await Promise.all([params, searchParams, pageCaller()]);
  const session = await orNotFound(sessionOnce(project, id));
  after(() => readAhead(getDatabase(), project, id));
  const search = new URLSearchParams(
    Object.entries(asked).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
  const read = async <Path extends SessionReadPath>(one: ApiRead<Path>) =>
    (await orNotFound(answerRead(getDatabase(), project, one))).answer;
  return { session, sessionId: session.id, project, search, mayWrite: role !== "viewer", read };
}

/** A page that draws what its view declares that it reads, and nothing else. */
export function viewPage<Id extends ViewId>(id: Id, View: (drawn: DrawnView<Id>) => ReactNode) {
  return async function ViewPage(props: ViewPageProps) {
    const { session, sessionId, project, search, mayWrite } = await openSession(props);
    const input = await orNotFound(
      readView(getDatabase(), project, session, findView(id), { of: "", search }),
    );
    return <View sessionId={sessionId} input={input} search={search.toString()} mayWrite={mayWrite} />;
  };
}
