import { z } from "zod";
import { endpoint } from "../endpoint";

export const getHealth = endpoint({
  method: "GET",
  path: "/api/v1/health",
  summary: "Whether the program and its database work",
  description: "For load balancers: an error while the database does not answer.",
  scope: "none",
  response: z.object({
    status: z.enum(["ok", "degraded"]).describe("`degraded` where a database node is away"),
    database: z.string().describe("whether the database answers"),
    nodes: z
      .object({
        all: z.int().describe("nodes that there are"),
        away: z.int().describe("nodes that do not answer"),
        ids: z.array(z.int()).describe("those nodes, by their ids in `pg_dist_node`"),
      })
      .nullable()
      .describe("the nodes of a distributed database; null for a database without nodes"),
    version: z.string().describe("the version of the program"),
  }),
});

export const getOpenApi = endpoint({
  method: "GET",
  path: "/api/v1/openapi.json",
  summary: "This description",
  description: "OpenAPI 3.1, made from the declarations that the routes themselves use.",
  scope: "none",
  response: z.looseObject({
    openapi: z.string().describe("the version of OpenAPI"),
    info: z.looseObject({ title: z.string().describe("the API's name") }).describe("what this API is"),
    paths: z.record(z.string(), z.unknown()).describe("the routes, by path"),
  }),
});
