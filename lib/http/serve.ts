import { SpanStatusCode } from "@opentelemetry/api";
import type { z } from "zod";
import type { Scope } from "@/lib/api/access";
import type { Endpoint } from "@/lib/api/endpoint";
import { queryOf } from "@/lib/api/freshness";
import { JsonText } from "@/lib/api/json-text";
import { readPlainly } from "@/lib/core/plain-issues";
import { formatPath } from "@/lib/core/trace/parse-event";
import { fullDisk } from "@/lib/db/disk-room.mjs";
import { AppError } from "@/lib/errors";
import { meters } from "@/lib/metrics";
import { inSpan } from "@/lib/tracing";
import type { Caller } from "./caller";
import { findCaller } from "./caller";
import { answerError, answerJson, answerJsonText, makeNoRoomError } from "./respond";

export interface Context<P, Q> {
  readonly request: Request;
  readonly caller: Caller;
  readonly params: P;
  readonly query: Q;
}

/** A parameter of every read: the server waits this many milliseconds before it answers. */
export interface MayWait {
  readonly wait?: number | undefined;
}

/** Answers a request; the parameters are those of its path. */
export type Handler = (request: Request, params: Readonly<Record<string, string>>) => Promise<Response>;

/**
 * Builds a route handler from a declaration and a function. The function gets checked parameters and returns the
 * declared answer or a finished response. Every error becomes the common error shape.
 */
export function serve<P extends z.ZodObject, Q extends z.ZodObject, R extends z.ZodType>(
  route: Endpoint<P, Q, R>,
  handle: (context: Context<z.output<P>, z.output<Q> & MayWait>) => Promise<z.input<R> | JsonText | Response>,
): Handler {
  const answer: Handler = async (request, params) => {
    try {
      const caller = await findCaller(request, route.scope);
      checkRoom(route);
      const checked = {
        params: check(route.params, params, "not_found"),
        query: check(queryOf(route), readParams(request.url), "invalid_query") as z.output<Q> & MayWait,
      };
      const said = await handle({ request, caller, ...checked });
      if (said instanceof Response) return said;
      return said instanceof JsonText ? answerJsonText(said) : answerJson(said);
    } catch (error) {
      return answerError(error, route.method === "GET");
    }
  };
  return measureRoute(route, answer);
}

/** What people and agents send to be kept. Deleting makes room, and who signs in wants to read. */
const STORING: ReadonlySet<Scope> = new Set(["ingest", "send", "write", "manage"]);

/** @throws AppError `unavailable` for what would be stored while the disk of the database is full */
export function checkRoom({ method, scope }: Pick<Endpoint, "method" | "scope">): void {
  const full = fullDisk();
  if (full !== null && STORING.has(scope) && method !== "GET" && method !== "DELETE")
    throw makeNoRoomError(false, full);
}

const FAILURE = 500;

/** Counts the answers of a route, and how long each took until it began. Each is a span. */
export function measureRoute(route: Endpoint, answer: Handler): Handler {
  return async (request, params) => {
    const end = meters().requests.startTimer({ route: route.path, method: route.method });
    const attributes = { "http.request.method": route.method, "http.route": route.path };
    const options = { kind: "server", attributes, from: request.headers } as const;
    return inSpan(`${route.method} ${route.path}`, options, async (span) => {
      const response = await answer(request, params);
      end({ status: response.status });
      span?.setAttribute("http.response.status_code", response.status);
      if (response.status >= FAILURE) span?.setStatus({ code: SpanStatusCode.ERROR });
      return response;
    });
  };
}

export function check<S extends z.ZodType>(
  schema: S,
  value: unknown,
  code: "invalid_query" | "invalid_body" | "not_found",
): z.output<S> {
  const parsed = readPlainly(schema, value);
  if (parsed.ok) return requireStorable(parsed.data, code);
  const details = parsed.issues.map((issue) => ({ ...issue, path: formatPath(issue.path) }));
  const first = details[0];
  const message =
    first === undefined
      ? "the request is not as expected"
      : `${first.path || "the request"}: ${first.message}`;
  throw new AppError(code, message, details);
}

/** PostgreSQL cannot store NUL or half of a surrogate pair, so such text is refused. */
function requireStorable<T>(value: T, code: "invalid_query" | "invalid_body" | "not_found"): T {
  const isText = (part: unknown) => typeof part !== "string" || (part.isWellFormed() && !part.includes("\0"));
  for (const [name, part] of Object.entries(value ?? {}))
    if (!isText(part)) {
      const message = "expected text without NUL and without broken characters";
      throw new AppError(code, `${name}: ${message}`, [{ path: name, code: "invalid_text", message }]);
    }
  return value;
}

function readParams(url: string): Record<string, string> {
  return Object.fromEntries(new URL(url).searchParams);
}
