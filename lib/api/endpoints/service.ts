import { z } from "zod";
import { endpoint } from "../endpoint";

export const getHealth = endpoint({
  method: "GET",
  path: "/api/v1/health",
  summary: "Whether the program and its database work",
  description: "For load balancers: an error while the database does not answer. Also at `/health`.",
  scope: "none",
  response: z.object({
    status: z.enum(["ok", "degraded"]).describe("`degraded` where there are problems"),
    problems: z
      .array(z.string())
      .describe(
        "in words: a process that keeps stopping or is silent, a disk that is nearly full, a database node that is away, another version at work, what has waited long to be readable or analysed, an analysis that has run for minutes, and an old backup",
      ),
    database: z.string().describe("whether the database answers"),
    nodes: z
      .object({
        all: z.int().describe("nodes that there are"),
        away: z.int().describe("nodes that do not answer"),
        ids: z.array(z.int()).describe("those nodes, by their ids in `pg_dist_node`"),
      })
      .nullable()
      .describe("the nodes of a distributed database; null for a database without nodes"),
    disk: z
      .object({
        free: z.int().describe("bytes that are left"),
        size: z.int().describe("bytes in all"),
      })
      .nullable()
      .describe("the disk of the database; null where it is another machine's"),
    analyses: z
      .object({
        running: z.int().describe("analyses at work, each in a process of its own beside a worker"),
        oldestS: z.number().describe("for how many seconds the oldest of them has run; 0 where none runs"),
        tooLarge: z.int().describe("sessions that are too large to analyse; their pages say why"),
      })
      .nullable()
      .describe("null where the database cannot be asked"),
    processes: z
      .array(
        z.object({
          name: z.string().describe("such as `worker`"),
          state: z
            .enum(["working", "starting"])
            .describe("`starting` also while it waits to be started again"),
          since: z.string().describe("when that began"),
          restarts: z.int().describe("starts without ten seconds of work in between"),
        }),
      )
      .describe("the processes that this one's supervisor keeps running, itself included"),
    version: z.string().describe("the version of the program"),
  }),
});

export const getReady = endpoint({
  method: "GET",
  path: "/api/v1/ready",
  summary: "Whether this process may be sent requests",
  description:
    "For load balancers: 503 while the database does not answer, holds another schema than this program's, or has no room. Also at `/ready`. `health` says only whether the program is alive, and why.",
  scope: "none",
  response: z.object({
    ready: z.literal(true).describe("otherwise the answer is an error that says why not"),
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
