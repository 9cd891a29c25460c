import { z } from "zod";
import type { Tokens } from "@/lib/core/units";
import type { PolicyRequest } from "../contract/policy";

/** The `compaction` block of opencode.json. `limit` is the model's limit in opencode's list of models. */
export const options = z.object({
  auto: z.boolean().default(true),
  prune: z.boolean().default(false),
  /** Room kept free. The vendor ignores it for models without an input limit. */
  reserved: z.number().nonnegative().nullable().default(null),
  /** Tokens of the newest messages that stay word for word. */
  preserve_recent_tokens: z.number().nonnegative().nullable().default(null),
  limit: z
    .object({
      context: z.number().nonnegative().nullable().default(null),
      input: z.number().nonnegative().nullable().default(null),
      output: z.number().nonnegative().nullable().default(null),
    })
    .prefault({}),
});

export type OpencodeOptions = z.infer<typeof options>;

const OUTPUT_MAX: Tokens = 32_000;
const RESERVED_MAX: Tokens = 20_000;

/** How large the context may be before it overflows; `null` if it never overflows. */
export function usableTokens(options: OpencodeOptions, request: PolicyRequest): Tokens | null {
  const context = options.limit.context ?? request.contextWindow;
  if (!options.auto || context === null || context === 0) return null;
  const output = options.limit.output ?? request.maxOutputTokens ?? OUTPUT_MAX;
  const maxOutput = Math.min(output || OUTPUT_MAX, OUTPUT_MAX);
  const { input } = options.limit;
  if (input === null || input === 0) return Math.max(0, context - maxOutput);
  return Math.max(0, input - (options.reserved ?? Math.min(RESERVED_MAX, maxOutput)));
}
