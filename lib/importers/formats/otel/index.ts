import type { TraceEvent } from "@/lib/core/trace/event";
import type { Importer, ImportFile, ImportReport } from "../../reading/importer";
import { folderOf } from "../../reading/importer";
import { PROJECTED_ID_PREFIX, projectRecords } from "../../otel/project";
import type { OtelRecord } from "../../otel/spans/record";
import { recordsIn } from "../../shared/records";
import type { Loose } from "../../shared/values";
import type { Sniff } from "../../reading/sniff";
import { also, signs } from "../../reading/sniff";
import { recordsOfRequest } from "./otlp-requests";
import { toolsAlone } from "./tools-alone";
import { recordOfSdkSpan } from "./sdk-spans";

/**
 * Export requests of OpenTelemetry in a file: one, a list, or one a line. What the spans say is read by the dialects of
 * telemetry, as if they had been sent.
 */
export const otlp: Importer = {
  id: "otlp",
  label: "OTLP export in JSON",
  recognise: (sniff) =>
    also(
      signs(sniff, ["lines", "array", "object"], []),
      REQUEST_SIGNS.some((path) => sniff.paths.has(path)),
      "resourceSpans or resourceLogs",
    ),
  groupKey: (file) => folderOf(file.name),
  convert: (files, report) => convert(files, report, "otlp", recordsOfRequest),
};

/** Spans as the SDKs' own exporters print them, and as stores of spans dump them. */
export const otelSdkSpans: Importer = {
  id: "otel_sdk_spans",
  label: "OpenTelemetry SDK spans",
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
  groupKey: (file) => folderOf(file.name),
  convert: (files, report) =>
    convert(files, report, "otel_sdk_spans", (span) => {
      const record = recordOfSdkSpan(span);
      return record === null ? [] : [record];
    }),
};

const REQUEST_SIGNS = [
  ...["resourceSpans[].scopeSpans", "resourceLogs[].scopeLogs", "batches[].scopeSpans"],
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
  read: (record: Loose) => readonly OtelRecord[],
): AsyncGenerator<TraceEvent> {
  const records: OtelRecord[] = [];
  for (const file of files) {
    const broken = { code: "broken_entry", what: `${file.name}: not telemetry` };
    for await (const value of recordsIn(file, report, broken)) {
      const found = read(value);
      if (found.length === 0)
        report.passOver(
          "unknown_record",
          `${file.name}: a record is no telemetry: expected spans or log records`,
        );
      for (const record of found) records.push(record);
    }
  }
  const projected = projectRecords(records).events;
  if (projected.length === 0) report.warn("no_model_calls", "the telemetry tells of no model call");
  const events = projected.length > 0 ? projected : toolsAlone(records);
  const file = files[0]?.name ?? "";
  for (const event of events) {
    const id = event.id.startsWith(PROJECTED_ID_PREFIX)
      ? event.id.slice(PROJECTED_ID_PREFIX.length)
      : event.id;
    yield event.type === "session.started" ? { ...event, id, source: { format, file } } : { ...event, id };
  }
}
