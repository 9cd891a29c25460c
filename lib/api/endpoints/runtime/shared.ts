import { z } from "zod";
import {
  ID_CHARS_MAX,
  STATED_NOTE_CHARS_MAX,
  STEPS_MAX,
  TOKENS_MAX,
  TURN_MAX,
} from "@/lib/core/trace/limits";

export const runtimeId = z.string().min(1).max(ID_CHARS_MAX);
export const runtimeTokens = z.number().int().nonnegative().max(TOKENS_MAX);

/** The reader of messages validates them, so that this happens once. */
export const runtimeMessages = z
  .array(z.unknown())
  .max(200_000)
  .meta({ items: { type: "object", additionalProperties: true } });

/** The fields that every question of a running agent may have. */
export const runtimeBase = {
  session: runtimeId
    .optional()
    .describe("the session as its sender names it; with it the decision is recorded, without it nothing is"),
  turn: z
    .int()
    .min(0)
    .max(TURN_MAX)
    .optional()
    .describe(
      "the number of the call that is about to be made; the one after the newest known when left out",
    ),
};

const needSchema = runtimeId.describe(
  "a message, a tool call or an earlier step, by id; or the path or address that something came from",
);

export const manifestStepSchema = z
  .strictObject({
    id: runtimeId.describe("the step's id in the plan"),
    text: z.string().max(STATED_NOTE_CHARS_MAX).default("").describe("what is to be done"),
    needs: z
      .array(needSchema)
      .max(10_000)
      .default([])
      .describe("what the step needs: ids of blocks, of calls or of steps"),
    status: z
      .enum(["pending", "started", "completed", "failed", "skipped"])
      .default("pending")
      .describe("how far the step is"),
    outputs: z
      .array(runtimeId)
      .max(10_000)
      .default([])
      .describe("messages or calls that the step produced, by id"),
  })
  .meta({ id: "ManifestStep" });

export const manifestSchema = z
  .strictObject({
    id: runtimeId.default("plan").describe("the plan's id in the session"),
    title: z.string().max(1_000).nullable().default(null).describe("the plan's title; null for none"),
    recorded: z
      .boolean()
      .default(false)
      .describe("the sender keeps the plan and its steps in the session itself, as events"),
    steps: z.array(manifestStepSchema).max(STEPS_MAX).describe("the steps, in order"),
  })
  .meta({ id: "PlanManifest" });

export const recordedSchema = z
  .boolean()
  .describe("whether the session is going to show this decision; false where none is named");
