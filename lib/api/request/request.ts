import type { z } from "zod";
import type { Method } from "../endpoint";
import type { DeclaredRoute } from "../endpoints";
import type { ProjectFreshness, SessionFreshness } from "../freshness";

export type { JobAnswer } from "../endpoints/jobs";

type PathsOf<M extends Method> = Extract<DeclaredRoute, { readonly method: M }>["path"];
export type RouteAt<M extends Method, Path> = Extract<
  DeclaredRoute,
  { readonly method: M; readonly path: Path }
>;

export type ReadPath = PathsOf<"GET">;

/** The endpoints that views of a session read. */
export type SessionReadPath = Extract<DeclaredRoute, { readonly isOfView: true }>["path"];

export type ParamsAt<M extends Method, Path> = {
  readonly [Name in keyof z.output<RouteAt<M, Path>["params"]>]: string | number;
};

export type QueryAt<M extends Method, Path> = {
  readonly [Name in keyof z.output<RouteAt<M, Path>["query"]>]?:
    | z.output<RouteAt<M, Path>["query"]>[Name]
    | null
    | undefined;
} & { readonly wait?: number };

type FreshnessAt<Path> = Path extends `/api/v1/sessions/{id}${string}`
  ? Partial<SessionFreshness>
  : Partial<ProjectFreshness>;

export type AnswerAt<Path extends ReadPath> = z.output<RouteAt<"GET", Path>["response"]> & FreshnessAt<Path>;

export type WriteMethod = Exclude<Method, "GET">;
export type WritePath<M extends WriteMethod> = PathsOf<M>;

/** Before defaults are filled in; `undefined` for a route without a body. */
export type BodyAt<M extends WriteMethod, Path extends string> =
  RouteAt<M, Path> extends { readonly body?: { readonly "application/json": infer Schema extends z.ZodType } }
    ? ReadonlyDeep<z.input<Schema>>
    : undefined;

export type WriteAnswerAt<M extends WriteMethod, Path extends string> = z.output<
  RouteAt<M, Path>["response"]
>;

interface WriteParts<M extends WriteMethod, Path extends string> {
  readonly body: BodyAt<M, Path>;
  readonly query?: QueryAt<M, Path>;
}

export interface ApiWrite<M extends WriteMethod = WriteMethod, Path extends string = string> {
  readonly method: M;
  readonly path: Path;
  readonly params: Readonly<Record<string, string | number>>;
  readonly query: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
}

/** `parts` are the body and the query; a route with a body requires it. */
export function makeApiWrite<M extends WriteMethod, Path extends WritePath<M>>(
  method: M,
  path: Path,
  params: ParamsAt<M, Path>,
  ...[parts]: undefined extends BodyAt<M, Path>
    ? [parts?: Omit<WriteParts<M, Path>, "body">]
    : [parts: WriteParts<M, Path>]
): ApiWrite<M, Path> {
  const { query = {}, body }: { query?: object; body?: unknown } = parts ?? {};
  return { method, path, params, query: readAsked({ ...query }), ...(body !== undefined && { body }) };
}

export type ReadonlyDeep<T> = T extends readonly (infer Item)[]
  ? readonly ReadonlyDeep<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: ReadonlyDeep<T[Name]> }
    : T;

export interface ApiRead<Path extends ReadPath = ReadPath> {
  readonly path: Path;
  readonly params: Readonly<Record<string, string | number>>;
  readonly query: Readonly<Record<string, string | number>>;
}

export function makeApiRead<Path extends ReadPath>(
  path: Path,
  params: ParamsAt<"GET", Path>,
  query: QueryAt<"GET", Path> = {},
): ApiRead<Path> {
  return { path, params, query: readAsked(query) };
}

/** Equal reads have equal addresses. */
export function makeAddress({
  path,
  params,
  query,
}: Pick<ApiRead, "params" | "query"> & { readonly path: string }): string {
  return addQuery(fillPath(path, params), query);
}

export function fillPath(path: string, params: Readonly<Record<string, string | number>>): string {
  return path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(params[name] ?? "")));
}

function addQuery(path: string, query: ApiRead["query"]): string {
  const sorted = Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1));
  const search = new URLSearchParams(sorted.map(([name, value]) => [name, String(value)])).toString();
  return search === "" ? path : `${path}?${search}`;
}

function readAsked(query: Readonly<Record<string, unknown>>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      typeof value === "number" || (typeof value === "string" && value !== "") ? [[name, value]] : [],
    ),
  );
}
