import { z } from "zod";
import { endpoint } from "../endpoint";
import { sessionParams } from "./session-params";

const deletedSchema = z.object({ deleted: z.int().describe("sessions") });
export const RETENTION_DAYS_MAX = 36_500;
const RETENTION_TAGS_MAX = 50;
const RETENTION_MEGABYTES_MAX = 1_000_000_000;

export const deleteSession = endpoint({
  method: "DELETE",
  path: "/api/v1/sessions/{id}",
  summary: "Delete a session, with the sub-agents and side calls below it",
  description: "It is gone from every table when this answers. The same session sent again is a new one.",
  scope: "write",
  params: sessionParams,
  response: deletedSchema,
});

export const deleteSessions = endpoint({
  method: "DELETE",
  path: "/api/v1/sessions",
  summary: "Delete the project's sessions that nothing was received for in some days",
  description: "They are gone from every table when this answers. The audit log says how many were deleted.",
  scope: "manage",
  query: z.object({
    olderThanDays: z.coerce.number().int().min(0).max(RETENTION_DAYS_MAX).describe("0 deletes all of them"),
  }),
  response: deletedSchema,
});

const keptDays = z.int().min(1).max(RETENTION_DAYS_MAX).nullable();

export const retentionSchema = z
  .object({
    days: keptDays.describe(
      "how long sessions are kept after the last that was received for them; null is for ever",
    ),
    tags: z
      .array(
        z.object({
          tag: z.string().trim().min(1).max(200).describe("a tag of sessions"),
          days: keptDays.describe("how long those are kept, in place of `days`; null is for ever"),
        }),
      )
      .max(RETENTION_TAGS_MAX)
      .default([])
      .describe("of sessions with a tag; where a session has several, the one that keeps longest"),
    megabytes: z
      .int()
      .min(1)
      .max(RETENTION_MEGABYTES_MAX)
      .nullable()
      .default(null)
      .describe(
        "how much the project keeps of what it received, as it is stored: the oldest goes first; null is no limit",
      ),
  })
  .meta({ id: "Retention" });

const HELD =
  "What stands in an incident, or behind a link that still opens, is kept, with what stands above and below it.";

export const getRetention = endpoint({
  method: "GET",
  path: "/api/v1/retention",
  summary: "How long the project's sessions are kept",
  description: `A new project keeps its sessions for ever. ${HELD}`,
  scope: "manage",
  response: retentionSchema,
});

export const setRetention = endpoint({
  method: "PUT",
  path: "/api/v1/retention",
  summary: "Say how long the project's sessions are kept",
  description: `Applied every hour; the audit log says what was deleted. ${HELD}`,
  scope: "manage",
  body: { "application/json": retentionSchema },
  response: retentionSchema,
});

export const previewRetention = endpoint({
  method: "POST",
  path: "/api/v1/retention/preview",
  summary: "What would be deleted now if sessions were kept as the body says",
  description: "Deletes and changes nothing.",
  scope: "manage",
  body: { "application/json": retentionSchema },
  response: z.object({
    sessions: z.int().describe("how many sessions would go, with sub-agents, side calls and replays"),
    bytes: z.number().describe("what was received for them, as it is stored"),
    bySize: z
      .int()
      .describe("how many of them would go because there is more than is kept, and not for their age"),
    held: z.int().describe("how many are old enough and would stay, for an incident or a link"),
    first: z
      .array(
        z.object({
          id: z.string().describe("public id"),
          name: z.string().describe("the session's name, or its sender's id"),
          updatedAt: z.iso.datetime().describe("when something was received for it last"),
          bytes: z.number().describe("what was received for it and all below it, as it is stored"),
        }),
      )
      .describe("those that would go first"),
  }),
});

export const getStorage = endpoint({
  method: "GET",
  path: "/api/v1/storage",
  summary: "How much the project stores, how fast it grows, and what is left of the disk",
  description: "What was received is counted as it is stored, and only of sessions that are still there.",
  scope: "manage",
  response: z.object({
    projects: z
      .array(
        z.object({
          name: z.string().describe("the project's name"),
          sessions: z.int().describe("its sessions, with sub-agents, side calls and replays"),
          bytes: z.number().describe("what was received for them"),
        }),
      )
      .describe("the projects that the caller owns, the largest first"),
    otherBytes: z.number().describe("what was received for all other projects of the instance"),
    days: z
      .array(
        z.object({
          day: z.string().describe("a day in UTC, such as 2026-11-26"),
          bytes: z.number().describe("what was received on it for this project"),
        }),
      )
      .describe("the last 30 days on which anything was received"),
    databaseBytes: z
      .number()
      .nullable()
      .describe("the whole database, with all that was worked out; null on a cluster"),
    freeInTables: z
      .number()
      .nullable()
      .describe("room in the database's files that new data will use, estimated; null where unknown"),
    disk: z
      .object({
        free: z.number().describe("bytes"),
        size: z.number().describe("bytes"),
      })
      .nullable()
      .describe("the disk of the database; null where the database is elsewhere"),
    daysLeft: z
      .number()
      .nullable()
      .describe(
        "until the disk is full, if the instance grows as in the last 7 days; null where that is unknown",
      ),
  }),
});
