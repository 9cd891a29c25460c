import { ANTHROPIC } from "./table/anthropic";
import { BEDROCK } from "./table/bedrock";
import type { ModelVendor } from "./table/entry";
import { GOOGLE } from "./table/google";
import { OPEN_WEIGHTS } from "./table/open-weights";
import { OPENAI } from "./table/openai";

/**
 * Published facts about models: context window, output limit, tokenizer and list prices. Gauges, findings, replays and
 * prices all use this table. A figure without a source is left out: it stays unknown. So does one on which the sources of
 * a vendor disagree, and a price that changed while the name stayed.
 */
export const MODEL_TABLE_DATE = "2026-11-22";

export const MODEL_TABLE: readonly ModelVendor[] = [ANTHROPIC, ...OPENAI, GOOGLE, BEDROCK, OPEN_WEIGHTS];
