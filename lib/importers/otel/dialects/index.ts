import type { Fact } from "../spans/facts";
import { nameIn } from "../../shared/bounds";
import type { OtelRecord } from "../spans/record";
import { readTextAt } from "../spans/record";
import { anthropicSdk } from "./anthropic-sdk";
import { claudeCodeDialect } from "./claude-code";
import { codexDialect } from "./codex";
import { copilot } from "./copilot";
import type { Dialect } from "./dialect";
import { geminiCliDialect } from "./gemini-cli";
import { genai } from "./genai";
import { langfuseDialect } from "./langfuse";
import { langsmithDialect } from "./langsmith";
import { openinference } from "./openinference";
import { sightglass, readOwnSpanEvents } from "./sightglass";
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
  sightglass,
  anthropicSdk,
  claudeCodeDialect,
  codexDialect,
  copilot,
  geminiCliDialect,
  strands,
  vercelAi7,
  langsmithDialect,
  langfuseDialect,
  openinference,
  traceloop,
  vercelAi,
  genai,
];

const dialects = new WeakMap<OtelRecord, { readonly dialect: Dialect | undefined }>();

export function findDialect(record: OtelRecord): Dialect | undefined {
  const before = dialects.get(record);
  if (before !== undefined) return before.dialect;
  const dialect = DIALECTS.find((candidate) => candidate.claims(record));
  dialects.set(record, { dialect });
  return dialect;
}

/** The program whose call it is, where its name was set: an SDK makes one up. */
function readService(record: OtelRecord, facts: readonly Fact[]): Fact[] {
  const service = nameIn(readTextAt(record.resource, "service.name"));
  if (service === undefined || service.startsWith("unknown_service")) return [];
  return facts.some(({ type }) => type === "call") ? [{ type: "session", record, service }] : [];
}

/** The facts in a record; empty for one with content that is nested too deep. */
export function readSpanFacts(record: OtelRecord): Fact[] {
  try {
    const facts = findDialect(record)?.read(record) ?? [];
    return [...facts, ...readService(record, facts), ...readOwnSpanEvents(record)];
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}
