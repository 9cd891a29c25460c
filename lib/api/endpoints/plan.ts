import { z } from "zod";
import { EDGE_KINDS, EDGE_STATES } from "@/lib/core/evidence/edge";
import { STEP_STATUSES } from "@/lib/core/evidence/plan/steps/plan";
import { USE_STATES } from "@/lib/core/evidence/use-state";
import { MODES, SOURCE_KINDS } from "@/lib/core/vocabulary";
import { viewEndpoint } from "../endpoint";
import { pendingSchema } from "../schemas/session";
import { tokensField, turnField } from "@/lib/core/trace/fields";
import { sessionParams } from "./session-params";

const statusField = z.enum(STEP_STATUSES).describe("how far the step is");
const modeField = z.enum(MODES).describe("how the block stood in the window");
const turnParam = z.coerce.number().int().min(0).max(10_000_000);

export const planSchema = z
  .object({
    id: z.string().describe("the plan's id in the session"),
    title: z.string().nullable().describe("the plan's title; null where it has none"),
    source: z
      .string()
      .describe("`declared` by events, else the way of writing plans that was recognised in blocks"),
    revisions: z
      .array(
        z.object({
          turn: turnField,
          blockId: z.string().nullable().describe("the block that holds this version; null where none does"),
          reason: z.string().nullable().describe("why it was changed; null where unknown"),
          steps: z.int().describe("steps of this version"),
          added: z.int().describe("steps that it added"),
          removed: z.int().describe("steps that it removed"),
        }),
      )
      .describe("how the plan was changed, in order"),
    steps: z
      .array(
        z.object({
          id: z.string().describe("the step's id in the plan"),
          text: z.string().describe("what is to be done"),
          status: statusField.describe("at the end of the session"),
          needs: z.array(z.string()).describe("ids of the evidence that the plan says the step needs"),
          changes: z
            .array(
              z.object({
                turn: turnField,
                status: statusField,
                note: z.string().nullable().describe("what the agent said about it; null for nothing"),
              }),
            )
            .describe("how the step's state changed, in order"),
          validations: z
            .array(
              z.object({
                turn: turnField,
                present: z.array(z.string()).describe("needed evidence that stood in the window"),
                missing: z.array(z.string()).describe("needed evidence that did not"),
                action: z.enum(["proceed", "refetch", "replan", "abort"]).describe("what the check advised"),
              }),
            )
            .describe("the checks of the step's evidence"),
          outputs: z.array(z.string()).describe("ids of the blocks that the step made"),
          addedTurn: turnField.describe("the turn of the version that added the step"),
          removedTurn: turnField
            .nullable()
            .describe("the turn of the version that removed the step; null while it is part of the plan"),
          executedTurn: turnField
            .nullable()
            .describe("the turn that did the step; null where it was not done"),
          startedBy: z
            .string()
            .nullable()
            .describe(
              "the call that the start was inferred from, since it does what the step says; null where the start was reported, or there was none",
            ),
          concludedTurn: turnField
            .nullable()
            .describe("the turn at which the step was completed, failed or skipped; null before that"),
        }),
      )
      .describe("the steps of all versions"),
    stepsTotal: z.int().describe("steps of the plan, also beyond the list"),
    presence: z
      .array(
        z.object({
          from: turnField.describe("the first turn"),
          to: turnField.describe("the last turn"),
          mode: modeField.nullable().describe("how it stood there; null where it did not"),
          blockId: z.string().describe("the block that held it"),
        }),
      )
      .describe("when the plan itself stood in the window"),
  })
  .meta({ id: "Plan" });

const edgeSchema = z
  .object({
    id: z.string().describe("the use's id"),
    from: z.string().describe("the block that is the evidence"),
    to: z
      .object({
        turn: turnField,
        planId: z.string().nullable().describe("the plan of the step; null outside of a plan"),
        step: z.string().nullable().describe("the step; null outside of a plan"),
        blockId: z.string().nullable().describe("the call or the answer that used it"),
      })
      .describe("what used the evidence"),
    kind: z.enum(EDGE_KINDS).describe("whether the plan declared the use or values that reappear show it"),
    executed: z.boolean().describe("false for a step that has not run"),
    matched: z.array(z.string()).describe("values that both sides have, the most significant ones"),
    matches: z.int().describe("values of the evidence that the use repeats"),
    confidence: z.number().describe("how sure the inference is, from 0 to 1; 1 for a declared use"),
    state: z.enum(EDGE_STATES).describe("where the evidence was while the step ran"),
    residual: z.boolean().describe("only the model's own words in the window still say it"),
    residualBlock: z.string().nullable().describe("the block that still contained part of it; null for none"),
    refetchedBy: z.string().nullable().describe("the call that fetched it again; null where none did"),
    leftTurn: turnField.nullable().describe("the turn at which the evidence had left; null while it stood"),
  })
  .meta({ id: "EvidenceEdge" });

export const EDGES_PER_ANSWER_MAX = 5_000;

export const getPlan = viewEndpoint({
  path: "/api/v1/sessions/{id}/plan",
  summary: "Plans, and the evidence that steps and answers needed",
  description:
    "Edges whose evidence was gone come first, then by turn. `analysed` is false while the analysis does not know the newest turns of the session; `analysedAsOfTurn` says how far it goes.",
  scope: "read",
  params: sessionParams,
  query: z.object({
    from: turnParam.optional().describe("uses at or after this turn"),
    to: turnParam.optional().describe("only uses up to this turn"),
    state: z
      .enum(USE_STATES)
      .optional()
      .describe("only uses in this state; `residual` ones are not listed as `dangling`"),
    kind: z.enum(EDGE_KINDS).optional().describe("only declared or only inferred uses"),
    limit: z.coerce
      .number()
      .int()
      .min(0)
      .max(EDGES_PER_ANSWER_MAX)
      .default(1_000)
      .describe("uses in the answer at most"),
    offset: turnParam.default(0).describe("uses to skip"),
  }),
  response: z.object({
    analysed: z.boolean().describe("whether the session is analysed as far as it was received"),
    analysedAsOfTurn: turnField
      .nullable()
      .describe("the newest turn that the analysis knows; null where there is none"),
    pending: pendingSchema,
    plans: z.array(planSchema).describe("the plans, in the order in which they were declared"),
    edges: z.array(edgeSchema).describe("the uses of evidence"),
    total: z.int().nullable().describe("edges that match, on all pages; null before the first analysis"),
    counts: z
      .record(z.enum(USE_STATES), z.int())
      .nullable()
      .describe(
        "all executed edges of the session, by state; `residual` ones are not counted as `dangling`; null before the first analysis",
      ),
    blocks: z
      .array(
        z.object({
          blockId: z.string().describe("the block's id"),
          sourceKind: z.enum(SOURCE_KINDS).describe("where the content comes from"),
          toolName: z.string().nullable().describe("the tool that made it; null for none"),
          label: z.string().nullable().describe("a short name; null for none"),
          tokens: tokensField,
          preview: z.string().describe("the beginning of the content"),
          hint: z
            .string()
            .describe("what tells the block from others of its name: a path, a command; empty for nothing"),
          createdTurn: turnField.nullable().describe("the turn that made the content; null where unknown"),
          residencies: z
            .array(
              z.object({
                from: turnField.describe("the first turn of the residency"),
                to: turnField.nullable().describe("the last turn of the residency; null while it lasts"),
                mode: modeField,
              }),
            )
            .describe("its residencies, in order"),
        }),
      )
      .describe("the blocks that the uses name"),
    lastTurn: turnField.nullable().describe("the last turn of the session; null without turns"),
  }),
});
