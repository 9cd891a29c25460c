import type { TraceEvent } from "@/lib/core/trace/event";
import { SessionWriter } from "@/lib/core/trace/session-writer";
import type { Importer, ImportFile, ImportReport } from "../../reading/importer";
import { findFileFolder, cutStem } from "../../reading/importer";
import { groupByOpening, makeOpeningReader } from "../../shared/openings";
import { StatedSum } from "../../shared/stated-sum";
import { titleOf } from "../../shared/titles";
import { readEntries, streamRecords } from "../../shared/records";
import type { Loose } from "../../shared/values";
import { readDocument, keepDefined, recordOf, stringOf } from "../../shared/values";
import type { Sniff } from "../../reading/sniff";
import { also, signs } from "../../reading/sniff";
import { findLangfuseInput, readLangfuseOutput } from "./content";
import type { Observation } from "./observations";
import { findGenerations, listToolRuns, readValue } from "./observations";
import { readToolRun } from "./tool-runs";
import { SessionUsage } from "./usage";
import { LangfuseCalls } from "./write-calls";
import { noteMessageKeys } from "../../messages/message-keys";
import { noteUnknownKeys } from "../../shared/known-keys";
import type { LangfuseObservation, LangfuseTrace } from "./records";
import { LANGFUSE_OBSERVATION, LANGFUSE_TRACE } from "./records";

/**
 * Traces of Langfuse, with their observations in any order: an exported trace, pages of its API, or a list or lines of
 * observations. A call is an innermost generation. The calls of a trace are one session per conversation, which is
 * known by its first user message.
 */
export const langfuse: Importer = {
  id: "langfuse_trace",
  label: "Langfuse trace export",
  checked: { on: "2026-11-29", against: "exports in langfuse 62751446, framework-traces" },
  recognise: (sniff) =>
    also(
      signs(sniff, ["object", "array", "lines"], []),
      hasObservations(sniff),
      "observations with a traceId and a startTime",
    ),
  groupKey: (file) => (isListed(file.sniff) ? findFileFolder(file.name) : file.name),
  convert,
};

const HOLDERS = ["observations[].", "trace.observations[].", "data[].", ""];

function hasObservations({ paths, shape }: Sniff): boolean {
  return HOLDERS.some((list) => {
    if ((list === "") !== (shape !== "object")) return false;
    // Spans of other stores have a traceId and a startTime too.
    return ["traceId", "startTime", "parentObservationId"].every(
      (key) =>
        paths.has(`${list}${key}`) ||
        paths.has(`${list}${toSnakeCase(key)}`) ||
        (key === "parentObservationId" && list.includes("observations")),
    );
  });
}

/** Observations without their trace around them: those of one trace can stand in several files. */
function isListed({ shape, paths }: Sniff): boolean {
  return shape !== "object" || paths.has("data[].traceId") || paths.has("data[].trace_id");
}

function toSnakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Langfuse's scheduled exports write the same fields with underscores. */
function stripUnderscores(record: Loose): Loose {
  if (record.trace_id === undefined) return record;
  const entries = Object.entries(record).map(([key, value]): [string, unknown] => [
    key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ]);
  const camel: Loose = Object.fromEntries(entries);
  return { ...camel, model: camel.model ?? camel.providedModelName };
}

const READ_OR_STRUCTURE: ReadonlySet<unknown> = new Set([
  ...["GENERATION", "TOOL", "SPAN", "EVENT", "AGENT", "CHAIN"],
]);

interface Trace {
  readonly trace: LangfuseTrace;
  readonly file: string;
  readonly id: string;
  readonly observations: readonly LangfuseObservation[];
}

async function readTraces(files: readonly ImportFile[], report: ImportReport): Promise<Trace[]> {
  const traces = new Map<string, Trace & { observations: LangfuseObservation[] }>();
  const kind = { code: "broken_entry", what: "not an observation", keys: null };
  const collect = (raw: Loose, file: string) => {
    const record = stripUnderscores(raw);
    noteUnknownKeys(record, LANGFUSE_OBSERVATION, report);
    const observation = LANGFUSE_OBSERVATION.of(record);
    const id = observation.traceId ?? "trace";
    const { traceName: name, sessionId, userId, environment, release } = observation;
    const trace = traces.get(id) ?? {
      trace: LANGFUSE_TRACE.of({ name, sessionId, userId, environment, release }),
      file,
      id,
      observations: [],
    };
    trace.observations.push(observation);
    traces.set(id, trace);
  };
  for (const file of files) {
    if (file.sniff.shape !== "object") {
      for await (const record of streamRecords(file, report, kind)) collect(record, file.name);
      continue;
    }
    const document = await readDocument(file, report, LANGFUSE_TRACE);
    if (document === null) continue;
    const doc = LANGFUSE_TRACE.of(document);
    if (Array.isArray(doc.data)) {
      for (const record of readEntries(doc.data, report, kind)) collect(record, file.name);
      continue;
    }
    const trace = doc.trace === undefined ? doc : LANGFUSE_TRACE.of(doc.trace);
    if (trace !== doc) noteUnknownKeys(recordOf(doc.trace), LANGFUSE_TRACE, report);
    const observations = readEntries(doc.observations ?? trace.observations, report, {
      ...kind,
      keys: LANGFUSE_OBSERVATION,
    }).map((record) => LANGFUSE_OBSERVATION.of(record));
    const id = trace.id ?? `${cutStem(file.name)}-${file.sniff.fingerprint}`;
    traces.set(`${file.name}\0${id}`, { trace, file: file.name, id, observations });
  }
  return [...traces.values()];
}

async function* convert(files: readonly ImportFile[], report: ImportReport): AsyncGenerator<TraceEvent> {
  for (const { trace, file, id, observations } of await readTraces(files, report)) {
    for (const { type } of observations)
      if (!READ_OR_STRUCTURE.has(type))
        report.passOver(
          "observation_not_read",
          `observations of type ${String(type).slice(0, 40)} are not read: what they gave stands in the messages of the calls after them`,
        );
    const { calls, events } = findGenerations(observations);
    for (const { input, output } of calls) {
      noteMessageKeys(readValue(input), report, "input.");
      noteMessageKeys(readValue(output), report, "output.");
    }
    if (calls.length === 0) report.warn("no_model_calls", "the trace has no generations");
    if (events > 0)
      report.passOver(
        "framework_events",
        "generations that show neither content nor usage are no model calls",
        events,
      );
    const runs = listToolRuns(observations);
    const { totalCost: cost } = trace;
    const sum = cost === undefined ? null : new StatedSum(`the trace ${id}`, { cost });
    for (const [n, conversation] of groupByOpening(
      calls,
      makeOpeningReader((call) => findLangfuseInput(call)?.items ?? [], readLangfuseOutput),
    ).entries()) {
      const writer = new SessionWriter(n === 0 ? id : `${id}:${n + 1}`);
      const usage = new SessionUsage(conversation.map(({ raw }) => raw));
      start(writer, { usage, trace, file, calls: conversation, parent: n === 0 ? null : id });
      writeCalls(writer, conversation, n === 0 ? runs : [], usage);
      const written = writer.take();
      sum?.countIn(written);
      yield* written;
    }
    sum?.tell(report);
  }
}

interface Conversation {
  readonly usage: SessionUsage;
  readonly trace: LangfuseTrace;
  readonly file: string;
  readonly calls: readonly Observation[];
  readonly parent: string | null;
}

function start(writer: SessionWriter, { trace, file, calls, parent, usage }: Conversation): void {
  const named = trace.name ?? cutStem(file);
  writer.write("session.started", {
    at: trace.timestamp ?? (calls[0]?.at || null),
    name: parent === null ? named : (titleOf(stringOf(calls[0]?.raw.name)) ?? named),
    role: parent === null ? "main" : "side",
    source: { format: "langfuse_trace", file },
    ...keepDefined({
      model: calls.map(({ raw }) => raw.model).find((model) => model !== undefined),
      parent: parent === null ? undefined : { session: parent },
      attributes: readAttributes(trace),
    }),
    notes: [
      "A generation that shows no messages is taken to have been given what the one before it was given, its answer, and the results of the tools that ran since.",
      ...usage.notes,
    ],
  });
}

function readAttributes({ sessionId, userId, environment, release }: LangfuseTrace): Record<string, string> {
  return keepDefined({ sessionId, userId, environment, release }) as Record<string, string>;
}

function writeCalls(
  writer: SessionWriter,
  calls: readonly Observation[],
  runs: readonly Observation[],
  usage: SessionUsage,
): void {
  const written = new LangfuseCalls(writer, usage);
  const read = runs.map((run) => ({ at: run.at, run: readToolRun(run) }));
  calls.forEach((call, i) => {
    const next = calls[i + 1];
    const since = i === 0 ? 0 : call.at;
    const until = next?.at ?? Number.POSITIVE_INFINITY;
    const between = read.filter(({ at }) => at >= since && at < until).map(({ run }) => run);
    written.write(call, between, next);
  });
  written.end();
}
