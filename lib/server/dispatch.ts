import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { findNetwork } from "@/lib/access/network";
import { FairGate } from "@/lib/fair-gate";
import { nextRound } from "@/lib/rounds";
import { BUSY_ROUTES, type PostedRoutes } from "@/lib/routes/busy";
import { AppError } from "@/lib/errors";
import { answerError } from "@/lib/http/respond";
import { answerUpTo, send } from "./answer";
import { LARGE_BYTES, LargeBodies, isSaidLarge } from "./large-bodies";
import type { ReceiverProcess } from "./receiver-process";
import { METRICS_PATH } from "./metrics";
import { pageInSpan } from "./page-span";
import { isPage, servePage } from "./serve-page";
import { servePacked } from "./static-files";
import { turnOf } from "./turn-of";
import { answerUnavailable } from "./unavailable-pages";

type Answering = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Who answers what. */
export interface Answerers {
  /** The framework of the pages. */
  readonly app: Answering;
  /** The routes that take large bodies. Until they are loaded, the app answers those that few wait for. */
  readonly posted: Promise<PostedRoutes>;
  readonly receiver: Pick<ReceiverProcess, "answer">;
  /** What is counted of this instance. */
  readonly metrics: (request: IncomingMessage) => Promise<Response>;
  /** The folder of the build; `null` while the app is being worked on. */
  readonly build: string | null;
  /** The template of a page; `null` for a path of no page. */
  readonly pageName: (path: string) => string | null;
}

/** A running agent waits for these answers. */
export const RUNTIME_PATH = "/api/v1/runtime/";
/** An archive is larger than it was sent, and takes more than JSON of its size. */
const IMPORT_PATH = "/api/v1/import";
const IMPORT_LARGE_BYTES = 32 * 1024;
/** Whoever watches over the instance wants to know at once. */
const WATCHED_PATHS: ReadonlySet<string> = new Set(["/api/v1/health", "/api/v1/ready"]);
/** Those who wait behind one proxy are one caller where the instance does not know of the proxy. */
const PAGES = { atOnce: 2, waitingPerKey: 200, waiting: 1_000 };
/** What people send, such as a guess at a password: a few at once, because each takes several looks at the database. */
const POSTS = { atOnce: 4, waitingPerKey: 40, waiting: 200 };
const TOO_MANY = new AppError(
  "unavailable",
  "too much is being sent at the moment; try again shortly",
  [],
  2,
);

/**
 * Makes the function that has every request answered so that none keeps the others waiting: pages take turns, what agents
 * send is answered without the framework of the pages, and large bodies by another process.
 */
export function makeDispatcher({ app, posted, receiver, metrics, build, pageName }: Answerers): Answering {
  const files = build === null ? null : join(build, "static");
  const pages = new FairGate(PAGES);
  const posts = new FairGate(POSTS);
  const large = new LargeBodies(receiver);
  let loaded: PostedRoutes = BUSY_ROUTES;
  posted.then(
    (routes) => (loaded = routes),
    () => undefined,
  );

  const answerInTurn: Answering = async (request, response) => {
    const end = await turnOf(posts, findCallerName(request), response);
    if (end === "gone") return;
    if (end === null) return send(answerError(TOO_MANY), response);
    response.once("close", end);
    await app(request, response);
  };

  const answerPosted: Answering = async (request, response) => {
    const path = readPath(request);
    const bytesMax = path === IMPORT_PATH ? IMPORT_LARGE_BYTES : LARGE_BYTES;
    const isLarge = isSaidLarge(request.headers, bytesMax);
    if (isLarge) loaded = await posted;
    await nextRound(path.startsWith(RUNTIME_PATH) ? "urgent" : "fresh");
    const handler = loaded.get(path);
    if (handler === undefined) return answerInTurn(request, response);
    const caller = findCallerName(request);
    // Of a large body nothing is read here, but who asks is known, and what may not be is refused, before anybody else is asked.
    const taken = await answerUpTo(isLarge ? 0 : bytesMax, handler, request, response);
    if (taken !== null) await large.answer(caller, request, response, taken);
  };

  const page: Answering = (request, response) =>
    servePage(pages, findCallerName(request), response, () =>
      pageInSpan(pageName(readPath(request)), request, response, () => {
        answerUnavailable(response, String(request.headers["x-nonce"]));
        return app(request, response);
      }),
    );

  return async (request, response) => {
    if (readPath(request) === METRICS_PATH) return send(await metrics(request), response);
    if (isPage(readPath(request))) return page(request, response);
    if (request.method === "POST") return answerPosted(request, response);
    if (files !== null && (await servePacked(request, response, files))) return;
    await nextRound(WATCHED_PATHS.has(readPath(request)) ? "urgent" : "fresh");
    await app(request, response);
  };
}

/** What watches over an instance often asks at the root. @param target of a request @returns where that is answered */
export function placePath(target: string | undefined): string {
  return (target ?? "/").replace(/^\/(health|ready)(?=$|\?)/, "/api/v1/$1");
}

/** The path that a request asks for, without its parameters. */
export function readPath(request: IncomingMessage): string {
  return (request.url ?? "/").split("?", 1)[0] ?? "/";
}

/** Whom the turns of a request count for: its network. */
function findCallerName(request: IncomingMessage): string {
  return findNetwork(String(request.headers["x-sightglass-address"] ?? ""));
}
