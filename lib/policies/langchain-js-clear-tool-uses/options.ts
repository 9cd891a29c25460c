import { z } from "zod";
import type { DeprecatedOption } from "../contract/deprecated";

/** A condition holds if all of its fields hold. */
export const contextSize = z.object({
  tokens: z.number().optional(),
  messages: z.number().optional(),
  fraction: z.number().optional(),
});

export const clearToolUsesOptions = z.object({
  trigger: z.union([contextSize, z.array(contextSize)]).default({ tokens: 100_000 }),
  keep: contextSize.default({ messages: 3 }),
  excludeTools: z.array(z.string()).default([]),
  clearToolInputs: z.boolean().default(false),
  placeholder: z.string().default("[cleared]"),
  /** Tokens that a round must free; 0 if left out. It has no default, because the package would warn about it. */
  clearAtLeast: z.number().optional(),
});

/** Deprecated names that the constructor still takes. A present name takes precedence. */
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
