import type { Handler } from "@/lib/http/serve";
import type { Route } from "./answers";
import * as busy from "./busy";

type Room = Readonly<Record<string, Readonly<Record<string, Route>>>>;

/** The routes with which agents send, by path. The server answers them without the framework of the pages. */
export type PostedRoutes = ReadonlyMap<string, Handler>;

export const BUSY_ROUTES = posted(busy);

/** The busy routes and those that take longer to load: what running agents ask, and imports. */
export async function postedRoutes(): Promise<PostedRoutes> {
  return new Map([...BUSY_ROUTES, ...posted(await import("./agents"))]);
}

function posted(room: Room): PostedRoutes {
  const routes = Object.values(room).flatMap((group) => Object.values(group));
  return new Map(
    routes
      .filter(({ endpoint }) => endpoint.method === "POST")
      .map(({ endpoint, answer }) => [endpoint.path, answer]),
  );
}
