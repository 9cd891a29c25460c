import { readItemsOfMessage, readItemsOfTools } from "../../messages/openai";
import { readResponse } from "../../messages/openai-response";
import { ToolCalls } from "../../messages/tool-calls";
import { findFileFolder } from "../../reading/importer";
import { also, hashOpening, signs } from "../../reading/sniff";
import type { FormatSource, FoundSession, SessionStep } from "../../sessions/define-format";
import { defineFormat } from "../../sessions/define-format";
import { findId } from "../../shared/bounds";
import type { ReadingOf } from "../../shared/record-type";
import type { SeenItem } from "../../shared/request-tracker";
import type { Loose } from "../../shared/values";
import { idOf, recordOf, recordsOf, stringOf } from "../../shared/values";
import type { OpenhandsEvent } from "./events-records";
import { OPENHANDS_ARGS, OPENHANDS_EVENT, OPENHANDS_RUN } from "./events-records";

/**
 * Events of OpenHands before version 1: a list that its page exports, a folder of events, or the runs of an
 * evaluation. Each action has the provider's whole answer beside it, and each observation the call that it answers.
 */
export const openhandsEvents = defineFormat({
  id: "openhands_events",
  label: "OpenHands events (before version 1)",
  checked: { on: "2026-11-26", against: "runs of OpenHands before version 1: 112 calls, 111 tools" },
  agent: "OpenHands",
  keys: (record) => (record.history === undefined ? OPENHANDS_EVENT : OPENHANDS_RUN),
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
        const { history, instance_id: instance, metadata } = OPENHANDS_RUN.of(record);
        if (history === undefined) events.push(record);
        else
          yield readSession(source.entries(history, OPENHANDS_EVENT, "not an event"), source, {
            name: idOf(instance),
            model: metadata.llm_config.model,
          });
      }
    if (events.length > 0) yield readSession(events.sort(compareById), source, {});
  },
});

function compareById(a: Loose, b: Loose): number {
  return Number(a.id) - Number(b.id);
}

function readSession(
  records: readonly Loose[],
  source: FormatSource,
  known: Pick<FoundSession, "name" | "model">,
): FoundSession {
  const events = records.map(OPENHANDS_EVENT.of);
  const model = events.map((event) => readResponse(answerOf(event)).fields.model).find(Boolean);
  return {
    ...known,
    id: [known.name, hashOpening(records.slice(0, OPENING_EVENTS))].filter(Boolean).join("-"),
    model: model ?? known.model,
    at: events[0]?.timestamp ?? null,
    windows: "inferred",
    notes: [
      "An answer without calls has no usage in the file.",
      "What OpenHands adds to results and questions, such as exit codes and facts of the workspace, is not shown as it was sent.",
    ],
    steps: readSteps(events, source),
  };
}

const OPENING_EVENTS = 6;

function answerOf({ tool_call_metadata: call }: OpenhandsEvent): Loose {
  return recordOf(call.model_response);
}

function* readSteps(events: readonly OpenhandsEvent[], { report }: FormatSource): Generator<SessionStep> {
  const calls = new ToolCalls();
  const kept = new Map<unknown, readonly SeenItem[]>();
  const answers = new Set<unknown>();
  for (const event of events) {
    const { id, action, source, timestamp: at } = event;
    const args = OPENHANDS_ARGS.of(event.args);
    const answer = answerOf(event);
    if (action === "condensation") {
      for (const gone of readForgotten(args)) kept.delete(gone);
      const { summary } = args;
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
}: ReadingOf<typeof OPENHANDS_ARGS>): unknown[] {
  if (Array.isArray(ids)) return ids as unknown[];
  if (typeof from !== "number" || typeof to !== "number" || to < from || to - from > EVENTS_MAX) return [];
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

const EVENTS_MAX = 100_000;

/** The provider's answer, once for all its actions; without one, the action stands for it. */
function readSaid(event: OpenhandsEvent, isRepeated: boolean, calls: ToolCalls): SeenItem[] {
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

function readShown(event: OpenhandsEvent, calls: ToolCalls): SeenItem[] | null {
  const { action, observation, source, cause } = event;
  const args = OPENHANDS_ARGS.of(event.args);
  const content = args.content ?? event.message ?? "";
  if (action === "system")
    return [...readItemsOfTools(args.tools), { kind: "system_rules", slot: "system", content }];
  if (action === "message" && source === "user") return [{ kind: "user_message", content }];
  const asked = calls.describe(idOf(event.tool_call_metadata.tool_call_id) ?? makeEventId(cause));
  const kind = stringOf(observation);
  if (kind === undefined || STATES.has(kind)) return null;
  const result = { content: event.content ?? "", ...(kind === "error" && { isError: true }) };
  return [
    asked.toolName === undefined
      ? { kind: "other", label: kind, ...result }
      : { kind: "tool_result", ...result, ...asked },
  ];
}

function makeEventId(id: unknown): string {
  return `event-${String(id)}`;
}
