import { z } from "zod";
import type { Scope } from "./access";

export type { Scope } from "./access";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export type Bodies = Readonly<Record<string, z.ZodType | null>>;

/**
 * One route of the API. It is the only definition of its handler's types, its client's types, its checks and its
 * description.
 */
export interface Endpoint<
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject = z.ZodObject,
  R extends z.ZodType = z.ZodType,
  M extends Method = Method,
  Path extends string = string,
  B extends Bodies = Bodies,
> {
  readonly method: M;
  readonly path: Path;
  readonly summary: string;
  readonly description?: string;
  readonly scope: Scope;
  readonly params: P;
  readonly query: Q;
  readonly body?: B;
  readonly response: R;
  readonly responseType?: string;
}

type Parts<E extends Endpoint> = Omit<E, "params" | "query"> & Partial<Pick<E, "params" | "query">>;

const EMPTY = z.object({});

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

/** An endpoint that views of a session read. `lib/queries/session-reads.ts` answers it for the route, a page and a share. */
export function viewEndpoint<
  R extends z.ZodType,
  const Path extends string,
  P extends z.ZodObject,
  Q extends z.ZodObject = typeof EMPTY,
>(parts: Omit<Parts<Endpoint<P, Q, R, "GET", Path>>, "method"> & { readonly params: P }) {
  return { ...endpoint({ ...parts, method: "GET" }), isOfView: true } as const;
}

export const errorSchema = z
  .object({
    error: z
      .object({
        code: z.string().describe("a stable code for programs, such as `not_found` or `invalid`"),
        message: z.string().describe("one sentence for people: what was wrong and what was expected"),
        details: z
          .array(
            z.object({
              path: z.string().describe("the field, as a path in the request: `events.3.at`"),
              code: z.string().describe("a stable code of the problem"),
              message: z.string().describe("what was expected of the field"),
            }),
          )
          .optional()
          .describe("the problem of each field; left out where the request as a whole was refused"),
      })
      .describe("what went wrong"),
  })
  .meta({ id: "Error" });
