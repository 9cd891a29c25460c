import { z } from "zod";
import { isRecipe, type TextRecipe, writeOut } from "@/lib/commands/project/recipes";

/** One case: an input in the shape of its family, and what the owner's implementation made of it. */
export const policyCase = z.object({
  id: z.string(),
  policy: z.string(),
  note: z.string().optional(),
  input: z.record(z.string(), z.unknown()),
  expected: z.record(z.string(), z.unknown()),
});
export type PolicyCase = z.infer<typeof policyCase>;

/** A file of cases; each is read by itself, so that one that is none does not hide the others. */
export const caseFile = z.object({ cases: z.array(z.unknown()) });

/** A text given by its recipe, written out. */
export const caseText = z
  .custom<TextRecipe>(isRecipe, "expected a text or the recipe of one")
  .transform(writeOut);
