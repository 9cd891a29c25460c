import { z } from "zod";
import { CHECKPOINT_FIELDS } from "@/lib/core/checkpoint/fields";
import { CARRY_OUTCOMES, ITEM_KINDS } from "@/lib/core/findings/integrity/restart";
import { endpoint } from "../endpoint";
import { tokensField, turnField } from "../schemas";
import { sessionParams } from "./sessions";

export const checkpointSchema = z
  .object({
    turn: turnField.nullable().describe("null for a restart without a checkpoint before it"),
    blockId: z.string().nullable().describe("the block that holds the state"),
    entries: z.array(
      z.object({
        field: z.enum(CHECKPOINT_FIELDS),
        text: z
          .string()
          .nullable()
          .describe("what the state says, shortened; null where it has no such field"),
        isEnough: z.boolean(),
      }),
    ),
    window: tokensField.describe("the window at the checkpoint"),
    budget: tokensField,
    turnsLeft: z
      .int()
      .nullable()
      .describe("turns that still fitted into the budget, at the growth until the checkpoint"),
    turnsNeeded: z.int().nullable().describe("turns that the session took after it; null while it runs"),
    restarts: z.array(
      z.object({
        turn: turnField,
        reason: z.string().nullable(),
        items: z
          .array(
            z.object({
              what: z.enum(ITEM_KINDS),
              text: z.string(),
              blockId: z.string().nullable(),
              fate: z.enum(CARRY_OUTCOMES),
            }),
          )
          .nullable()
          .describe("null where the window after the restart is not known"),
      }),
    ),
  })
  .meta({ id: "Checkpoint" });

export const listCheckpoints = endpoint({
  method: "GET",
  path: "/api/v1/sessions/{id}/checkpoints",
  summary: "Checkpoints, and what restarts from them kept, said in other words and lost",
  description:
    "In the order in which they were taken. `analysed` is false while the analysis does not know the newest turns.",
  scope: "read",
  params: sessionParams,
  query: z.object({}),
  response: z.object({
    analysed: z.boolean(),
    analysedAsOfTurn: turnField.nullable(),
    checkpoints: z.array(checkpointSchema),
  }),
});
