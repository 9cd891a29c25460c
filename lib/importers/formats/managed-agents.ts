import { readItemsOfContent, readAnthropicUsage, readShown } from "../messages/anthropic";
import { ToolCalls } from "../messages/tool-calls";
import type { ImportReport } from "../reading/importer";
import type { Sniff } from "../reading/sniff";
import { also, signs } from "../reading/sniff";
import type { FormatSource, FoundSession, SessionStep } from "../sessions/define-format";
import { defineFormat } from "../sessions/define-format";
import type { ReadingOf } from "../shared/record-type";
import type { SeenItem } from "../shared/request-tracker";
import { titleOf } from "../shared/titles";
import type { Loose } from "../shared/values";
import { keepDefined } from "../shared/values";
import { MANAGED_EVENT, KEPT_EVENT, PAGE } from "./managed-agents-records";

type Event = ReadingOf<typeof MANAGED_EVENT>;

/**
 * What the API of Claude Managed Agents keeps of a session: events in their order, as lines, as a list, or as a page of its answer
 * (`GET /v1/sessions/ID/events`). Each call of a model is a span:
 *
 *     user.message, user.define_outcome                           a question, or what is to be reached      enters
 *     span.model_request_start … agent.* … model_request_end      the call, with what it said and its usage
 *     agent.tool_result, user.custom_tool_result                  the tool's answer                         enters
 *     agent.thread_context_compacted                              the window from here on, which is not in the events
 */
export const managedAgents = defineFormat({
  id: "claude_managed_agents",
  label: "Claude Managed Agents: events of a session",
  checked: { on: "2026-11-30", against: "five sessions: 494 calls, 551 tools" },
  agent: "Claude Managed Agents",
  keys: (record) =>
    record.data !== undefined ? PAGE : record.raw !== undefined ? KEPT_EVENT : MANAGED_EVENT,
  recognise: (sniff) =>
    also(
      signs(sniff, ["lines", "array", "object"], [nameSign(sniff)]),
      hasEvents(sniff),
      "events of a session (sevt_…)",
    ),
  guessesSessions: true,
  async *sessions(source) {
    for (const file of source.files) {
      const events: Event[] = [];
      for await (const record of file.records()) events.push(...listEvents(record, source));
      yield readSession(events, `${file.stem}-${file.fingerprint}`, source.report);
    }
  },
});

const EVENT_ID = /"id"\s*:\s*"sevt_/;

function nameSign({ paths }: Sniff): string {
  if (paths.has("raw.id")) return "raw.type";
  return paths.has("data") ? "data" : "type";
}

function hasEvents({ head }: Sniff): boolean {
  return EVENT_ID.test(head);
}

function listEvents(record: Loose, { entries }: FormatSource): Event[] {
  const listed =
    record.data === undefined
      ? [record.raw ?? record]
      : entries(PAGE.of(record).data, MANAGED_EVENT, "not an event");
  return listed.map((event) => MANAGED_EVENT.of(event));
}

function readSession(events: readonly Event[], id: string, report: ImportReport): FoundSession {
  const goal = events.find(({ type }) => type === "user.message" || type === "user.define_outcome");
  const stated = events.findLast(({ type }) => type === "session.usage");
  return {
    id,
    name: titleOf(goal === undefined ? undefined : readQuestion(goal)),
    agent: events.find(({ agent_name: name }) => name !== undefined)?.agent_name,
    at: events[0]?.processed_at ?? null,
    reported: stated === undefined ? undefined : keepDefined({ cost: findCost(stated) }),
    windows: "inferred",
    notes: [
      "The events do not say which model was called, and hold neither the instructions nor the tools' schemas, which were in every window.",
      "Thinking is named, and what was thought is not in the events.",
    ],
    steps: readSteps(events, report),
  };
}

function findCost({ usage }: Event): number | undefined {
  const { amount, currency } = usage.list_cost;
  const cents = Number(amount);
  return currency === "USD" && Number.isInteger(cents) && cents > 0 ? cents / 100 : undefined;
}

function readQuestion({ content, description, rubric }: Event): string {
  const parts = [readShown(content).text, description, rubric.content];
  return parts.filter((part) => part !== undefined && part !== "").join("\n\n");
}

function* readSteps(events: readonly Event[], report: ImportReport): Generator<SessionStep> {
  const calls = new ToolCalls();
  let said: SeenItem[] = [];
  let after: SeenItem[] = [];
  let began: number | null | undefined;
  let [others, failed] = [0, 0];
  function* answer(
    fields: Omit<Extract<SessionStep, { answer: unknown }>, "answer"> = {},
  ): Generator<SessionStep> {
    yield { answer: said, ...fields };
    yield { add: after };
    [said, after, began] = [[], [], undefined];
  }
  for (const event of events) {
    const { type = "", processed_at: at = null } = event;
    if (type.startsWith("agent.") && event.session_thread_id !== undefined) others++;
    else if (type === "span.model_request_start") {
      if (said.length > 0) yield* answer({ at: began });
      began = at;
      calls.beginAnswer();
    } else if (type === "span.model_request_end") {
      const usage = readAnthropicUsage(event.model_usage);
      if (said.length === 0 && usage === undefined) failed++;
      else yield* answer({ at: began ?? null, endedAt: at, usage });
      began = undefined;
    } else if (type === "agent.thread_context_compacted") {
      yield {
        window: [{ kind: "compaction_summary", content: "", completeness: "metadata_only" }],
        edit: { at },
      };
    } else if (isSaid(type)) said.push(...readSaid(type, event, calls));
    else {
      const entered = readEntered(type, event, calls);
      if (began !== undefined) after.push(...entered);
      else {
        if (said.length > 0 && entered.length > 0) yield* answer();
        yield { add: entered };
      }
    }
  }
  if (said.length > 0) yield* answer({ at: began });
  report.passOver("unanswered_request", "a request failed, and nothing was said", failed);
  report.passOver("other_thread", "what other agents of the session did is not read", others);
}

const CALLS: ReadonlySet<string> = new Set(["agent.tool_use", "agent.mcp_tool_use", "agent.custom_tool_use"]);

function isSaid(type: string): boolean {
  return CALLS.has(type) || type === "agent.message" || type === "agent.thinking";
}

function readSaid(type: string, event: Event, calls: ToolCalls): SeenItem[] {
  if (type === "agent.message") return readItemsOfContent("assistant", event.content, calls);
  if (type === "agent.thinking") return [{ kind: "thinking", content: "", completeness: "metadata_only" }];
  const { id, name, input } = event;
  return readItemsOfContent("assistant", [{ type: "tool_use", id, name, input }], calls);
}

function readEntered(type: string, event: Event, calls: ToolCalls): SeenItem[] {
  if (type === "user.message" || type === "user.define_outcome")
    return [{ kind: "user_message", content: readQuestion(event) }];
  if (type === "system.message") return [{ kind: "system_rules", content: readShown(event.content).text }];
  if (type === "agent.thread_message_received") {
    const label = `message of ${event.from_agent_name ?? "another agent"}`;
    return [{ kind: "other", label, content: readShown(event.content).text }];
  }
  const asked = event.tool_use_id ?? event.mcp_tool_use_id ?? event.custom_tool_use_id;
  if (!type.endsWith("tool_result") || asked === undefined) return [];
  const { content, is_error: isError } = event;
  return readItemsOfContent(
    "user",
    [{ type: "tool_result", tool_use_id: asked, content, is_error: isError }],
    calls,
  );
}
