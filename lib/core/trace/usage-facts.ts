import { z } from "zod";
import { dollarsSchema, nameSchema, tokensSchema } from "./scalars";
import { insideCallSchema } from "./event-parts";
import { tokensField } from "./fields";
import type { Told } from "./fact";
import { declareFact, makeNullishFields } from "./fact";

const INSIDE_MAX = 100;

const declareTokens = (says: string) => declareFact(tokensSchema, says, "where not reported");

/** What a provider measured of one call. `input` includes tokens read from or written to a cache. */
export const USAGE_FACTS = {
  input: declareTokens("input tokens, with those read from or written to the prompt cache"),
  cacheRead: declareTokens("input tokens read from the prompt cache"),
  cacheWrite: declareTokens("input tokens written to the prompt cache"),
  output: declareTokens("output tokens"),
  reasoning: declareTokens("output tokens that were thinking"),
  cacheWriteHour: declareTokens("of `cacheWrite`, the tokens that the cache keeps for an hour"),
  tier: declareFact(
    nameSchema,
    "the service tier that was billed, as `batch`, `flex` or `priority`",
    "for the standard one",
  ),
  statedCost: declareFact(
    dollarsSchema,
    "what the source says the call cost, in US dollars",
    "where it says nothing",
  ),
  webSearches: declareFact(tokensSchema, "searches of the provider's own web search tool", "for none"),
  inside: declareFact(
    z.array(insideCallSchema).max(INSIDE_MAX),
    "calls of other models that the provider made inside the call; `input` does not have theirs",
    "for none",
  ),
} as const;

/** Input and output tokens of one call as the provider reported them. */
export const usageStatement = z.strictObject(makeNullishFields(USAGE_FACTS)).meta({ id: "Usage" });

export const uncachedField = tokensField.describe(
  "input tokens that the prompt cache did not hold; null where not reported",
);

/** Provider usage of one call, `null` if unknown. */
export interface Usage extends Told<typeof USAGE_FACTS> {
  readonly uncached: z.infer<typeof uncachedField>;
}

/** Input tokens that no cache had a part in; `null` if the input is unknown or nothing is said of a cache. */
export function computeUncached({
  input,
  cacheRead,
  cacheWrite,
}: Pick<Usage, "input" | "cacheRead" | "cacheWrite">): Usage["uncached"] {
  if (input === null || (cacheRead === null && cacheWrite === null)) return null;
  return input - (cacheRead ?? 0) - (cacheWrite ?? 0);
}
