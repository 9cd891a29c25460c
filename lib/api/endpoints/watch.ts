import { z } from "zod";
import { endpoint } from "../endpoint";

export const watchBody = z
  .strictObject({ on: z.boolean().describe("whether the session folders are followed") })
  .meta({ id: "Watch" });

const watchResult = z.object({
  available: z.boolean().describe("only in local mode; a server has no session folders of its users"),
  on: z.boolean().describe("whether the folders are followed"),
  days: z.int().describe("files that have not changed for longer are left alone until they do"),
  places: z
    .array(
      z.object({
        agent: z.string().describe("the agent's name"),
        folder: z.string().describe("the folder"),
        about: z.string().describe("which files below the folder are read"),
        exists: z.boolean().describe("whether the folder exists"),
        files: z.int().describe("files that have been read"),
        lastAt: z.iso
          .datetime()
          .nullable()
          .describe("when a file of it changed last; null where none was read"),
      }),
    )
    .describe("the folders of the known agents"),
});
export type WatchResult = z.output<typeof watchResult>;

export const getWatch = endpoint({
  method: "GET",
  path: "/api/v1/watch",
  summary: "The session folders of this machine's agents, and whether they are followed",
  description: "Local mode only.",
  scope: "manage",
  response: watchResult,
});

export const setWatch = endpoint({
  method: "PUT",
  path: "/api/v1/watch",
  summary: "Follow the session folders of this machine, or stop",
  description: "Nothing outside the folders that the answer names is read. Local mode only.",
  scope: "manage",
  body: { "application/json": watchBody },
  response: watchResult,
});
