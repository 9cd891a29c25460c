import { ANTHROPIC } from "./table/anthropic";
import { BEDROCK } from "./table/bedrock";
import type { ModelVendor } from "./table/entry";
import { GOOGLE } from "./table/google";
import { OPEN_WEIGHTS } from "./table/open-weights";
import { OPENAI } from "./table/openai";

export const MODEL_TABLE_DATE = "2026-11-22";

export const MODEL_TABLE: readonly ModelVendor[] = [ANTHROPIC, ...OPENAI, GOOGLE, BEDROCK, OPEN_WEIGHTS];
