import { z } from "zod";
import { endpoint } from "../endpoint";
import { sessionParams } from "./session-params";

const deletedSchema = z.object({ deleted: z.int().describe("sessions") });
export const RETENTION_DAYS_MAX = 36_500;

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

export const retentionSchema = z
  .object({
    days: z
      .int()
      .min(1)
      .max(RETENTION_DAYS_MAX)
      .nullable()
      .describe("how long sessions are kept after the last that was received for them; null is for ever"),
  })
  .meta({ id: "Retention" });

export const getRetention = endpoint({
  method: "GET",
  path: "/api/v1/retention",
  summary: "How long the project's sessions are kept",
  description: "A new project keeps its sessions for ever.",
  scope: "manage",
  response: retentionSchema,
});

export const setRetention = endpoint({
  method: "PUT",
  path: "/api/v1/retention",
  summary: "Say how long the project's sessions are kept",
  description: "Applied every hour; the audit log says what was deleted.",
  scope: "manage",
  body: { "application/json": retentionSchema },
  response: retentionSchema,
});
