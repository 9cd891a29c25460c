import { z } from "zod";
import type { Endpoint } from "./endpoint";

/** The longest that an answer is held back. */
export const WAIT_MS_MAX = 30_000;

const waitQuery = {
  wait: z.coerce
    .number()
    .int()
    .min(0)
    .max(WAIT_MS_MAX)
    .optional()
    .describe(
      "milliseconds that the answer may be held back until everything that was acknowledged before the request is in it",
    ),
};

const waitingField = z
  .int()
  .describe(
    "events and records that were acknowledged and that this answer does not tell of yet, because they are being worked in; 0 when it tells of all",
  );

/** How far the answer about a session goes. */
export const sessionFreshness = {
  asOfTurn: z
    .int()
    .nullable()
    .describe("the newest turn that this answer knows of; null when there is none yet"),
  analysedAsOfTurn: z
    .int()
    .nullable()
    .describe(
      "the newest turn that findings, plans, evidence and who needed what know of, which in a running session is not always the newest one; null when it is not analysed",
    ),
  waiting: waitingField,
};

/** How far the answer about a project goes. */
export const projectFreshness = { waiting: waitingField };

export type SessionFreshness = z.output<z.ZodObject<typeof sessionFreshness>>;
export type ProjectFreshness = z.output<z.ZodObject<typeof projectFreshness>>;

/**
 * What the answer of a route says its freshness about: a session, a project, or neither. Every answer in JSON about what
 * was received does; whoever adds such a route gets it too.
 */
export function readsOf({ method, path, responseType }: Endpoint): "session" | "project" | null {
  if (method !== "GET" || responseType !== undefined) return null;
  if (path.startsWith("/api/v1/sessions/{id}")) return "session";
  return PROJECT_READS.has(path) ? "project" : null;
}

const PROJECT_READS: ReadonlySet<string> = new Set([
  "/api/v1/sessions",
  "/api/v1/audit",
  "/api/v1/audit/decisions",
]);

/** What a route may be asked, with what every read may be. */
export function queryOf(endpoint: Endpoint): z.ZodObject {
  return readsOf(endpoint) === null ? endpoint.query : endpoint.query.extend(waitQuery);
}

/** What a route answers, with how far the answer goes. */
export function answerOf(endpoint: Endpoint): z.ZodType {
  const reads = readsOf(endpoint);
  if (reads === null || !(endpoint.response instanceof z.ZodObject)) return endpoint.response;
  return endpoint.response.extend(reads === "session" ? sessionFreshness : projectFreshness);
}
