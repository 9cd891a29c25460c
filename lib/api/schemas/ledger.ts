import { z } from "zod";
import { REASON_CLASSES } from "@/lib/core/ledger/ledger-rows";
import { CAUSE_PROVENANCES } from "@/lib/core/vocabulary";
import { turnField } from "@/lib/core/trace/fields";

export const ledgerReasonSchema = z.object({
  class: z.enum(REASON_CLASSES).describe("the kind of reason"),
  text: z.string().describe("the reason in words"),
  provenance: z.enum(CAUSE_PROVENANCES).describe("whether the harness reported it or it was derived"),
  turn: turnField.nullable().describe("the turn that the reason is about; null for none"),
});
