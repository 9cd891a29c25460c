import { z } from "zod";
import { CHECKPOINT_FIELDS } from "@/lib/core/checkpoint/fields";
import { CARRY_OUTCOMES, ITEM_KINDS } from "@/lib/core/findings/integrity/restart";
import { viewEndpoint } from "../endpoint";
import { tokensField, turnField } from "@/lib/core/trace/fields";
import { pendingSchema } from "../schemas/session";
import { sessionParams } from "./session-params";

export const checkpointSchema = z
  .object({
    turn: turnField.nullable().describe("null for a restart without a checkpoint before it"),
    blockId: z.string().nullable().describe("the block that holds the state"),
    entries: z
      .array(
        z.object({
          field: z.enum(CHECKPOINT_FIELDS).describe("which field of the state"),
          text: z
            .string()
            .nullable()
            .describe("what the state says, shortened; null where it has no such field"),
          isEnough: z.boolean().describe("whether the entry says enough to go on from"),
        }),
      )
      .describe("what the checkpoint holds, field by field"),
    window: tokensField.describe("the window at the checkpoint"),
    budget: tokensField.describe(
      "the budget that the harness declared, in tokens; null where it declared none",
    ),
    turnsLeft: z
      .int()
      .nullable()
      .describe("turns that still fitted into the budget, at the growth until the checkpoint"),
    turnsNeeded: z.int().nullable().describe("turns that the session took after it; null while it runs"),
    restarts: z
      .array(
        z.object({
          turn: turnField,
          reason: z.string().nullable().describe("why it was restarted; null where unknown"),
          items: z
            .array(
              z.object({
                what: z.enum(ITEM_KINDS).describe("what kind of thing was to be carried over"),
                text: z.string().describe("the thing in its own words"),
                blockId: z.string().nullable().describe("the block that holds it; null where none does"),
                outcome: z.enum(CARRY_OUTCOMES).describe("what happened to it in the restart"),
              }),
            )
            .nullable()
            .describe("null where the window after the restart is not known"),
        }),
      )
      .describe("the restarts from this checkpoint, in order"),
  })
  .meta({ id: "Checkpoint" });

export const listCheckpoints = viewEndpoint({
  path: "/api/v1/sessions/{id}/checkpoints",
  summary: "Checkpoints, and what restarts from them kept, said in other words and lost",
  description:
    "In the order in which they were taken. `analysed` is false while the analysis does not know the newest turns.",
  scope: "read",
  params: sessionParams,
  query: z.object({}),
  response: z.object({
    analysed: z.boolean().describe("whether the session is analysed; without that the lists are empty"),
    analysedAsOfTurn: turnField
      .nullable()
      .describe("the newest turn that the analysis knows; null where there is none"),
    pending: pendingSchema,
    checkpoints: z
      .array(checkpointSchema)
      .nullable()
      .describe("the checkpoints, the oldest first; null before the first analysis"),
  }),
});
