import { z } from "zod";
import type { DeprecatedOption } from "../contract/deprecated";

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
  /** Tokens that a round is to free at least; 0 where it is left out. Without a default, which would be warned about. */
  clearAtLeast: z.number().optional(),
});

/** Older names that the constructor still takes; a present one beside them wins. */
export const deprecatedOptions: readonly DeprecatedOption[] = [
  {
    name: "triggerTokens",
    instead: "`trigger: { tokens: value }`",
    value: z.number(),
    becomes: (tokens, options) => ({ trigger: { tokens }, ...options }),
  },
  {
    name: "keepMessages",
    instead: "`keep: { messages: value }`",
    value: z.number(),
    becomes: (messages, options) => ({ keep: { messages }, ...options }),
  },
  { name: "clearAtLeast", instead: "`keep: { tokens: value }` or `keep: { messages: value }`" },
];
