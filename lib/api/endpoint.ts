import { z } from "zod";
import type { Scope } from "./access";

export type { Scope } from "./access";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Media types that a body may have, with their schema where it is JSON. */
export type Bodies = Readonly<Record<string, z.ZodType | null>>;

/** One route of the API: the one definition behind its handler's types, its client's types, its checks and its description. */
export interface Endpoint<
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject = z.ZodObject,
  R extends z.ZodType = z.ZodType,
  M extends Method = Method,
  Path extends string = string,
  B extends Bodies = Bodies,
> {
  readonly method: M;
  /** With parameters in braces: `/api/v1/sessions/{id}`. */
  readonly path: Path;
  readonly summary: string;
  readonly description?: string;
  /** What a caller must be allowed to do: see `ACCESS`. */
  readonly scope: Scope;
  readonly params: P;
  readonly query: Q;
  /** Left out when there is no body. */
  readonly body?: B;
  readonly response: R;
  /** The media type of the answer when it is not JSON. */
  readonly responseType?: string;
}

type Parts<E extends Endpoint> = Omit<E, "params" | "query"> & Partial<Pick<E, "params" | "query">>;

const EMPTY = z.object({});

/** Declares a route. */
export function endpoint<
  R extends z.ZodType,
  const M extends Method,
  const Path extends string,
  P extends z.ZodObject = typeof EMPTY,
  Q extends z.ZodObject = typeof EMPTY,
  B extends Bodies = Record<never, never>,
>(parts: Parts<Endpoint<P, Q, R, M, Path, B>>): Endpoint<P, Q, R, M, Path, B> {
  return {
    ...parts,
    params: parts.params ?? (EMPTY as unknown as P),
    query: parts.query ?? (EMPTY as unknown as Q),
  };
}

export const errorSchema = z
  .object({
    error: z.object({
      code: z.string(),
      message: z.string(),
      details: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })).optional(),
    }),
  })
  .meta({ id: "Error" });
