import { z } from "zod";
import type { Endpoint } from "./endpoint";
import { listLaterFields } from "./later/known-later";

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
    "acknowledged events and records that this answer does not include yet, because they are still being processed; 0 when it includes all",
  );

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

export const projectFreshness = {
  waiting: waitingField,
  nodesAway: z
    .int()
    .describe(
      "nodes of the database that are away: sessions that are stored there are left out of this answer; 0 as a rule",
    ),
};

export type SessionFreshness = z.output<z.ZodObject<typeof sessionFreshness>>;
export type ProjectFreshness = z.output<z.ZodObject<typeof projectFreshness>>;

/**
 * What a route's freshness is about: a session, a project, or neither. Every JSON answer about received data has one; a
 * new route gets it without further code.
 */
export function findReadScope({ method, path, responseType }: Endpoint): "session" | "project" | null {
  if (method !== "GET" || responseType !== undefined) return null;
  if (path.startsWith("/api/v1/sessions/{id}")) return "session";
  return PROJECT_READS.has(path) ? "project" : null;
}

const PROJECT_READS: ReadonlySet<string> = new Set([
  "/api/v1/sessions",
  "/api/v1/audit",
  "/api/v1/audit/decisions",
]);

/** The events of a session: no place for a figure of freshness, so a caller waits for what it sent. */
const EVENTS = "application/x-ndjson";

export function queryOf(endpoint: Endpoint): z.ZodObject {
  const isExport = endpoint.method === "GET" && endpoint.responseType === EVENTS;
  return findReadScope(endpoint) === null && !isExport ? endpoint.query : endpoint.query.extend(waitQuery);
}

export function makeEndpointAnswer(endpoint: Endpoint): z.ZodType {
  const reads = findReadScope(endpoint);
  if (reads === null || !(endpoint.response instanceof z.ZodObject)) return endpoint.response;
  const answer = endpoint.response.extend(reads === "session" ? sessionFreshness : projectFreshness);
  return answer.extend(makeLaterShape(endpoint.path, answer.shape as Record<string, z.ZodType>));
}

const NOT_YET = {
  derived: "null while nothing of the session is worked out yet",
  analysed: "null before the first analysis",
} as const;

/** The fields that may not be known yet, each with what it says then. */
function makeLaterShape(path: string, shape: Readonly<Record<string, z.ZodType>>): Record<string, z.ZodType> {
  return Object.fromEntries(
    listLaterFields(path).flatMap(([name, stage]) => {
      const field = shape[name];
      if (field === undefined) return [];
      return [[name, field.nullable().describe(`${field.description ?? name}; ${NOT_YET[stage]}`)]];
    }),
  );
}
