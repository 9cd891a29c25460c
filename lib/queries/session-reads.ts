import type { z } from "zod";
import type { Endpoint } from "@/lib/api/endpoint";
import { ENDPOINTS } from "@/lib/api/endpoints";
import { JsonText } from "@/lib/api/json-text";
import type { AnswerAt, ApiRead, ReadPath, RouteAt, SessionReadPath } from "@/lib/api/request/request";
import type { SessionSkeleton } from "@/lib/api/schemas/session";
import { readPlainly } from "@/lib/core/plain-issues";
import type { Database } from "@/lib/db/client";
import { getDatabase } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import type { DrawnView, ViewId } from "@/lib/view/views";
import type { AskedView, ReadScope, SessionView } from "@/lib/view/views/view";
import { answerBlock } from "./turn/get-block";
import { getConversation } from "./session/get-conversation";
import { answerCompaction } from "./session/get-compaction";
import { answerGiveBack } from "./session/get-give-back";
import { getCost } from "./session/get-cost";
import { getFacts } from "./questions/get-facts";
import { getJudged } from "./findings/get-judged";
import { getLedger } from "./turn/get-ledger";
import { getPlan } from "./findings/get-plan";
import { getReplay } from "./replays/get-replay";
import { getSession } from "./session/get-session";
import { getWhy } from "./questions/get-why";
import { answerWindow } from "./turn/get-window";
import { listCheckpoints } from "./session/list-checkpoints";
import { listCompactions } from "./session/list-compactions";
import { listFindings } from "./findings/list-findings";
import { answerLanes } from "./session/list-lanes";
import { answerTurns } from "./session/list-turns";
import { makeSessionRead } from "./reading/reading";

type Declared<Path extends SessionReadPath> = RouteAt<"GET", Path>;

interface Asked<E extends Endpoint> {
  readonly db: Database;
  readonly project: string;
  readonly params: z.output<E["params"]>;
  readonly query: z.output<E["query"]>;
  readonly signal?: AbortSignal;
}

/** Any of them, where the kind does not matter. */
type SessionEndpoint = Endpoint<z.ZodObject<{ id: z.ZodString }>, z.ZodObject, z.ZodObject>;

type Answer<E extends Endpoint> = (asked: Asked<E>) => Promise<z.input<E["response"]> | JsonText>;

/** What answers each endpoint that a view of a session reads: its route, its page and its share. */
const SESSION_READS: { readonly [Path in SessionReadPath]: Answer<Declared<Path>> } = {
  "/api/v1/sessions/{id}": ({ db, project, params }) => getSession(db, project, params.id),
  "/api/v1/sessions/{id}/turns": ({ db, project, params, query, signal }) =>
    answerTurns(db, project, params.id, query, signal),
  "/api/v1/sessions/{id}/turns/{turn}/window": ({ db, project, params, query, signal }) =>
    answerWindow(db, project, params.id, { ...query, of: params.turn }, signal),
  "/api/v1/sessions/{id}/blocks/{blockId}": ({ db, project, params, query, signal }) =>
    answerBlock(db, project, params.id, { ...query, block: params.blockId }, signal),
  "/api/v1/sessions/{id}/findings": ({ db, project, params, query }) =>
    listFindings(db, project, params.id, query),
  "/api/v1/sessions/{id}/judge": ({ db, project, params }) => getJudged(db, project, params.id),
  "/api/v1/sessions/{id}/lanes": ({ db, project, params, query, signal }) =>
    answerLanes(db, project, params.id, query, signal),
  "/api/v1/sessions/{id}/compactions": ({ db, project, params }) => listCompactions(db, project, params.id),
  "/api/v1/sessions/{id}/compactions/{compaction}": ({ db, project, params, query, signal }) =>
    answerCompaction(db, project, params.id, { ...query, ...params }, signal),
  "/api/v1/sessions/{id}/compactions/{compaction}/give-back": ({ db, project, params, query, signal }) =>
    answerGiveBack(db, project, params.id, { ...query, ...params }, signal),
  "/api/v1/sessions/{id}/ledger": ({ db, project, params, query, signal }) =>
    getLedger(db, project, params.id, query, signal),
  "/api/v1/sessions/{id}/plan": ({ db, project, params, query }) => getPlan(db, project, params.id, query),
  "/api/v1/sessions/{id}/checkpoints": ({ db, project, params }) => listCheckpoints(db, project, params.id),
  "/api/v1/sessions/{id}/conversation": ({ db, project, params, query }) =>
    getConversation(db, project, params.id, query),
  "/api/v1/sessions/{id}/cost": ({ db, project, params }) => getCost(db, project, params.id),
  "/api/v1/sessions/{id}/why": ({ db, project, params, query, signal }) =>
    getWhy(db, project, params.id, query, signal),
  "/api/v1/sessions/{id}/facts": ({ db, project, params, query, signal }) =>
    getFacts(db, project, params.id, query, signal),
  "/api/v1/sessions/{id}/replays/{replayId}": ({ db, project, params }) =>
    getReplay(db, project, params.id, params.replayId),
};

export interface ReadAnswer<Path extends ReadPath = ReadPath> {
  readonly route: Endpoint;
  readonly answer: AnswerAt<Path>;
}

interface Requested<E extends Endpoint> extends Pick<Asked<E>, "params" | "query"> {
  readonly request: Request;
  readonly caller: { readonly project: string };
}

/** The handler of an endpoint that views of a session read. @throws Error for any other endpoint */
export function makeSessionAnswer({ path }: Endpoint): (context: Requested<Endpoint>) => Promise<object> {
  const answer = (SESSION_READS as unknown as Partial<Record<string, Answer<SessionEndpoint>>>)[path];
  if (answer === undefined) throw new Error(`no view reads ${path}`);
  const sessionRead = makeSessionRead(
    ({ request, caller, ...asked }: Requested<SessionEndpoint>) =>
      answer({ db: getDatabase(), project: caller.project, ...asked, signal: request.signal }),
    path,
  );
  return sessionRead as (context: Requested<Endpoint>) => Promise<object>;
}

/**
 * The answer to a read of a session, without a request.
 * @throws AppError `not_found`; `invalid_query` for a query that the endpoint refuses
 */
export async function answerRead<Path extends SessionReadPath>(
  db: Database,
  project: string,
  apiRead: ApiRead<Path>,
): Promise<ReadAnswer<Path>> {
  const route = ENDPOINTS.find(({ method, path }) => method === "GET" && path === apiRead.path);
  if (route === undefined) throw new Error(`no endpoint reads ${apiRead.path}`);
  const query = readPlainly(route.query, apiRead.query);
  if (!query.ok) {
    const [problem] = query.issues;
    throw new AppError("invalid_query", `${problem?.path.join(".")}: ${problem?.message}`);
  }
  const params = route.params.parse(apiRead.params);
  const answer = await (SESSION_READS[apiRead.path] as unknown as Answer<Endpoint>)({
    db,
    project,
    params,
    query: query.data,
  });
  const whole = answer instanceof JsonText ? answer.value() : answer;
  return { route, answer: whole as AnswerAt<Path> };
}

/** What a view needs to know of its session before it reads. `results` are the sessions of a replay. */
export function buildScope(
  { counts, tokens, firstTurn }: SessionSkeleton,
  results: readonly string[] = [],
): ReadScope {
  return {
    turns: counts.turns ?? 0,
    blocks: counts.blocks ?? 0,
    firstTurn,
    peakTurn: tokens.peakTurn,
    results,
  };
}

/**
 * What the page of a view is drawn from.
 * @param session as it was read before
 */
export async function readView<Id extends ViewId>(
  db: Database,
  project: string,
  session: SessionSkeleton,
  view: SessionView<Id>,
  viewState: Pick<AskedView, "of" | "search">,
): Promise<DrawnView<Id>["input"]> {
  const reads = view.reads({ sessionId: session.id, facts: buildScope(session), ...viewState });
  const answers = Object.entries(reads).map(async ([name, read]) => {
    const { answer } = await answerRead(db, project, read);
    return [name, answer] as const;
  });
  return { session, ...Object.fromEntries(await Promise.all(answers)) } as DrawnView<Id>["input"];
}
