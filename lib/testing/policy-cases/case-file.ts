import { z } from "zod";
import { isRecipe, type TextRecipe, writeOut } from "@/lib/commands/project/recipes";

export const policyCase = z.strictObject({
  id: z.string(),
  policy: z.string(),
  /** Remarks: how the result was recorded, by what, and what the case is about. */
  kind: z.string().optional(),
  oracle: z.unknown().optional(),
  note: z.string().optional(),
  input: z.record(z.string(), z.unknown()),
  expected: z.record(z.string(), z.unknown()),
});
export type PolicyCase = z.infer<typeof policyCase>;

export const caseFile = z.strictObject({ meta: z.unknown().optional(), cases: z.array(z.unknown()) });

export const caseText = z
  .custom<TextRecipe>(isRecipe, "expected a text or the recipe of one")
  .transform(writeOut);
