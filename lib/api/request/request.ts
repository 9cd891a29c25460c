import type { z } from "zod";
import type { Method } from "../endpoint";
import type { DeclaredRoute } from "../endpoints";
import type { ProjectFreshness, SessionFreshness } from "../freshness";

type PathsOf<M extends Method> = Extract<DeclaredRoute, { readonly method: M }>["path"];
type RouteAt<M extends Method, Path> = Extract<DeclaredRoute, { readonly method: M; readonly path: Path }>;

/** The paths that can be read, with parameters in braces. */
export type ReadPath = PathsOf<"GET">;

export type ParamsAt<M extends Method, Path> = {
  readonly [Name in keyof z.output<RouteAt<M, Path>["params"]>]: string | number;
};

/** The query of a route. A value that is `null` or left out is not sent. */
export type QueryAt<M extends Method, Path> = {
  readonly [Name in keyof z.output<RouteAt<M, Path>["query"]>]?:
    z.output<RouteAt<M, Path>["query"]>[Name] | null | undefined;
} & { readonly wait?: number };

type FreshnessAt<Path> = Path extends `/api/v1/sessions/{id}${string}`
  ? Partial<SessionFreshness>
  : Partial<ProjectFreshness>;

export type AnswerAt<Path extends ReadPath> = z.output<RouteAt<"GET", Path>["response"]> & FreshnessAt<Path>;

/** A read of one route as data, so that it can be stored and looked up as well as sent. */
export interface ApiRead<Path extends ReadPath = ReadPath> {
  readonly path: Path;
  readonly params: Readonly<Record<string, string | number>>;
  readonly query: Readonly<Record<string, string | number>>;
}

export function apiRead<Path extends ReadPath>(
  path: Path,
  params: ParamsAt<"GET", Path>,
  query: QueryAt<"GET", Path> = {},
): ApiRead<Path> {
  return { path, params, query: asked(query) };
}

/** The address of a read. Equal reads have equal addresses. */
export function addressOf({ path, params, query }: ApiRead): string {
  return withQuery(filled(path, params), query);
}

/** A path with its parameters filled in. */
export function filled(path: string, params: Readonly<Record<string, string | number>>): string {
  return path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(params[name] ?? "")));
}

function withQuery(path: string, query: ApiRead["query"]): string {
  const sorted = Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1));
  const search = new URLSearchParams(sorted.map(([name, value]) => [name, String(value)])).toString();
  return search === "" ? path : `${path}?${search}`;
}

function asked(query: Readonly<Record<string, unknown>>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      typeof value === "number" || (typeof value === "string" && value !== "") ? [[name, value]] : [],
    ),
  );
}
