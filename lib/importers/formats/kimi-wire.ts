import { readItemsOfContent, readShown } from "../messages/anthropic";
import { writeArguments } from "../messages/openai";
import { ToolCalls } from "../messages/tool-calls";
import { also, signs } from "../reading/sniff";
import type { ImportReport } from "../reading/importer";
import type { FoundSession, SessionStep } from "../sessions/define-format";
import { defineFormat } from "../sessions/define-format";
import { nameIn } from "../shared/bounds";
import type { KnownKeys } from "../shared/known-keys";
import type { SeenItem } from "../shared/request-tracker";
import { titleOf } from "../shared/titles";
import type { Loose } from "../shared/values";
import { keepDefined, instantOf } from "../shared/values";
import type { KimiEvent, KimiMessage, KimiUsage } from "./kimi-wire-records";
import {
  KIMI_APPENDED,
  KIMI_BILL,
  KIMI_COMPACTION,
  KIMI_CONFIG,
  KIMI_LOOP_EVENT,
  KIMI_METADATA,
  KIMI_PART,
  KIMI_RECORDS,
  KIMI_REQUEST,
} from "./kimi-wire-records";

const KEYS = new Map<unknown, KnownKeys | null>(Object.entries(KIMI_RECORDS));

/** Every change of the window stands in a record whose type begins so. */
const OF_CONTEXT = "context.";

/**
 * What Kimi Code keeps of an agent (`wire.jsonl`, from protocol 1.4 on): what came into the window, step by step, and what each call
 * was billed. A step is one call:
 *
 *     context.append_message            a question or a reminder         enters
 *     step.begin … content.part, tool.call … step.end {usage}            the call, with what it wrote
 *     tool.result                       the tool's answer                enters
 *     context.apply_compaction          summary, kept questions          the window from here on
 */
export const kimiWire = defineFormat({
  id: "kimi_wire",
  label: "Kimi Code session (wire.jsonl)",
  checked: { on: "2026-11-30", against: "12 sessions of Kimi Code: 390 calls, 528 tools" },
  agent: "Kimi Code",
  keys: ({ type }) => KEYS.get(type) ?? null,
  recognise: (sniff) =>
    also(
      signs(sniff, ["lines", "object"], ["type", "protocol_version"]),
      sniff.records.some(({ type }) => typeof type === "string" && /^(context|turn|config)\./.test(type)),
      "records of a context (context.append_message)",
    ),
  guessesSessions: true,
  async *sessions({ files, report }) {
    for (const file of files) {
      const records: Loose[] = [];
      const besides = new Map<string, number>();
      for await (const record of file.records()) {
        const type = String(record.type);
        if (type in KIMI_RECORDS) records.push(record);
        else if (type.startsWith(OF_CONTEXT))
          report.passOver("unknown_record", `records of type ${type.slice(0, TYPE_CHARS)} are not read`);
        else besides.set(type, (besides.get(type) ?? 0) + 1);
      }
      nameBesides(besides, report);
      yield readSession(records, `${file.stem}-${file.fingerprint}`, report);
    }
  },
});

const TYPE_CHARS = 40;
const TYPES_NAMED = 12;

/** Names at once what the program logs beside the context, by its types: they come and go with its versions. */
function nameBesides(besides: ReadonlyMap<string, number>, report: ImportReport): void {
  const count = [...besides.values()].reduce((sum, one) => sum + one, 0);
  if (count === 0) return;
  const types = [...besides.keys()].map((type) => type.slice(0, TYPE_CHARS));
  const more = types.length > TYPES_NAMED ? ` and ${types.length - TYPES_NAMED} more types` : "";
  report.passOver(
    "beside_context",
    `records beside the context are not read, as all that a model was sent stands in its records: ${types.slice(0, TYPES_NAMED).join(", ")}${more}`,
    count,
  );
}

function readSession(records: readonly Loose[], id: string, report: ImportReport): FoundSession {
  const find = (key: string) => records.find((record) => record[key] !== undefined)?.[key];
  const asked = records.find(
    (record) => record.type === "context.append_message" && isQuestion(KIMI_APPENDED.of(record).message),
  );
  const cwd = nameIn(find("cwd"));
  const profile = nameIn(find("profileName"));
  return {
    id,
    name: titleOf(readShown(KIMI_APPENDED.of(asked).message.content).text),
    at: KIMI_METADATA.of(records.find(({ type }) => type === "metadata")).created_at,
    attributes: keepDefined({ cwd, profile }),
    windows: "inferred",
    notes: ["The tools' schemas were in every window and are not in the file."],
    steps: readSteps(records, report),
  };
}

function isQuestion({ role, origin }: KimiMessage): boolean {
  const { kind } = origin;
  return role === "user" && (kind === undefined || kind === "user");
}

function* readSteps(records: readonly Loose[], report: ImportReport): Generator<SessionStep> {
  const calls = new ToolCalls();
  const questions: SeenItem[] = [];
  let front: readonly SeenItem[] = [];
  let configured: string | undefined;
  // A result can stand before the end of the step whose call it answers.
  let open: OpenStep | null = null;
  let asked = KIMI_REQUEST.of({});
  let unanswered = 0;
  /** A new prompt is set before the program sends it: what a request says of itself is what was sent. */
  function* take(prompt: string | undefined): Generator<SessionStep> {
    if (prompt === undefined || prompt === front[0]?.content) return;
    const item: SeenItem = { kind: "system_rules", content: prompt, slot: "system" };
    front = [item];
    yield { update: item };
  }
  for (const record of records) {
    const at = instantOf(record.time);
    if (record.type === "config.update" || record.type === "profile.bind") {
      configured = KIMI_CONFIG.of(record).systemPrompt ?? configured;
      if (front.length === 0) yield* take(configured);
    } else if (record.type === "context.append_message") {
      const { message } = KIMI_APPENDED.of(record);
      const { role, content } = message;
      const items = readItemsOfContent(role === "assistant" ? "assistant" : "user", content, calls);
      if (isQuestion(message)) questions.push(...items);
      if (open === null) yield { add: items };
      else open.after.push(...items);
    } else if (record.type === "llm.request") asked = KIMI_REQUEST.of(record);
    else if (record.type === "usage.record" && asked.kind === "compaction") {
      const { model = asked.model, usage } = KIMI_BILL.of(record);
      yield { answer: [], phase: "compaction", endedAt: at, model, usage: readUsage(usage) };
      asked = KIMI_REQUEST.of({});
    } else if (record.type === "context.apply_compaction") {
      const {
        keptUserMessageCount: count = 0,
        summary = "",
        contextSummary: content = summary,
        tokensBefore,
        tokensAfter,
      } = KIMI_COMPACTION.of(record);
      const kept = questions.slice(-count || questions.length);
      yield {
        window: [...front, ...kept, { kind: "compaction_summary", content }],
        edit: { at, tokensBefore, tokensAfter },
      };
    } else if (record.type === "context.append_loop_event") {
      const { event } = KIMI_LOOP_EVENT.of(record);
      if (event.type === "step.begin") {
        if (open !== null) {
          unanswered++;
          yield* cutOff(open);
        }
        open = { items: [], after: [], at };
        calls.beginAnswer();
      } else if (event.type === "step.end") {
        yield* take(asked.systemPrompt ?? configured);
        yield {
          answer: open?.items ?? [],
          at: open?.at,
          endedAt: at,
          model: event.model ?? asked.model,
          provider: asked.provider,
          usage: readUsage(event.usage),
          stopReason: event.finishReason,
        };
        yield { add: open?.after ?? [] };
        open = null;
      } else if (event.type === "tool.result") {
        const result = readResult(event, calls);
        if (open === null) yield { add: [result] };
        else open.after.push(result);
      } else open?.items.push(...readItemsOfEvent(event, calls));
    }
  }
  if (open !== null) {
    unanswered++;
    yield* cutOff(open);
  }
  if (unanswered > 0)
    report.warn(
      "unanswered_request",
      "a request has no end in the file: it failed, or was stopped",
      unanswered,
    );
}

interface OpenStep {
  readonly items: SeenItem[];
  readonly after: SeenItem[];
  readonly at: number | null;
}

/** Writes the call of a step without an end: what it has written is an answer whose rest is missing. */
function* cutOff({ items, after, at }: OpenStep): Generator<SessionStep> {
  if (items.length > 0) yield { answer: items, at };
  yield { add: after };
}

function readItemsOfEvent(
  { type, part, toolCallId: id, name: toolName = "tool", args }: KimiEvent,
  calls: ToolCalls,
): SeenItem[] {
  if (type === "tool.call") {
    if (id !== undefined) calls.note(id, toolName, args);
    return [
      { kind: "tool_call", toolName, content: writeArguments(args), ...keepDefined({ toolCallId: id }) },
    ];
  }
  if (type !== "content.part") return [];
  const { type: kind, text = "", think = text } = KIMI_PART.of(part);
  if (kind === "think") return [{ kind: "thinking", content: think }];
  return readItemsOfContent("assistant", [part], calls);
}

function readResult({ toolCallId, result }: KimiEvent, calls: ToolCalls): SeenItem {
  const { output, message, isError } = result;
  const { text, media } = readShown(output ?? message);
  return {
    kind: "tool_result",
    content: text,
    ...calls.describe(toolCallId),
    ...(media !== null && { media }),
    ...(isError && { isError: true }),
  };
}

function readUsage(usage: KimiUsage) {
  const { inputOther = 0, inputCacheRead: cacheRead, inputCacheCreation: cacheWrite, output } = usage;
  const input = inputOther + (cacheRead ?? 0) + (cacheWrite ?? 0);
  if (input === 0) return undefined;
  return { input, ...keepDefined({ output, cacheRead, cacheWrite }) };
}
