import type { GroupName, GROUPS } from "@/lib/api/endpoints";
import { OPERATIONS } from "@/lib/api/endpoints";
import { findRoute } from "@/lib/api/request/find-route";
import { getDatabase } from "@/lib/db/client";
import { answerNoRoute } from "@/lib/http/no-route";
import type { Handler } from "@/lib/http/serve";
import { serve } from "@/lib/http/serve";
import { refuseUnknownPath } from "@/lib/pipeline/receive/otlp/unknown-path";
import type { Route, RoutedIn, RoutesOf } from "./answers";

type RoutedGroup = {
  [G in GroupName]: RoutedIn<(typeof GROUPS)[G]> extends never ? never : G;
}[GroupName];

/** Which file answers which group of endpoints. A file is loaded when one of its endpoints is asked for. */
const FILES: {
  readonly [G in RoutedGroup]: () => Promise<Record<G, RoutesOf<(typeof GROUPS)[G]>>>;
} = {
  alerts: () => import("./settings"),
  audit: () => import("./audit"),
  trends: () => import("./audit"),
  events: () => import("./busy"),
  findings: () => import("./session-reads"),
  verdicts: () => import("./session-reads"),
  judge: () => import("./settings"),
  thresholds: () => import("./settings"),
  models: () => import("./settings"),
  watch: () => import("./settings"),
  imports: () => import("./agents"),
  sessions: () => import("./sessions"),
  sessionEdit: () => import("./sessions"),
  views: () => import("./settings"),
  policies: () => import("./replays"),
  project: () => import("./agents"),
  runtime: () => import("./agents"),
  mcp: () => import("./service"),
  replays: () => import("./replays"),
  modelCalls: () => import("./busy"),
  otlp: () => import("./busy"),
  telemetry: () => import("./settings"),
  jobs: () => import("./replays"),
  streams: () => import("./streams"),
  incidents: () => import("./incidents"),
  shares: () => import("./shares"),
  deletion: () => import("./sessions"),
  grants: () => import("./people"),
  people: () => import("./people"),
  passkeys: () => import("./people"),
  projects: () => import("./people"),
  service: () => import("./service"),
};

type Operations = ReadonlyMap<string, readonly [name: string, group: GroupName]>;

/** The operations of a declared path, by method. */
function findOperations(template: string): Operations {
  return new Map(
    OPERATIONS.filter(([, endpoint]) => endpoint.path === template).map(([name, { method }, group]) => [
      method,
      [name, group],
    ]),
  );
}

const OPERATIONS_AT: ReadonlyMap<string, Operations> = new Map(
  OPERATIONS.map(([, { path }]) => [path, findOperations(path)]),
);

/** Where clients send telemetry: they expect each answer in their own encoding. */
const TELEMETRY = /^\/(?:v1|api\/public\/otel)(?:\/|$)/;
const refuseTelemetry = refuseUnknownPath(getDatabase);

/** Answers every request to the API. */
export async function answerRequest(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const found = findRoute(pathname);
  if (found === null) return TELEMETRY.test(pathname) ? refuseTelemetry(request) : answerNoRoute(request);
  const operations: Operations = OPERATIONS_AT.get(found.template) ?? new Map();
  const operation = operations.get(request.method === "HEAD" ? "GET" : request.method);
  if (operation === undefined)
    return new Response(null, { status: 405, headers: { allow: [...operations.keys()].join(", ") } });
  const params = Object.entries(found.params).map(([name, value]) => [name, decodePart(value)] as const);
  return (await findHandler(...operation))(request, Object.fromEntries(params));
}

/** What answers an endpoint, by the name of its operation and its group. */
export async function findHandler(name: string, group: GroupName): Promise<Handler> {
  const load = (FILES as Partial<Record<GroupName, () => Promise<object>>>)[group];
  const file = (await load?.()) as Partial<Record<string, Partial<Record<string, Route>>>> | undefined;
  const route = file?.[group]?.[name];
  if (route !== undefined) return route.answer;
  const endpoint = OPERATIONS.find(([operation, , of]) => operation === name && of === group)?.[1];
  if (endpoint === undefined) throw new Error(`nothing answers ${name}`);
  const { makeSessionAnswer } = await import("@/lib/queries/session-reads");
  return serve(endpoint, makeSessionAnswer(endpoint));
}

/** What is no encoded text is a name that nothing has. */
function decodePart(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
