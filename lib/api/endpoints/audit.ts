import { z } from "zod";
import { OUTCOMES } from "@/lib/core/vocabulary";
import { endpoint } from "../endpoint";
import { WAIT_MS_MAX } from "../freshness";
import { billsSchema, compactionGroupSchema } from "../schemas/audit-groups";
import { costSchema } from "../schemas/session";
import { tokensField, turnField } from "@/lib/core/trace/fields";
import { jobSchema } from "./jobs";
import { precisionSchema } from "./verdicts";

export const AUDIT_SESSIONS_MAX = 5_000;
export const SAVED_AUDIT_SESSIONS_MAX = 100_000;

export const auditQuery = z.object({
  agent: z.string().max(500).optional().describe("only sessions of this agent"),
  model: z.string().max(500).optional().describe("only sessions that called this model"),
  policy: z.string().max(500).optional().describe("only sessions that ran under this policy"),
  outcome: z.enum(OUTCOMES).optional().describe("only sessions that ended like this"),
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

/** Strict, because a misspelt filter would cover more than was meant. */
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
  sessions: z.int().describe("sessions of the group"),
  deciding: z.int().describe("those with decisions that used evidence"),
  withAbsent: z.int().describe("those of them in which some evidence was absent"),
  decisions: z.int().describe("decisions that used evidence"),
  absent: z.int().describe("decisions whose evidence was absent"),
  absentPerSession: share,
  shareWithAbsent: share,
};

const groupSchema = z.object({
  value: z
    .string()
    .nullable()
    .describe("what the sessions of the group share; null for sessions that say nothing of it"),
  ...decisionFigures,
});

const spendingFigures = {
  costs: z
    .array(costSchema)
    .describe("one entry a currency, at list prices; empty where nothing can be priced"),
  callMs: z.int().nullable().describe("how long a call took on average, in milliseconds; null where unknown"),
};

const auditSchema = z
  .object({
    sample: z
      .object({
        sessions: z.int().describe("sessions that were counted"),
        limit: z.int().describe("sessions that are counted at most, the newest first"),
        isWhole: z.boolean().describe("whether the sample is all that matches"),
        pending: z.int().describe("matching sessions that are not analysed yet, up to 1,000"),
        outdated: z
          .int()
          .describe("matching sessions whose findings are from earlier thresholds, up to 1,000"),
      })
      .describe("how much of the project the figures are of"),
    total: groupSchema.describe("the figures of all counted sessions together"),
    outcomes: z.array(groupSchema).describe("the figures by how a session ended"),
    agents: z.array(groupSchema).describe("the figures by agent, of those with most sessions"),
    models: z.array(groupSchema).describe("the figures by model, of those with most sessions"),
    policies: z.array(groupSchema).describe("the figures by policy, of those with most sessions"),
    tools: z
      .array(
        z.object({
          tool: z.string().describe("the tool's name"),
          sessions: z.int().describe("sessions that called the tool"),
          calls: z.int().describe("calls of the tool"),
          results: z.int().describe("results of the tool whose size is known"),
          p50: tokensField.describe("the median size of a result in tokens; null where no size is known"),
          p95: tokensField.describe(
            "the size that 95 % of the results stay below, in tokens; null where no size is known",
          ),
          max: tokensField.describe("the size of the largest result in tokens; null where no size is known"),
          share: share.describe("of the tokens that stood in windows, summed over turns"),
          turnsResident: z
            .number()
            .nullable()
            .describe("turns that a result stands in the window, on average"),
          evicted: z.int().describe("results that left a window"),
          refetched: z.int().describe("results that left and were fetched again"),
          uses: z.int().describe("later uses of the results"),
          usesAbsent: z.int().describe("those uses that found the result in no window"),
        }),
      )
      .describe("the tools by the tokens that their results took, the largest first"),
    checkpoints: z
      .object({
        taken: z.int().describe("checkpoints in the counted sessions"),
        judged: z.int().describe("those of which both figures are known"),
        needless: z.int().describe("of these, those whose session would have fitted without"),
        medianLeft: z.number().nullable().describe("turns that still fitted when the checkpoint was taken"),
        medianNeeded: z.number().nullable().describe("turns that the session took after it"),
        newest: z
          .array(
            z.object({
              sessionId: z.string().describe("id of the session"),
              name: z
                .string()
                .nullish()
                .describe("the session's name; left out of audits that were kept without it"),
              turn: turnField,
              turnsLeft: z
                .int()
                .nullable()
                .describe(
                  "turns that the session still had after the checkpoint; null where it is not known",
                ),
              turnsNeeded: z
                .int()
                .nullable()
                .describe(
                  "turns that a restart from it needed; null where nothing was restarted or it is not known",
                ),
              restarts: z.int().describe("restarts from the checkpoint"),
              lost: z.int().describe("things that restarts from it did not carry over"),
            }),
          )
          .describe("the newest checkpoints"),
      })
      .describe("how well checkpoints held what a restart needed"),
    spending: z
      .object({
        ...spendingFigures,
        models: z
          .array(
            z.object({
              model: z.string().nullable().describe("the model that was called; null where unknown"),
              calls: z.int().describe("calls of it"),
              ...spendingFigures,
            }),
          )
          .describe("by model, most calls first"),
      })
      .describe("what the calls of the counted sessions cost, and how long they took"),
    compactions: z
      .array(compactionGroupSchema)
      .optional()
      .describe(
        "what compactions kept and cost, by program, version, model and trigger, those with the most compactions first; left out of audits that were kept without it",
      ),
    bills: billsSchema
      .optional()
      .describe(
        "what the counted sessions cost, by what they have in common; left out of audits that were kept without it",
      ),
    rules: z
      .array(precisionSchema)
      .optional()
      .describe(
        "how often people confirmed each rule, in all sessions of the project; left out of audits that were kept without it",
      ),
    constraints: z
      .array(
        z.object({
          text: z.string().describe("the constraint in its own words"),
          sessions: z.int().describe("sessions that stated it"),
          lost: z.int().describe("sessions in which it left the window"),
          paraphrased: z.int().describe("sessions in which only a paraphrase was left"),
          latest: z
            .object({ sessionId: z.string().describe("id of the session"), turn: turnField })
            .describe("where it was lost last"),
        }),
      )
      .describe("the constraints that left a window most often"),
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
  query: auditBody.describe("what was asked for"),
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
  description: "The figures come once the job is done. They are kept for a day.",
  scope: "read",
  params: z.object({ jobId: z.string().max(100).describe("the id of the audit's job") }),
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
    evidence: z
      .enum(["absent", "present", "any"])
      .default("absent")
      .describe("`absent` lists decisions that lacked evidence, `present` those that had all of it"),
    offset: z.coerce.number().int().min(0).max(100_000).default(0).describe("decisions to skip"),
    limit: z.coerce.number().int().min(1).max(500).default(50).describe("decisions in the answer at most"),
  }),
  response: z.object({
    decisions: z
      .array(
        z.object({
          sessionId: z.string().describe("id of the session"),
          name: z.string().describe("the session's name, else its external id"),
          outcome: z.enum(OUTCOMES).nullable().describe("how the session ended; null where unknown"),
          turn: turnField,
          step: z
            .string()
            .nullable()
            .describe("id of the plan's step that was being worked on; null outside of a plan"),
          tools: z.array(z.string()).describe("the tools whose results it used"),
          evidence: z.int().describe("pieces of evidence that the decision used"),
          absent: z.int().describe("those of them that stood in no window"),
          declared: z.boolean().describe("whether the plan itself said that the evidence was needed"),
        }),
      )
      .describe("the decisions, the newest session first"),
    more: z.boolean().describe("whether more decisions follow"),
  }),
});
