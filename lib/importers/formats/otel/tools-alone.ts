import { addToGroup } from "@/lib/core/group-by";
import type { TraceEvent } from "@/lib/core/trace/event";
import { SessionWriter } from "@/lib/core/trace/session-writer";
import { RequestTracker } from "@/lib/importers/shared/request-tracker";
import { readSpanFacts } from "../../otel/dialects";
import type { ToolRun } from "../../otel/spans/facts";
import { Places } from "../../otel/places";
import type { OtelRecord } from "../../otel/spans/record";
import { findId, nameIn } from "../../shared/bounds";
import { keepDefined } from "../../shared/values";

/**
 * Telemetry that reports tools and no model call, which is all that some clients export. Nothing stands in a
 * window.
 */
export function convertToolsAlone(records: readonly OtelRecord[]): TraceEvent[] {
  const places = new Places(records);
  const runs = records
    .flatMap((record) => readSpanFacts(record))
    .filter((fact) => fact.type === "tool")
    .sort((a, b) => a.record.start - b.record.start);
  const sessions = new Map<string, ToolRun[]>();
  for (const run of runs) {
    const { session } = places.of(run.record);
    addToGroup(sessions, session, run);
  }
  return [...sessions].flatMap(([session, own]) => writeEvents(session, own));
}

function writeEvents(session: string, runs: readonly ToolRun[]): TraceEvent[] {
  const writer = new SessionWriter(session);
  const tracker = new RequestTracker();
  const resource = runs[0]?.record.resource ?? {};
  writer.write("session.started", {
    at: findInstant(runs[0]),
    ...keepDefined({ name: nameIn(resource["service.name"]), agent: nameIn(resource["service.name"]) }),
    notes: ["The telemetry tells of the tools that ran and of no model call: no window is known."],
  });
  for (const run of runs) {
    const call = keepDefined({
      toolCallId: findId(run.callId) ?? findId(run.record.spanId),
      toolName: nameIn(run.name),
    });
    const blocks = tracker.answer([
      { kind: "tool_call", ...call, content: run.args ?? "{}" },
      { kind: "tool_result", ...call, content: run.result ?? "", isError: run.isError },
    ]);
    for (const block of blocks) writer.write("block.recorded", { at: findInstant(run), block });
  }
  return writer.take();
}

function findInstant(run: ToolRun | undefined): number | null {
  return run === undefined || run.record.start <= 0 ? null : Math.round(run.record.start);
}
