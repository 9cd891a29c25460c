import type { z } from "zod";
import type { Endpoint } from "@/lib/api/endpoint";
import type { OperationIn } from "@/lib/api/endpoints";
import type { JsonText } from "@/lib/api/json-text";
import type { WriteContext } from "@/lib/access/write-context";
import { getDatabase } from "@/lib/db/client";
import type { Context, Handler, MayWait } from "@/lib/http/serve";
import { serve } from "@/lib/http/serve";
import type { SessionReadPath } from "@/lib/api/request/request";

/** An endpoint with what answers it. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly answer: Handler;
}

/** What a group declares beside the reads of session views, which `lib/queries/session-reads.ts` answers. */
export type RoutedIn<Group> = {
  [Name in OperationIn<Group>]: Group[Name] extends { readonly method: "GET"; readonly path: SessionReadPath }
    ? never
    : Name;
}[OperationIn<Group>];

/** A route for each of these endpoints: one that is missing, or is not declared, does not compile. */
export type RoutesOf<Group> = { readonly [Name in RoutedIn<Group>]: Route };

type Answer<E extends Endpoint> = (
  context: Context<z.output<E["params"]>, z.output<E["query"]> & MayWait> & { readonly ctx: WriteContext },
) => Promise<z.input<E["response"]> | JsonText | Response>;

type AnswersOf<Group> = {
  readonly [Name in RoutedIn<Group>]: Group[Name] extends Endpoint ? Answer<Group[Name]> : never;
};

/** Answers each endpoint of a group with a function of its checked parameters, and of the context that commands take. */
export function makeAnswers<Group extends object>(group: Group, byName: AnswersOf<Group>): RoutesOf<Group> {
  const routes = Object.entries<Answer<Endpoint>>(byName).map(([name, answer]): [string, Route] => {
    const endpoint = group[name as keyof Group] as Endpoint;
    const asked = serve(endpoint, (context) =>
      answer({ ...context, ctx: { db: getDatabase(), caller: context.caller } }),
    );
    return [name, { endpoint, answer: asked }];
  });
  return Object.fromEntries(routes) as RoutesOf<Group>;
}
