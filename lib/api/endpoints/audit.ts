import { z } from "zod";
import { OUTCOMES } from "@/lib/core/vocabulary";
import { endpoint } from "../endpoint";
import { WAIT_MS_MAX } from "../freshness";
import { tokensField, turnField } from "../schemas";
import { jobSchema } from "./jobs";

export const AUDIT_SESSIONS_MAX = 5_000;
/** Sessions of an audit that a worker does. */
export const SAVED_AUDIT_SESSIONS_MAX = 100_000;
/** Rows of one table of an audit, largest first. */
export const AUDIT_ROWS = 50;

export const auditQuery = z.object({
  agent: z.string().max(500).optional(),
  model: z.string().max(500).optional(),
  policy: z.string().max(500).optional(),
  outcome: z.enum(OUTCOMES).optional(),
  from: z.iso.datetime({ offset: true }).optional().describe("started at or after"),
  to: z.iso.datetime({ offset: true }).optional().describe("started before"),
  sample: z.coerce
    .number()
    .int()
    .min(1)
    .max(AUDIT_SESSIONS_MAX)
    .default(1_000)
    .describe("how many of the newest matching sessions are looked at"),
});

/** What an audit of a worker is to look at. Strict, because a misspelt filter would look at more than was meant. */
export const auditBody = z.strictObject({
  ...auditQuery.shape,
  sample: z
    .int()
    .min(1)
    .max(SAVED_AUDIT_SESSIONS_MAX)
    .default(SAVED_AUDIT_SESSIONS_MAX)
    .describe("how many of the newest matching sessions are looked at"),
});

const share = z.number().nullable().describe("null when there is nothing to divide by");

const decisionFigures = {
  sessions: z.int(),
  /** Sessions with decisions on evidence, and those of them in which some evidence was absent. */
  deciding: z.int(),
  withAbsent: z.int(),
  decisions: z.int(),
  absent: z.int(),
  absentPerSession: share,
  shareWithAbsent: share,
};

const groupSchema = z.object({ value: z.string().nullable(), ...decisionFigures });

const auditSchema = z
  .object({
    sample: z.object({
      sessions: z.int(),
      limit: z.int(),
      isWhole: z.boolean().describe("whether the sample is all that matches"),
      pending: z.int().describe("matching sessions that are not analysed yet, up to 1,000"),
      outdated: z.int().describe("matching sessions whose findings are from earlier thresholds, up to 1,000"),
    }),
    total: groupSchema,
    outcomes: z.array(groupSchema),
    agents: z.array(groupSchema),
    models: z.array(groupSchema),
    policies: z.array(groupSchema),
    tools: z.array(
      z.object({
        tool: z.string(),
        sessions: z.int(),
        calls: z.int(),
        results: z.int(),
        p50: tokensField,
        p95: tokensField,
        max: tokensField,
        share: share.describe("of the tokens that stood in windows, summed over turns"),
        turnsResident: z.number().nullable().describe("turns that a result stands in the window, on average"),
        evicted: z.int(),
        refetched: z.int(),
        uses: z.int(),
        usesAbsent: z.int(),
      }),
    ),
    checkpoints: z.object({
      taken: z.int(),
      judged: z.int().describe("those of which both figures are known"),
      needless: z.int().describe("of these, those whose session would have fitted without"),
      medianLeft: z.number().nullable().describe("turns that still fitted when the checkpoint was taken"),
      medianNeeded: z.number().nullable().describe("turns that the session took after it"),
      newest: z.array(
        z.object({
          sessionId: z.string(),
          turn: turnField,
          turnsLeft: z.int().nullable(),
          turnsNeeded: z.int().nullable(),
          restarts: z.int(),
          lost: z.int().describe("things that restarts from it did not carry over"),
        }),
      ),
    }),
    constraints: z.array(
      z.object({
        text: z.string(),
        sessions: z.int(),
        lost: z.int(),
        paraphrased: z.int(),
        latest: z.object({ sessionId: z.string(), turn: turnField }),
      }),
    ),
  })
  .meta({ id: "Audit" });

export const getAudit = endpoint({
  method: "GET",
  path: "/api/v1/audit",
  summary: "How often decisions were taken without their evidence",
  description:
    "Over the newest analysed sessions that match, up to `sample` of them: for every decision, whether its evidence was in the window; how sessions that ended " +
    "wrong compare with those that ended well; what fills windows; which constraints get lost. All figures are of the sample. For more sessions, see `POST /api/v1/audits`.",
  scope: "read",
  query: auditQuery,
  response: auditSchema,
});

const savedAuditSchema = z.object({
  job: jobSchema.describe("how far it is; it is cancelled at /api/v1/jobs/{jobId}"),
  query: auditBody,
  audit: auditSchema.nullable().describe("once it is done"),
});

export const startAudit = endpoint({
  method: "POST",
  path: "/api/v1/audits",
  summary: "Audit many sessions in a worker",
  description:
    "As `GET /api/v1/audit`, over more sessions. Answered with 202 while the worker is not done. The result is kept for a day; it is deleted when a session of the project is deleted.",
  scope: "write",
  query: z.object({
    wait: z.coerce
      .number()
      .int()
      .min(0)
      .max(WAIT_MS_MAX)
      .default(0)
      .describe("milliseconds that the request waits for the worker"),
  }),
  body: { "application/json": auditBody },
  response: savedAuditSchema,
});

export const getSavedAudit = endpoint({
  method: "GET",
  path: "/api/v1/audits/{jobId}",
  summary: "An audit that a worker does: how far it is, and its figures",
  scope: "read",
  params: z.object({ jobId: z.string().max(100) }),
  response: savedAuditSchema,
});

export const listDecisions = endpoint({
  method: "GET",
  path: "/api/v1/audit/decisions",
  summary: "Decisions and whether their evidence was in the window",
  description:
    "One row for each step, call or answer of the sampled sessions that used evidence, the newest session first.",
  scope: "read",
  query: auditQuery.extend({
    evidence: z.enum(["absent", "present", "any"]).default("absent"),
    offset: z.coerce.number().int().min(0).max(100_000).default(0),
    limit: z.coerce.number().int().min(1).max(500).default(50),
  }),
  response: z.object({
    decisions: z.array(
      z.object({
        sessionId: z.string(),
        name: z.string(),
        outcome: z.enum(OUTCOMES).nullable(),
        turn: turnField,
        step: z.string().nullable(),
        tools: z.array(z.string()).describe("the tools whose results it used"),
        evidence: z.int(),
        absent: z.int(),
        declared: z.boolean(),
      }),
    ),
    more: z.boolean(),
  }),
});
