import { OPENAI_RESPONSE } from "../../messages/message-keys";
import { readItemsOfMessage, readItemsOfTools } from "../../messages/openai";
import { readResponse } from "../../messages/openai-response";
import { ToolCalls } from "../../messages/tool-calls";
import { findFileFolder } from "../../reading/importer";
import { also, hashOpening, signs } from "../../reading/sniff";
import type { FormatSource, FoundSession, SessionStep } from "../../sessions/define-format";
import { defineFormat } from "../../sessions/define-format";
import { findId, nameIn } from "../../shared/bounds";
import { anyKeys, makeKnownKeys, leaving, nestKeys } from "../../shared/known-keys";
import type { SeenItem } from "../../shared/request-tracker";
import type { Loose } from "../../shared/values";
import { idOf, instantOf, recordOf, recordsOf, stringOf } from "../../shared/values";

const EVENT_KEYS = nestKeys(
  leaving(
    makeKnownKeys("id timestamp source message action args observation content cause tool_call_metadata"),
    {
      "what the program keeps for itself": "llm_metrics extras success timeout hidden image_urls",
    },
  ),
  { args: anyKeys({}), tool_call_metadata: anyKeys({ model_response: OPENAI_RESPONSE }) },
);
const RUN_KEYS = nestKeys(
  leaving(makeKnownKeys("instance_id history metadata"), {
    "what the program keeps for itself": "test_result instruction metrics error instance report",
  }),
  { metadata: anyKeys({}) },
);

/**
 * Events of OpenHands before version 1: a list that its page exports, a folder of events, or the runs of an
 * evaluation. Each action has the provider's whole answer beside it, and each observation the call that it answers.
 */
export const openhandsEvents = defineFormat({
  id: "openhands_events",
  label: "OpenHands events (before version 1)",
  checked: { on: "2026-11-26", against: "runs of OpenHands before version 1: 112 calls, 111 tools" },
  agent: "OpenHands",
  keys: (record) => (record.history === undefined ? EVENT_KEYS : RUN_KEYS),
  recognise: (sniff) => {
    const shapes = ["array", "lines", "object"] as const;
    const { paths } = sniff;
    return paths.has("history[].source")
      ? signs(sniff, shapes, ["history[].id", "history[].timestamp", "history[].source"])
      : also(
          signs(sniff, shapes, ["id", "timestamp", "source", "message"]),
          !paths.has("kind") && (paths.has("action") || paths.has("observation")),
          "an action or an observation",
        );
  },
  groupKey: ({ name, sniff }) =>
    sniff.shape === "object" && findFileFolder(name) !== "" ? findFileFolder(name) : name,
  async *sessions(source) {
    const events: Loose[] = [];
    for (const file of source.files)
      for await (const record of file.records()) {
        if (record.history === undefined) events.push(record);
        else
          yield readSession(source.entries(record.history, EVENT_KEYS, "not an event"), source, {
            name: idOf(record.instance_id),
            model: nameIn(recordOf(recordOf(record.metadata).llm_config).model),
          });
      }
    if (events.length > 0) yield readSession(events.sort(compareById), source, {});
  },
});

function compareById(a: Loose, b: Loose): number {
  return Number(a.id) - Number(b.id);
}

function readSession(
  events: readonly Loose[],
  source: FormatSource,
  known: Pick<FoundSession, "name" | "model">,
): FoundSession {
  const model = events.map((event) => readResponse(answerOf(event)).fields.model).find(Boolean);
  return {
    ...known,
    id: [known.name, hashOpening(events.slice(0, OPENING_EVENTS))].filter(Boolean).join("-"),
    model: model ?? known.model,
    at: instantOf(events[0]?.timestamp),
    windows: "inferred",
    notes: [
      "An answer without calls has no usage in the file.",
      "What OpenHands adds to results and questions, such as exit codes and facts of the workspace, is not shown as it was sent.",
    ],
    steps: readSteps(events, source),
  };
}

const OPENING_EVENTS = 6;

function readMetadata(event: Loose): Loose {
  return recordOf(event.tool_call_metadata);
}

function answerOf(event: Loose): Loose {
  return recordOf(readMetadata(event).model_response);
}

function* readSteps(events: readonly Loose[], { report }: FormatSource): Generator<SessionStep> {
  const calls = new ToolCalls();
  const kept = new Map<unknown, readonly SeenItem[]>();
  const answers = new Set<unknown>();
  for (const event of events) {
    const { id, action, source } = event;
    const args = recordOf(event.args);
    const at = instantOf(event.timestamp);
    const answer = answerOf(event);
    if (action === "condensation") {
      for (const gone of readForgotten(args)) kept.delete(gone);
      const summary = stringOf(args.summary);
      const items = [...kept.values()];
      if (summary !== undefined)
        items.splice(Number(args.summary_offset) || 0, 0, [{ kind: "compaction_summary", content: summary }]);
      yield { window: items.flat(), edit: { at } };
      continue;
    }
    const isCall = source === "agent" && stringOf(action) !== undefined && !OWN.has(action);
    const items = isCall ? readSaid(event, answers.has(answer.id), calls) : readShown(event, calls);
    if (items === null) {
      if (!OWN.has(action) && event.observation === undefined)
        report.passOver(
          "unknown_record",
          `an event is no message, call or result: ${String(action ?? event.observation)}`,
        );
      continue;
    }
    kept.set(id, items);
    if (!isCall) yield { add: items };
    else if (answer.id === undefined || !answers.has(answer.id)) {
      yield { answer: items, at, turnId: findId(answer.id), ...readResponse(answer).fields };
      if (answer.id !== undefined) answers.add(answer.id);
    }
  }
}

/** What OpenHands itself does in the agent's name. */
const OWN: ReadonlySet<unknown> = new Set([
  ...["system", "change_agent_state", "recall", "null", "condensation_request"],
]);

const STATES: ReadonlySet<unknown> = new Set(["agent_state_changed", "null", "recall"]);

/** Events are named one by one, or by the first and the last. */
function readForgotten({
  forgotten_event_ids: ids,
  forgotten_events_start_id: from,
  forgotten_events_end_id: to,
}: Loose): unknown[] {
  if (Array.isArray(ids)) return ids as unknown[];
  if (typeof from !== "number" || typeof to !== "number" || to < from || to - from > EVENTS_MAX) return [];
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

const EVENTS_MAX = 100_000;

/** The provider's answer, once for all its actions; without one, the action stands for it. */
function readSaid(event: Loose, isRepeated: boolean, calls: ToolCalls): SeenItem[] {
  const [choice] = recordsOf(answerOf(event).choices);
  if (choice !== undefined) return isRepeated ? [] : readItemsOfMessage(recordOf(choice.message), calls);
  const { thought, content, ...rest } = recordOf(event.args);
  const text = stringOf(thought) ?? stringOf(content);
  const spoken: SeenItem[] = text === undefined ? [] : [{ kind: "assistant_text", content: text }];
  if (event.action === "message" || event.action === "finish") return spoken;
  const call = {
    role: "assistant",
    tool_calls: [{ id: makeEventId(event.id), name: event.action, arguments: rest }],
  };
  return [...spoken, ...readItemsOfMessage(call, calls)];
}

function readShown(event: Loose, calls: ToolCalls): SeenItem[] | null {
  const { action, observation, source, cause } = event;
  const args = recordOf(event.args);
  const content = stringOf(args.content) ?? stringOf(event.message) ?? "";
  if (action === "system")
    return [...readItemsOfTools(args.tools), { kind: "system_rules", slot: "system", content }];
  if (action === "message" && source === "user") return [{ kind: "user_message", content }];
  const asked = calls.describe(idOf(readMetadata(event).tool_call_id) ?? makeEventId(cause));
  const kind = stringOf(observation);
  if (kind === undefined || STATES.has(kind)) return null;
  const result = { content: stringOf(event.content) ?? "", ...(kind === "error" && { isError: true }) };
  return [
    asked.toolName === undefined
      ? { kind: "other", label: kind, ...result }
      : { kind: "tool_result", ...result, ...asked },
  ];
}

function makeEventId(id: unknown): string {
  return `event-${String(id)}`;
}
