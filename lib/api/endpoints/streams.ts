import { z } from "zod";
import { endpoint } from "../endpoint";
import { sessionSummarySchema } from "../schemas/session";
import { turnField } from "@/lib/core/trace/fields";
import { sessionParams } from "./session-params";

const after = z.coerce
  .number()
  .int()
  .min(0)
  .max(Number.MAX_SAFE_INTEGER)
  .optional()
  .describe("the id of the last event that was seen, for clients that cannot send `Last-Event-ID`");

export const sessionNewsSchema = z
  .object({
    session: sessionSummarySchema.describe("the session as the list shows it now"),
    fromTurn: turnField
      .nullable()
      .describe("the first turn that is new or changed since the event before; null when no turn is"),
    lastTurn: turnField.nullable().describe("the newest turn"),
  })
  .meta({ id: "SessionNews" });
export type SessionNewsMessage = z.infer<typeof sessionNewsSchema>;

export const streamSession = endpoint({
  method: "GET",
  path: "/api/v1/sessions/{id}/stream",
  summary: "What changes in a session, as it changes",
  description:
    "Server-sent events. `session` says what the session is now and from which turn on it changed; its id is the session's `version`, which any server of the " +
    "instance can go on from. Without an id to go on from, the first event says how the session stands. `deleted` is the last event of a session that was deleted. " +
    "On a cluster, `away` names the node that holds the session while it is away, and `there` says that it is back; both are without an id. " +
    "Several changes within a moment are one event. A comment keeps the line open.",
  scope: "read",
  params: sessionParams,
  query: z.object({ after }),
  responseType: "text/event-stream",
  response: sessionNewsSchema,
});

export const streamSessions = endpoint({
  method: "GET",
  path: "/api/v1/sessions/stream",
  summary: "What changes in the list of sessions, as it changes",
  description:
    "Server-sent events. `session` says what a session is now, whether it is new or changed; `deleted` names one that is gone; after `reset` some changes are " +
    "missing, and the list is to be read again. Sent with the id of the last event that was seen, it first tells what changed since, " +
    "and now and then something twice. A comment keeps the line open.",
  scope: "read",
  query: z.object({ after }),
  responseType: "text/event-stream",
  response: sessionNewsSchema,
});
