import { z } from "zod";
import { SEVERITIES } from "@/lib/core/findings/rule/finding";
import { SESSION_ROLES, OUTCOMES, CALIBRATION_BASES } from "@/lib/core/vocabulary";
import {
  timeField,
  tokensField,
  turnField,
  provenanceField,
  limitProvenanceField,
} from "@/lib/core/trace/fields";
import { storySchema } from "@/lib/core/story/story-schema";
import { declaredBudgetsSchema } from "@/lib/core/trace/turn-figures";

/** A figure of what was worked out of a session. */
function countField(what: string) {
  return z.int().nullable().describe(`${what}; null while nothing of the session is worked out yet`);
}

export const pendingSchema = z
  .object({
    what: z
      .enum(["all", "turns", "findings"])
      .describe(
        "`all`: nothing of it can be read yet, and its figures are null; `turns`: the figures are as of the newest turn that can be read; `findings`: all turns can be read, and not all are analysed",
      ),
    since: z.iso.datetime().describe("when what is waited for was received"),
  })
  .nullable()
  .describe("what is still being worked out of what was received; null when nothing is");

export const sessionSummarySchema = z
  .object({
    id: z.string().describe("the session's id, as `ses_…`"),
    externalId: z.string().describe("the id that its sender gave it"),
    name: z.string().nullable().describe("the name; null for none"),
    agent: z.string().nullable().describe("the agent's name; null where unknown"),
    model: z.string().nullable().describe("the model that it called last; null where unknown"),
    role: z
      .enum(SESSION_ROLES)
      .describe("whether it is an agent's session, a sub-agent's, a side call or a replay"),
    parentId: z.string().nullable().describe("id of the session that started it; null where none did"),
    outcome: z.enum(OUTCOMES).nullable().describe("how it ended; null where unknown"),
    tags: z.array(z.string()).describe("the tags that people and the sender gave it"),
    startedAt: timeField.describe("time of its first event; null where no event has a time"),
    endedAt: timeField.describe("when it ended; null while no end was reported"),
    updatedAt: z.iso.datetime().describe("when something about it was received last"),
    version: z
      .int()
      .describe("grows with every change that readers can see; what the ids of the session's stream are"),
    source: z
      .object({
        format: z.string().describe("the format of the file"),
        file: z.string().nullable().describe("the file's name; null where it had none"),
      })
      .nullable()
      .describe("the file that it was imported from; null for what was sent"),
    counts: z
      .object({
        turns: countField("model calls"),
        blocks: countField("pieces of content"),
        toolCalls: countField("tool calls"),
        repeatedToolCalls: countField("tool calls that are equal to an earlier one"),
        evictions: countField("blocks that left a window"),
        compactions: countField("compactions"),
        dangling: z
          .int()
          .nullable()
          .describe("uses of evidence that stood in no window; null while the session is not analysed"),
        decisions: z
          .int()
          .nullable()
          .describe("decisions that used evidence; null while the session is not analysed"),
        decisionsAbsent: z
          .int()
          .nullable()
          .describe("decisions whose evidence was absent; null while the session is not analysed"),
      })
      .describe("how much it holds"),
    findings: z
      .partialRecord(z.enum(SEVERITIES), z.int())
      .nullable()
      .describe("findings by severity; null while the session is not analysed"),
    story: storySchema
      .nullable()
      .describe("what happened in it, in counts; null while the session is not analysed"),
    pending: pendingSchema,
    analysisRefused: z
      .string()
      .nullable()
      .describe(
        "why the session is too large to analyse, such as `it needs more than 1,536 MB of memory`; findings are as of an earlier analysis, if there was one. null where it is not too large",
      ),
    tokens: z
      .object({
        peakWindow: tokensField.describe("tokens of the fullest window; null where unknown"),
        peakTurn: turnField.nullable().describe("the turn of the fullest window; null where unknown"),
        peakProvenance: provenanceField.describe("where the figure of the fullest window comes from"),
        peakShare: z
          .number()
          .nullable()
          .describe(
            "the fullest window as a share of the context window that its turn had, 1 for a full one; null where unknown",
          ),
        contextWindow: tokensField.describe(
          "the size of the model's context window in tokens; null where unknown",
        ),
        contextWindowProvenance: limitProvenanceField,
        budget: tokensField.describe("the budget in tokens; null where none was declared"),
        evicted: tokensField.describe("tokens that left the windows, all together; null where unknown"),
      })
      .describe("how full its windows were"),
  })
  .meta({ id: "SessionSummary" });

export type SessionSummary = z.infer<typeof sessionSummarySchema>;

export const OTHER_COST =
  "cost of server tools, of calls inside a call, and of calls whose price only the source states";

/** The source's own sum, beside what the same calls cost here. */
export const statedCostSchema = z
  .object({
    total: z.number().describe("what the source says"),
    calls: z.int().describe("calls that it says it of"),
    ownTotal: z.number().describe("what these calls cost at the prices here"),
  })
  .nullable()
  .describe("what the source itself says that the calls cost; null where it says nothing");

/** In one currency, with cache reads and writes listed separately. */
export const costSchema = z
  .object({
    currency: z.string().describe("the currency, such as `USD`"),
    total: z.number().describe("the whole cost"),
    uncached: z.number().describe("cost of input that the prompt cache did not hold"),
    cacheRead: z.number().describe("cost of input read from the prompt cache"),
    cacheWrite: z.number().describe("cost of input written to the prompt cache"),
    cacheWriteHour: z.number().default(0).describe("of `cacheWrite`, the cost of what is kept for an hour"),
    output: z.number().describe("cost of output"),
    other: z.number().default(0).describe(OTHER_COST),
    calls: z.int().describe("calls that the figures are of"),
    callsTotal: z.int().describe("all calls; those without usage or without a price are not in the figures"),
    stated: statedCostSchema.default(null),
  })
  .meta({ id: "Cost" });

export type CostResult = z.infer<typeof costSchema>;

export const sessionSkeletonSchema = sessionSummarySchema
  .extend({
    budgets: declaredBudgetsSchema.nullable().describe("the budgets that the harness declared last"),
    costs: z
      .array(costSchema)
      .describe("of its own calls, one entry a currency; empty where nothing can be priced"),
    costsWithChildren: z
      .array(costSchema)
      .describe("of its own calls and of all sessions that it started: sub-agents and side calls"),
    outcomeReason: z.string().nullable().describe("why it ended like this; null where unknown"),
    parentExternalId: z
      .string()
      .nullable()
      .describe("the sender's id of the session that started it; null where none did"),
    parentToolCallId: z.string().nullable().describe("the tool call that started it; null where none did"),
    forkedFrom: z
      .object({
        externalId: z.string().describe("its sender's id"),
        sessionId: z.string().nullable().describe("the session's id, as `ses_…`; null where it is not here"),
      })
      .nullable()
      .describe("the session whose history it began with a copy of, as its source says"),
    copied: z
      .object({
        turns: z.int().describe("how many"),
        ownFrom: turnField.describe("the first turn that is no copy"),
        sessionId: z.string().describe("the session that the last of them counts in"),
      })
      .nullable()
      .describe(
        "turns at its beginning that are copies and count in another session: their cost, their findings and their part of sums over sessions are there",
      ),
    children: z
      .array(
        z.object({
          id: z.string().describe("the session's id, as `ses_…`"),
          name: z.string().nullable().describe("its name; null for none"),
          role: z.enum(SESSION_ROLES).describe("whether it is a sub-agent's session or a side call"),
          toolCallId: z.string().nullable().describe("the tool call that started it; null where unknown"),
          turns: z.int().nullable().describe("its model calls; null while they are being worked out"),
        }),
      )
      .describe("the sessions that it started"),
    policy: z
      .json()
      .nullable()
      .describe("the policy that it ran under, in its vendor's configuration; null where unknown"),
    notes: z.array(z.string()).describe("what has to be known to read its figures"),
    reported: z
      .object({
        tokensSent: tokensField.describe("input tokens of all calls; null where it was not reported"),
        tokensReceived: tokensField.describe("output tokens of all calls; null where it was not reported"),
        calls: z.int().nullable().describe("model calls; null where it was not reported"),
        cost: z.number().nullable().describe("what all calls cost, in US dollars; null where not reported"),
      })
      .nullable()
      .describe("what the run itself reported as its totals, measured; null where it reported none"),
    warnings: z
      .array(
        z.object({
          code: z.string().describe("a stable code of the warning"),
          message: z.string().describe("what was odd, as a sentence"),
          count: z.int().describe("how often"),
        }),
      )
      .describe("what was odd in the received data"),
    gaps: z
      .array(
        z.object({
          from: turnField.describe("the first missing turn"),
          to: turnField.describe("the last missing turn"),
        }),
      )
      .describe("runs of turns that were not received"),
    calibration: z
      .object({
        factor: z.number().describe("measured tokens for each counted one"),
        basis: z
          .enum(CALIBRATION_BASES)
          .optional()
          .describe(
            "what the factor was learned from; `total of the run` where nothing but a sum was reported",
          ),
        samples: z.int().describe("turns that the factor was learned from"),
        tokenizer: z.string().describe("the tokenizer that counted"),
        exact: z.boolean().describe("whether it is the model's own tokenizer"),
        medianError: tokensField.describe("the median error of a turn in tokens; null where unknown"),
      })
      .nullable()
      .describe("how counted tokens are brought to the measured scale; null where nothing was measured"),
    firstTurn: turnField.nullable().describe("the first turn; null without turns"),
    lastTurn: turnField.nullable().describe("the last turn; null without turns"),
  })
  .meta({ id: "SessionSkeleton" });

export type SessionSkeleton = z.infer<typeof sessionSkeletonSchema>;
