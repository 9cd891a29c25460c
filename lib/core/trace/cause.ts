import { z } from "zod";
import { CAUSE_PROVENANCES } from "../vocabulary";

/** Why something left a window. An edit in doubt proves nothing. */
export const causeSchema = z.object({
  policy: z.string().nullable().describe("the policy that decided; null where unknown"),
  rule: z.string().nullable().describe("the policy's rule; null where unknown"),
  reason: z.string().nullable().describe("the reason in words; null where none is given"),
  numbers: z
    .record(z.string(), z.number())
    .nullable()
    .describe("the figures of the reason, by name; null where it has none"),
  provenance: z.enum(CAUSE_PROVENANCES).describe("whether the harness reported the cause or it was derived"),
  doubt: z
    .int()
    .nullable()
    .default(null)
    .describe(
      "tokens that the provider counted more, or below 0 less, than the edit leaves: what left is not certain; null where that agrees or is not known",
    ),
});

export type Cause = Readonly<z.output<typeof causeSchema>>;

/** Of what nobody stated a cause for. */
export const DERIVED_CAUSE: Cause = {
  policy: null,
  rule: null,
  reason: null,
  numbers: null,
  provenance: "derived",
  doubt: null,
};
