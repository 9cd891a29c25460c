import { z } from "zod";

/** A condition holds where all of its fields do. */
export const contextSize = z.object({
  tokens: z.number().optional(),
  messages: z.number().optional(),
  fraction: z.number().optional(),
});
export type ContextSize = z.infer<typeof contextSize>;

/** The arguments of `new ClearToolUsesEdit({…})`. */
export const clearToolUsesOptions = z.object({
  trigger: z.union([contextSize, z.array(contextSize)]).default({ tokens: 100_000 }),
  keep: contextSize.default({ messages: 3 }),
  excludeTools: z.array(z.string()).default([]),
  clearToolInputs: z.boolean().default(false),
  placeholder: z.string().default("[cleared]"),
  clearAtLeast: z.number().default(0),
});
