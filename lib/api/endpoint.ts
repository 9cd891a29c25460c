import { z } from "zod";
import type { Scope } from "./access";

export type { Scope } from "./access";

/** One route of the API: the one definition behind its handler's types, its checks and its description. */
export interface Endpoint<
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject = z.ZodObject,
  R extends z.ZodType = z.ZodType,
> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With parameters in braces: `/api/v1/sessions/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  /** What a caller must be allowed to do: see `ACCESS`. */
  readonly scope: Scope;
  readonly params: P;
  readonly query: Q;
  /** Media types that the body may have, with their schema where it is JSON; left out when there is no body. */
  readonly body?: Readonly<Record<string, z.ZodType | null>>;
  readonly response: R;
  /** The media type of the answer when it is not JSON. */
  readonly responseType?: string;
}

type Parts<P extends z.ZodObject, Q extends z.ZodObject, R extends z.ZodType> = Omit<
  Endpoint<P, Q, R>,
  "params" | "query"
> & {
  params?: P;
  query?: Q;
};

const EMPTY = z.object({});

/** Declares a route. */
export function endpoint<
  R extends z.ZodType,
  P extends z.ZodObject = typeof EMPTY,
  Q extends z.ZodObject = typeof EMPTY,
>(parts: Parts<P, Q, R>): Endpoint<P, Q, R> {
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
