import type { TraceEvent, TraceEventOf } from "@/lib/core/trace/event";
import { SessionWriter } from "@/lib/core/trace/session-writer";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import type { Importer, ImportFile, ImportReport } from "../reading/importer";
import { stemOf } from "../reading/importer";
import { argumentsText, itemsOfTools, textOf } from "../messages/openai";
import { ToolCalls } from "../messages/tool-calls";
import { idIn, nameIn, tokensIn } from "../shared/bounds";
import { GoalMark } from "../shared/goal-mark";
import { Transcript } from "../sessions/transcript";
import { readOneWay, unsaidUsage } from "../shared/cached-input";
import { entriesOf } from "../shared/records";
import type { Loose } from "../shared/values";
import { documentOf, definedFields, instantOf, recordOf, recordsOf, stringOf } from "../shared/values";
import { also, signs } from "../reading/sniff";
import { anyKeys, keysIn, within } from "../shared/known-keys";

/**
 * A trajectory in the Agent Trajectory Interchange Format, versions 1.0 to 1.7: steps of system, user and
 * agent. An agent's step is a call, unless it says that it made none. Results stand in the step whose calls
 * they answer. Trajectories of sub-agents are separate sessions, linked by the result that refers to them.
 */
export const atif: Importer = {
  id: "atif",
  label: "ATIF trajectory",
  recognise: (sniff) =>
    also(
      signs(sniff, ["object"], ["schema_version", "agent", "steps[].step_id", "steps[].source"]),
      /"schema_version"\s*:\s*"ATIF-v1\./.test(sniff.head),
      "schema_version of ATIF-v1",
    ),
  convert,
};

type Parent = NonNullable<TraceEventOf<"session.started">["parent"]>;
const DEPTH_MAX = 8;

async function* convert(files: readonly ImportFile[], report: ImportReport): AsyncGenerator<TraceEvent> {
  for (const file of files) {
    const doc = await documentOf(file, report, TRAJECTORY_KEYS);
    if (doc === null) continue;
    yield* trajectory(doc, report, {
      file,
      parent: null,
      depth: 0,
      id: idOfTrajectory(doc, file.sniff.fingerprint),
    });
  }
}

const TRAJECTORY_KEYS = keysIn(
  "schema_version session_id trajectory_id agent steps notes final_metrics continued_trajectory_ref extra",
  "subagent_trajectories",
);
const STEP_KEYS = within(
  keysIn(
    "step_id timestamp source model_name reasoning_effort message reasoning_content tool_calls observation metrics",
    "is_copied_context llm_call_count extra",
  ),
  {
    tool_calls: keysIn("tool_call_id function_name arguments extra"),
    observation: anyKeys({ results: keysIn("source_call_id content subagent_trajectory_ref extra") }),
  },
);

const SOURCES: ReadonlySet<unknown> = new Set(["system", "user", "agent"]);

interface Place {
  readonly file: ImportFile;
  readonly parent: Parent | null;
  readonly depth: number;
  readonly id: string;
}

function* trajectory(doc: Loose, report: ImportReport, place: Place): Generator<TraceEvent> {
  const writer = new SessionWriter(place.id);
  const steps = entriesOf(doc.steps, report, { code: "broken_entry", what: "not a step", keys: STEP_KEYS });
  start(writer, doc, steps, place);
  const written = new Steps(writer, recordOf(doc.agent));
  for (const step of steps)
    if (SOURCES.has(step.source)) written.take(step);
    else report.passOver("unknown_record", "a step has no known source: expected system, user or agent");
  written.end();
  yield* readOneWay(writer.take());
  if (place.depth >= DEPTH_MAX) return;
  for (const [n, child] of recordsOf(doc.subagent_trajectories).entries()) {
    const key = idIn(child.trajectory_id) ?? idIn(child.session_id);
    const toolCallId = key === undefined ? undefined : written.launches.get(key);
    const parent = { session: place.id, ...(toolCallId !== undefined && { toolCallId }) };
    const id = `${place.id}:${key ?? n + 1}`.slice(0, 300);
    yield* trajectory(child, report, { ...place, parent, depth: place.depth + 1, id });
  }
}

function idOfTrajectory(doc: Loose, fingerprint: string): string {
  return idIn(doc.trajectory_id) ?? idIn(doc.session_id) ?? `atif-${fingerprint}`;
}

function start(writer: SessionWriter, doc: Loose, steps: readonly Loose[], { file, parent }: Place): void {
  const agent = recordOf(doc.agent);
  const named = [nameIn(agent.name), nameIn(agent.version)].filter(Boolean).join(" ");
  writer.write("session.started", {
    at: instantOf(steps[0]?.timestamp),
    name: parent === null ? stemOf(file.name) : (nameIn(agent.name) ?? "sub-agent"),
    role: parent === null ? "main" : "subagent",
    source: { format: "atif", file: file.name },
    ...definedFields({
      agent: nameIn(named),
      model: nameIn(agent.model_name),
      parent,
      reported: totalsOf(doc),
    }),
    notes: [
      "The trajectory has its steps and not what was sent: every call is taken to have read all that came before it.",
      ...(doc.continued_trajectory_ref === undefined || doc.continued_trajectory_ref === null
        ? []
        : ["The trajectory goes on in another file."]),
    ],
  });
}

/** A trajectory can state totals without metrics of its steps. */
function totalsOf(doc: Loose): TraceEventOf<"session.started">["reported"] {
  const totals = recordOf(doc.final_metrics);
  const tokensSent = tokensIn(totals.total_prompt_tokens) || undefined;
  const tokensReceived = tokensIn(totals.total_completion_tokens) || undefined;
  const known = definedFields({ tokensSent, tokensReceived });
  return Object.keys(known).length === 0 ? undefined : known;
}

class Steps {
  readonly launches = new Map<string, string>();
  private readonly transcript: Transcript;
  private readonly goal = new GoalMark();
  private readonly calls = new ToolCalls();
  private systems = 0;

  constructor(writer: SessionWriter, agent: Loose) {
    this.transcript = new Transcript(writer);
    this.transcript.add(itemsOfTools(agent.tool_definitions));
  }

  take(step: Loose): void {
    // A step without a call, such as a command of the harness, still stands in the window.
    const isCall = step.source === "agent" && step.llm_call_count !== 0 && step.is_copied_context !== true;
    const said = step.source === "agent" ? this.answer(step) : this.goal.mark(this.heard(step));
    if (isCall) this.transcript.call(said, fieldsOf(step), thinkingOf(step));
    else this.transcript.add(said);
    this.transcript.add(recordsOf(recordOf(step.observation).results).map((result) => this.result(result)));
  }

  end(): void {
    this.transcript.end();
  }

  private heard(step: Loose): SeenItem[] {
    const { text, media } = textOf(step.message);
    if (text === "" && media === null) return [];
    const shown = { content: text, ...(media !== null && { media }) };
    if (step.source !== "system") return [{ kind: "user_message", ...shown }];
    const slot = this.systems++ === 0 ? { slot: "system" } : {};
    return [{ kind: "system_rules", ...slot, ...shown }];
  }

  private answer(step: Loose): SeenItem[] {
    const { text } = textOf(step.message);
    this.calls.beginAnswer();
    return [
      ...(text === "" ? [] : [{ kind: "assistant_text" as const, content: text }]),
      ...recordsOf(step.tool_calls).map((call): SeenItem => {
        const toolName = nameIn(call.function_name) ?? "tool";
        const toolCallId = idIn(call.tool_call_id);
        if (toolCallId !== undefined) this.calls.note(toolCallId, toolName, call.arguments);
        const content = argumentsText(call.arguments);
        return { kind: "tool_call", toolName, content, ...(toolCallId !== undefined && { toolCallId }) };
      }),
    ];
  }

  private result(result: Loose): SeenItem {
    const { text, media } = textOf(result.content);
    const call = this.calls.describe(idIn(result.source_call_id));
    for (const reference of recordsOf(result.subagent_trajectory_ref)) {
      const key = idIn(reference.trajectory_id) ?? idIn(reference.session_id);
      if (key !== undefined && call.toolCallId !== undefined) this.launches.set(key, call.toolCallId);
    }
    return { kind: "tool_result", content: text, ...(media !== null && { media }), ...call };
  }
}

function thinkingOf(step: Loose): SeenItem[] {
  const text = stringOf(step.reasoning_content);
  return text === undefined ? [] : [{ kind: "thinking", content: text }];
}

/** Prompt tokens include the cached ones, except from harnesses that pass on their provider's figures. */
function fieldsOf(step: Loose) {
  const metrics = recordOf(step.metrics);
  const input = tokensIn(metrics.prompt_tokens) || undefined;
  const output = tokensIn(metrics.completion_tokens) || undefined;
  const usage = definedFields({ input, output, cacheRead: tokensIn(metrics.cached_tokens) });
  return {
    at: instantOf(step.timestamp),
    windowProvenance: "inferred" as const,
    ...definedFields({
      model: nameIn(step.model_name),
      usage: input === undefined && output === undefined ? undefined : unsaidUsage(usage),
    }),
  };
}
