import type { TraceEvent } from "@/lib/core/trace/event";
import { type Importer, type ImportFile, type ImportReport, findFileFolder } from "../../reading/importer";
import { PROJECTED_ID_PREFIX, projectRecords } from "../../otel/project";
import { listUnreadKeys } from "../../otel/unread-keys";
import type { OtelRecord } from "../../otel/spans/record";
import { streamRecords } from "../../shared/records";
import { type Loose, recordsOf } from "../../shared/values";
import { type Sniff, also, signs } from "../../reading/sniff";
import { convertToolsAlone } from "./tools-alone";
import { recordOfSdkSpan } from "./sdk-spans";
import { type KnownKeys, noteUnreadKey } from "../../shared/known-keys";
import { OTLP_REQUEST, SDK_SPAN } from "./records";
import { decodeJson, convertNames } from "../../otel/decode-json";
import { DecodeError } from "../../otel/decoded";
import { writeCanonicalJson, hashContent } from "@/lib/core/hash";
import { readSpanFacts } from "../../otel/dialects";

/**
 * Export requests of OpenTelemetry in a file: one, a list, or one per line. The dialects of telemetry read
 * them as if they had been sent.
 */
export const otlp: Importer = {
  id: "otlp",
  label: "OTLP export in JSON",
  checked: { on: "2026-11-29", against: "agent-prism dd8b685d and agentsview 53860074, exports in JSON" },
  recognise: (sniff) =>
    also(
      signs(sniff, ["lines", "array", "object"], []),
      REQUEST_SIGNS.some((path) => sniff.paths.has(path)),
      "resourceSpans or resourceLogs",
    ),
  groupKey: (file) => findFileFolder(file.name),
  convert: (files, report) =>
    convert(files, report, "otlp", { keys: OTLP_REQUEST, read: readRecordsOfRequest }),
};

/** Spans as the SDKs' own exporters print them, and as stores of spans dump them. */
export const otelSdkSpans: Importer = {
  id: "otel_sdk_spans",
  label: "OpenTelemetry SDK spans",
  checked: { on: "2026-11-29", against: "openinference 1fe497f1, all-spans.json of ai 6" },
  recognise: (sniff) =>
    also(
      signs(
        sniff,
        ["lines", "array", "object"],
        [
          ...["name", "attributes"],
          ...(sniff.paths.has("start_time") ? ["start_time", "end_time"] : ["startTime", "endTime"]),
        ],
      ),
      hasSpanContext(sniff),
      "spanContext, or the ids of the span and its trace",
    ),
  groupKey: (file) => findFileFolder(file.name),
  convert: (files, report) =>
    convert(files, report, "otel_sdk_spans", {
      keys: SDK_SPAN,
      read: (span) => {
        const record = recordOfSdkSpan(span);
        return record === null ? [] : [record];
      },
    }),
};

interface Reading {
  readonly keys: KnownKeys;
  readonly read: (record: Loose, report: ImportReport) => readonly OtelRecord[];
}

const REQUEST_SIGNS = [
  ...[
    "resource_spans[].scope_spans",
    "resource_logs[].scope_logs",
    "resourceSpans[].scopeSpans",
    "resourceLogs[].scopeLogs",
    "batches[].scopeSpans",
  ],
  ...["batches[].instrumentationLibrarySpans", "trace.resourceSpans[].scopeSpans"],
];

function hasSpanContext({ paths }: Sniff): boolean {
  return (
    ["spanContext.traceId", "_spanContext.traceId", "context.trace_id"].some((path) => paths.has(path)) ||
    (paths.has("traceId") && (paths.has("id") || paths.has("spanId")))
  );
}

async function* convert(
  files: readonly ImportFile[],
  report: ImportReport,
  format: string,
  { keys, read }: Reading,
): AsyncGenerator<TraceEvent> {
  const records: OtelRecord[] = [];
  const spans = new SpansSeen();
  const silent = new SilentSpans();
  for (const file of files) {
    const broken = { code: "broken_entry", what: `${file.name}: not telemetry`, keys };
    for await (const value of streamRecords(file, report, broken)) {
      const found = read(value, report);
      if (found.length === 0)
        report.passOver(
          "unknown_record",
          `${file.name}: a record is no telemetry: expected spans or log records`,
        );
      const news = found.map((record) => spans.note(record));
      const isRepeated = found.length > 0 && news.every((one) => one === "repeated");
      if (!isRepeated) silent.note(found);
      if (isRepeated)
        report.passOver("repeated_record", `${file.name}: spans that came before are not read again`);
      if (news.includes("differs"))
        report.warn(
          "span_differs",
          `${file.name}: a span came before under the same id and said something else: both are read`,
        );
      for (const record of found) records.push(record);
    }
  }
  for (const [name, count] of silent.counts())
    report.passOver(
      "span_not_read",
      `records named ${name.slice(0, 80)} tell of no model call, tool or session`,
      count,
    );
  const { events: projected, calls } = projectRecords(records);
  for (const call of calls) for (const key of listUnreadKeys(call)) noteUnreadKey(`message.${key}`, report);
  if (projected.length === 0) report.warn("no_model_calls", "no model calls here, so no windows");
  const events = projected.length > 0 ? projected : convertToolsAlone(records);
  const file = files[0]?.name ?? "";
  for (const event of events) {
    const id = event.id.startsWith(PROJECTED_ID_PREFIX)
      ? event.id.slice(PROJECTED_ID_PREFIX.length)
      : event.id;
    yield event.type === "session.started" ? { ...event, id, source: { format, file } } : { ...event, id };
  }
}

/**
 * From an export request that was written to a file. Stores that return traces use names of older versions
 * (`batches`).
 */
function readRecordsOfRequest(written: Loose, report: ImportReport): OtelRecord[] {
  const request = convertNames(written);
  const { resourceSpans, batches, trace } = OTLP_REQUEST.of(request);
  const groups = resourceSpans ?? batches ?? OTLP_REQUEST.of(trace).resourceSpans;
  return [
    ...decodeRequest({ resourceSpans: recordsOf(groups) }, "traces", report),
    ...decodeRequest(request, "logs", report),
  ];
}

function decodeRequest(
  request: Loose,
  signal: "traces" | "logs",
  report: ImportReport,
): readonly OtelRecord[] {
  if (signal === "logs" && OTLP_REQUEST.of(request).resourceLogs === undefined) return [];
  try {
    const { records, refused, lost } = decodeJson(request, signal);
    for (const [reason, count] of refused) report.warn("record_refused", `${reason}: it is not read`, count);
    for (const [reason, count] of lost)
      report.warn("field_lost", `${reason}: its record is read without it`, count);
    return records;
  } catch (error) {
    if (error instanceof DecodeError) return [];
    throw error;
  }
}

class SilentSpans {
  private readonly parents = new Set<string>();
  private readonly silent: { readonly keys: readonly string[]; readonly name: string }[] = [];

  note(spans: readonly OtelRecord[]): void {
    for (const { traceId, parentSpanId } of spans)
      if (parentSpanId !== "") this.parents.add(`${traceId} ${parentSpanId}`);
    if (spans.length === 0 || spans.some((span) => readSpanFacts(span).length > 0)) return;
    this.silent.push({ keys: spans.map(makeKey), name: spans[0]?.name ?? "" });
  }

  counts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { keys, name } of this.silent)
      if (!keys.some((key) => this.parents.has(key))) counts.set(name, (counts.get(name) ?? 0) + 1);
    return counts;
  }
}

function makeKey({ traceId, spanId }: OtelRecord): string {
  return `${traceId} ${spanId}`;
}

class SpansSeen {
  private readonly contents = new Map<string, string>();

  note(record: OtelRecord): "new" | "repeated" | "differs" {
    if (record.signal !== "span") return "new";
    const key = makeKey(record);
    const content = hashContent(writeCanonicalJson({ ...record }));
    const before = this.contents.get(key);
    if (before === undefined) this.contents.set(key, content);
    if (before === undefined) return "new";
    return before === content ? "repeated" : "differs";
  }
}
