import { z } from "zod";
import { isRecipe, type TextRecipe, writeOut } from "@/lib/commands/project/recipes";

export const policyCase = z.object({
  id: z.string(),
  policy: z.string(),
  note: z.string().optional(),
  input: z.record(z.string(), z.unknown()),
  expected: z.record(z.string(), z.unknown()),
});
export type PolicyCase = z.infer<typeof policyCase>;

export const caseFile = z.object({ cases: z.array(z.unknown()) });

export const caseText = z
  .custom<TextRecipe>(isRecipe, "expected a text or the recipe of one")
  .transform(writeOut);
