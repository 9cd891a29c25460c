import { z } from "zod";
import type { DeprecatedOption } from "../contract/deprecated";
import { isConditionMet, type MeasuredContext } from "../shared/langchain-size";

const condition = z.object({
  fraction: z.number().gt(0).max(1).optional(),
  tokens: z.number().positive().optional(),
  messages: z.number().int().positive().optional(),
});

const DEFAULT_KEEP = { messages: 20 };

export const summarizationOptions = z.object({
  /**
   * When to summarise: one condition, all of whose parts must hold, or several, of which one must hold. No condition
   * never fires.
   */
  trigger: z
    .union([condition, z.array(condition)])
    .nullable()
    .default(null),
  keep: z
    .object({
      fraction: z.number().min(0).max(1).optional(),
      tokens: z.number().min(0).optional(),
      messages: z.number().int().min(0).optional(),
    })
    .default(DEFAULT_KEEP),
  trimTokensToSummarize: z.number().default(4_000),
  summaryPrefix: z.string().default("Here is a summary of the conversation to date:"),
});

const defaultKeep = z.looseObject({ messages: z.literal(DEFAULT_KEEP.messages) }).nullish();

/**
 * Deprecated names that the middleware still takes. A `trigger` takes precedence, and so does a `keep` other than the
 * default.
 */
export const deprecatedOptions: readonly DeprecatedOption[] = [
  {
    name: "maxTokensBeforeSummary",
    instead: "`trigger: { tokens: value }`",
    value: z.number(),
    becomes: (tokens, options) => ({ ...options, trigger: options.trigger ?? { tokens } }),
  },
  {
    name: "messagesToKeep",
    instead: "`keep: { messages: value }`",
    value: z.number(),
    becomes: (messages, options) =>
      defaultKeep.safeParse(options.keep).success ? { ...options, keep: { messages } } : options,
  },
];

export type SummarizationOptions = z.infer<typeof summarizationOptions>;

export function isTriggered({ trigger }: SummarizationOptions, measured: MeasuredContext): boolean {
  const conditions = trigger === null ? [] : [trigger].flat();
  return conditions.some((one) => isConditionMet(one, measured));
}
