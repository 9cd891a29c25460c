import { z } from "zod";
import { EVICTION_HOWS } from "../vocabulary";
import { idSchema, nameSchema, noteSchema, tokensSchema } from "./scalars";
import { referenceSchema } from "./block-facts";
import { ENTRIES_MAX } from "./limits";

/**
 * What a policy did to a request before it was sent. It is kept with the call, so that the call's turn shows it. `edits`
 * are those that this call is the first to show.
 */
export const appliedPolicySchema = z
  .strictObject({
    policy: nameSchema.min(1).describe("the policy's name"),
    problem: noteSchema.optional().describe("why the policy was not applied; the request was sent as it was"),
    tokensBefore: tokensSchema.optional().describe("of the messages as the agent sent them, estimated"),
    tokensAfter: tokensSchema.optional().describe("of the messages as the provider got them, estimated"),
    edits: z
      .array(
        z.strictObject({
          how: z.enum(EVICTION_HOWS).describe("how the blocks left"),
          blocks: z.array(idSchema).max(ENTRIES_MAX).describe("ids of the blocks that it happened to"),
          rule: nameSchema.optional().describe("the policy's rule"),
          reason: noteSchema.optional().describe("the reason in words"),
          numbers: z.record(z.string(), z.number()).optional().describe("the figures of the reason, by name"),
          reference: referenceSchema.optional().describe("what was left behind to fetch the content by"),
        }),
      )
      .max(ENTRIES_MAX)
      .default([])
      .describe("what the policy changed, in order"),
  })
  .meta({ id: "AppliedPolicy" });
export type AppliedPolicy = z.output<typeof appliedPolicySchema>;
