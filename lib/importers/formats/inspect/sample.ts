import type { TraceEventOf } from "@/lib/core/trace/event";
import type { SessionWriter } from "@/lib/core/trace/session-writer";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { ChatMessages } from "../../messages/chat-message";
import { readItemsOfTools } from "../../messages/openai";
import type { FoundSession, SessionStep } from "../../sessions/define-format";
import { nameIn, findTokens } from "../../shared/bounds";
import { groupByOpening, makeOpeningReader } from "../../shared/openings";
import type { Loose } from "../../shared/values";
import { keepDefined, recordOf, recordsOf, stringOf } from "../../shared/values";
import type { InspectEvent, InspectSample } from "./records";
import { INSPECT_EVENT } from "./records";
import { StatedSum } from "../../shared/stated-sum";
import { dropUnsaidUsage } from "../../shared/cached-input";

type Usage = TraceEventOf<"turn.recorded">["usage"];

export type ModelEvents = readonly Loose[];

/** Agents and graders inside the sample have their own conversations, known by their first message. */
export function readConversations(sample: InspectSample): ModelEvents[] {
  const events = recordsOf(sample.events).filter((record) => {
    const { event, pending } = INSPECT_EVENT.of(record);
    return (event === "model" && !pending) || event === "compaction";
  });
  const lookUp = readAttachments(sample);
  const listed = readMessages(sample);
  return groupByOpening(
    events.map((event) => lookUp(listed(event))),
    makeOpeningReader(readInput, readOutput),
  );
}

/** The messages of a sample stand once in a pool; an event names runs of them, each by its start and its end. */
function readMessages(sample: InspectSample): (event: Loose) => Loose {
  const stored = sample.message_pool ?? sample.events_data.messages;
  const pool = Array.isArray(stored) ? (stored as unknown[]) : [];
  return (event) => {
    const { input_refs: refs } = INSPECT_EVENT.of(event);
    if (!Array.isArray(refs)) return event;
    const input = (refs as unknown[]).flatMap((ref) => {
      const [from, to] = Array.isArray(ref) ? (ref as unknown[]) : [ref, Number(ref) + 1];
      return pool.slice(Number(from), Number(to));
    });
    return { ...event, input };
  };
}

export function* readStepsOfModelEvents(events: ModelEvents): Generator<SessionStep> {
  for (const record of events) {
    const event = INSPECT_EVENT.of(record);
    if (event.event === "compaction") {
      yield { write: (writer) => writeCompaction(writer, event) };
      continue;
    }
    const input = readInput(record);
    const { choices, error, usage } = event.output;
    yield {
      at: event.timestamp,
      sent: input.length === 0 ? null : [...readItemsOfTools(event.tools), ...input],
      answer: readOutput(record),
      endedAt: event.completed,
      model: event.model,
      stopReason: choices[0]?.stop_reason,
      error: event.error ?? error,
      usage: inspectUsage(usage),
    };
  }
}

export function endOf(sample: InspectSample): FoundSession["ended"] {
  const error = sample.error.message;
  if (typeof error === "string") return { outcome: "failed", reason: nameIn(error) ?? "failed" };
  const limit = sample.limit.type;
  if (limit !== undefined) return { outcome: "aborted", reason: `stopped at the limit of ${limit}` };
  const [scorer, score] = Object.entries(recordOf(sample.scores))[0] ?? [];
  const value = recordOf(score).value;
  if (scorer === undefined || value === undefined) return undefined;
  const outcome = value === "C" || value === 1 ? "ok" : value === "I" || value === 0 ? "wrong" : "unknown";
  return { outcome, reason: nameIn(`${scorer}: ${String(value)}`) ?? scorer };
}

/** Adds up what a log counts by model: of the calls of a sample, or of all calls. */
export function sumIn(of: string, byModel: unknown): StatedSum[] {
  const usages = Object.values(recordOf(byModel)).map(inspectUsage);
  if (usages.length === 0) return [];
  const all = (figure: "input" | "output") => usages.reduce((sum, usage) => sum + (usage?.[figure] ?? 0), 0);
  return [new StatedSum(of, { tokensSent: all("input"), tokensReceived: all("output") })];
}

function readInput(event: Loose): SeenItem[] {
  return new ChatMessages().list(recordsOf(INSPECT_EVENT.of(event).input));
}

function readOutput(event: Loose): SeenItem[] {
  const answer = recordOf(INSPECT_EVENT.of(event).output.choices[0]?.message);
  return new ChatMessages().message({ role: "assistant", ...answer });
}

function writeCompaction(writer: SessionWriter, event: InspectEvent): void {
  writer.write("context.edited", {
    at: event.timestamp,
    turn: writer.turn,
    how: event.type === "trim" ? "truncated" : event.type === "edit" ? "cleared" : "compacted",
    ...keepDefined({
      tokensBefore: event.tokens_before,
      tokensAfter: event.tokens_after,
    }),
  });
}

/** Providers differ in whether the input includes the cached part. The total tells, else the other calls. */
function inspectUsage(stated: unknown): Usage {
  const usage = recordOf(stated);
  const [input, output] = [findTokens(usage.input_tokens), findTokens(usage.output_tokens)];
  if (!input) return undefined;
  const [read, write] = [
    findTokens(usage.input_tokens_cache_read),
    findTokens(usage.input_tokens_cache_write),
  ];
  const cached = (read ?? 0) + (write ?? 0);
  const isApart = cached > 0 && findTokens(usage.total_tokens) === input + (output ?? 0) + cached;
  const figures = keepDefined({
    input: isApart ? input + cached : input,
    cacheRead: read,
    cacheWrite: write,
    output,
    reasoning: findTokens(usage.reasoning_tokens),
  });
  return isApart ? figures : dropUnsaidUsage(figures);
}

const ATTACHMENT = "attachment://";
const DEPTH_MAX = 20;

/** Long texts of an event are stored once, apart from it, and referenced. */
function readAttachments(sample: InspectSample): (event: Loose) => Loose {
  const stored = recordOf(sample.attachments);
  const lookUp = (value: unknown, depth: number): unknown => {
    if (typeof value === "string")
      return value.startsWith(ATTACHMENT)
        ? (stringOf(stored[value.slice(ATTACHMENT.length)]) ?? value)
        : value;
    if (value === null || typeof value !== "object" || depth > DEPTH_MAX) return value;
    if (Array.isArray(value)) return value.map((item) => lookUp(item, depth + 1));
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, lookUp(inner, depth + 1)]));
  };
  return ({ call: _raw, ...event }) => recordOf(lookUp(event, 0));
}
