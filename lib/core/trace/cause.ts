import { z } from "zod";
import { CAUSE_PROVENANCES } from "../vocabulary";
import { CAUSE_FACTS } from "./cause-facts";
import { makeAnsweredFields, makeTeller } from "./fact";

/** Why something left a window. An edit in doubt proves nothing. */
export const causeSchema = z.object({
  ...makeAnsweredFields(CAUSE_FACTS),
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

/** The cause of something for which nobody stated one. */
export const DERIVED_CAUSE: Cause = {
  ...makeTeller(CAUSE_FACTS)({}),
  provenance: "derived",
  doubt: null,
};
