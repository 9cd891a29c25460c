import { z } from "zod";
import { endpoint } from "../endpoint";

export const getHealth = endpoint({
  method: "GET",
  path: "/api/v1/health",
  summary: "Whether the program and its database work",
  scope: "none",
  response: z.object({
    /** `degraded` while some nodes of the database are away. Data on the other nodes works. */
    status: z.enum(["ok", "degraded"]),
    database: z.string(),
    /** The nodes of a cluster; `null` for a database on one server. */
    nodes: z.object({ all: z.int(), away: z.int() }).nullable(),
    version: z.string(),
  }),
});

export const getOpenApi = endpoint({
  method: "GET",
  path: "/api/v1/openapi.json",
  summary: "This description",
  scope: "none",
  response: z.looseObject({
    openapi: z.string(),
    info: z.looseObject({ title: z.string() }),
    paths: z.record(z.string(), z.unknown()),
  }),
});
