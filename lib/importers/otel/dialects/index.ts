import type { Fact } from "../spans/facts";
import type { OtelRecord } from "../spans/record";
import { anthropicSdk } from "./anthropic-sdk";
import { claudeCode } from "./claude-code";
import { codex } from "./codex";
import { copilot } from "./copilot";
import type { Dialect } from "./dialect";
import { geminiCli } from "./gemini-cli";
import { genai } from "./genai";
import { langfuse } from "./langfuse";
import { langsmith } from "./langsmith";
import { openinference } from "./openinference";
import { own, ownSpanEvents } from "./own";
import { rawModelCall } from "./raw-call";
import { strands } from "./strands";
import { traceloop } from "./traceloop";
import { vercelAi } from "./vercel-ai";
import { vercelAi7 } from "./vercel-ai7";

/**
 * The first dialect that claims a record reads it. Those that go by scope stand before those that go by keys.
 */
export const DIALECTS: readonly Dialect[] = [
  rawModelCall,
  own,
  anthropicSdk,
  claudeCode,
  codex,
  copilot,
  geminiCli,
  strands,
  vercelAi7,
  langsmith,
  langfuse,
  openinference,
  traceloop,
  vercelAi,
  genai,
];

const known = new WeakMap<OtelRecord, { readonly dialect: Dialect | undefined }>();

export function dialectOf(record: OtelRecord): Dialect | undefined {
  const before = known.get(record);
  if (before !== undefined) return before.dialect;
  const dialect = DIALECTS.find((one) => one.claims(record));
  known.set(record, { dialect });
  return dialect;
}

/** Empty for a record with content that is nested too deep. */
export function factsOf(record: OtelRecord): Fact[] {
  try {
    return [...(dialectOf(record)?.read(record) ?? []), ...ownSpanEvents(record)];
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}
