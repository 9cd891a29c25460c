import { z } from "zod";
import { EDGE_KINDS, EDGE_STATES } from "@/lib/core/evidence/edge";
import { MODES, SOURCE_KINDS } from "@/lib/core/vocabulary";
import { endpoint } from "../endpoint";
import { tokensField, turnField } from "../schemas";
import { sessionParams } from "./sessions";

const statusField = z.enum(["pending", "started", "completed", "failed", "skipped"]);
const modeField = z.enum(MODES);
const turnParam = z.coerce.number().int().min(0).max(10_000_000);

export const planSchema = z
  .object({
    id: z.string(),
    title: z.string().nullable(),
    source: z
      .string()
      .describe("`declared` by events, else the way of writing plans that was recognised in blocks"),
    revisions: z.array(
      z.object({
        turn: turnField,
        blockId: z.string().nullable(),
        reason: z.string().nullable(),
        steps: z.int(),
        added: z.int(),
        removed: z.int(),
      }),
    ),
    steps: z.array(
      z.object({
        id: z.string(),
        text: z.string(),
        status: statusField.describe("at the end of the session"),
        needs: z.array(z.string()),
        changes: z.array(z.object({ turn: turnField, status: statusField, note: z.string().nullable() })),
        validations: z.array(
          z.object({
            turn: turnField,
            present: z.array(z.string()),
            missing: z.array(z.string()),
            action: z.enum(["proceed", "refetch", "replan", "abort"]),
          }),
        ),
        outputs: z.array(z.string()),
        addedTurn: turnField,
        removedTurn: turnField.nullable(),
        executedTurn: turnField.nullable(),
        startedBy: z
          .string()
          .nullable()
          .describe(
            "the call that the start was inferred from, since it does what the step says; null where the start was told, or there was none",
          ),
        concludedTurn: turnField.nullable(),
      }),
    ),
    stepsTotal: z.int(),
    /** Runs of turns in which the newest statement of the plan stood in the window, or did not (mode `null`). */
    presence: z.array(
      z.object({ from: turnField, to: turnField, mode: modeField.nullable(), blockId: z.string() }),
    ),
  })
  .meta({ id: "Plan" });

const edgeSchema = z
  .object({
    id: z.string(),
    from: z.string().describe("the block that is the evidence"),
    to: z.object({
      turn: turnField,
      planId: z.string().nullable(),
      step: z.string().nullable(),
      blockId: z.string().nullable().describe("the call or the answer that used it"),
    }),
    kind: z.enum(EDGE_KINDS),
    executed: z.boolean().describe("false for a step that has not run"),
    matched: z.array(z.string()).describe("values that both sides have, the most telling ones"),
    matches: z.int(),
    confidence: z.number(),
    state: z.enum(EDGE_STATES),
    residual: z.boolean().describe("only the model's own words in the window still say it"),
    residualBlock: z.string().nullable(),
    refetchedBy: z.string().nullable(),
    leftTurn: turnField.nullable(),
  })
  .meta({ id: "EvidenceEdge" });

export const EDGES_PER_ANSWER_MAX = 5_000;

export const getPlan = endpoint({
  method: "GET",
  path: "/api/v1/sessions/{id}/plan",
  summary: "Plans, and the evidence that steps and answers needed",
  description:
    "Edges whose evidence was gone come first, then by turn. `analysed` is false while the analysis does not know the newest turns of the session; `analysedAsOfTurn` says how far it goes.",
  scope: "read",
  params: sessionParams,
  query: z.object({
    from: turnParam.optional().describe("uses at or after this turn"),
    to: turnParam.optional(),
    state: z.enum(EDGE_STATES).optional(),
    kind: z.enum(EDGE_KINDS).optional(),
    limit: z.coerce.number().int().min(0).max(EDGES_PER_ANSWER_MAX).default(1_000),
    offset: turnParam.default(0),
  }),
  response: z.object({
    analysed: z.boolean(),
    analysedAsOfTurn: turnField.nullable(),
    plans: z.array(planSchema),
    edges: z.array(edgeSchema),
    total: z.int().describe("edges that match, on all pages"),
    counts: z.record(z.enum(EDGE_STATES), z.int()).describe("all executed edges of the session, by state"),
    blocks: z.array(
      z.object({
        blockId: z.string(),
        sourceKind: z.enum(SOURCE_KINDS),
        toolName: z.string().nullable(),
        label: z.string().nullable(),
        tokens: tokensField,
        preview: z.string(),
        createdTurn: turnField.nullable(),
        stays: z.array(z.object({ from: turnField, to: turnField.nullable(), mode: modeField })),
      }),
    ),
    lastTurn: turnField.nullable(),
  }),
});
