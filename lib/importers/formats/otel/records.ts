import { defineRecord, field } from "../../shared/record-type";

const MARKS = "ids, times and marks";
const TRACER = { others: "the tracer's" };

/** An export request of OTLP, or a trace as stores give it back. */
export const OTLP_REQUEST = defineRecord({
  resourceSpans: field.value("spans, by the resource that made them"),
  resource_spans: field.unseen(field.value("the same, under its name in the protocol's files")),
  resourceLogs: field.unseen(field.value("log records, by the resource that made them")),
  resource_logs: field.unseen(field.value("the same, under its name in the protocol's files")),
  batches: field.unseen(field.value("of Tempo: the spans")),
  trace: field.unseen(field.value("of Tempo: what holds the spans")),
  message: field.unseen(field.left("what another key says", "of Tempo: what went wrong")),
});

/** The ids of a span. */
export const SPAN_CONTEXT = defineRecord(
  {
    traceId: field.value("the trace's"),
    trace_id: field.unseen(field.value("the trace's, of Python")),
    spanId: field.value("the span's"),
    span_id: field.unseen(field.value("the span's, of Python")),
  },
  TRACER,
);
export const SPAN_SCOPE = defineRecord({ name: field.text("the library that made the span") }, TRACER);
const RESOURCE = defineRecord({ attributes: field.unseen(field.value("of what made the span")) }, TRACER);

/** A span as an SDK holds it in memory, or as a store keeps it in a row. */
export const SDK_SPAN = defineRecord({
  name: field.text("what it is called"),
  attributes: field.value("what is said of it, or its JSON text"),
  events: field.value("what happened in it"),
  status: field.value("`code` and `message`, of Python `status_code` and `description`"),
  status_code: field.unseen(field.value("of Phoenix: `ERROR`, …")),
  status_message: field.unseen(field.text("of Phoenix: what went wrong")),
  span_kind: field.unseen(field.text("of Phoenix: OpenInference's kind")),
  startTime: field.value("when it began: seconds and nanoseconds, text or a number"),
  start_time: field.unseen(field.value("of Python: `startTime`")),
  timestamp: field.unseen(field.value("of a store: `startTime`")),
  endTime: field.value("when it ended"),
  end_time: field.unseen(field.value("of Python: `endTime`")),
  spanContext: field.value("its ids", SPAN_CONTEXT),
  _spanContext: field.unseen(field.value("of JavaScript: `spanContext`", SPAN_CONTEXT)),
  context: field.unseen(field.value("of Python: `spanContext`", SPAN_CONTEXT)),
  id: field.unseen(field.value("of a store: the span's")),
  spanId: field.unseen(field.value("of a store: the span's")),
  traceId: field.unseen(field.value("of a store: the trace's")),
  parentSpanContext: field.one(SPAN_CONTEXT, "the ids of the span around it"),
  parentSpanId: field.unseen(field.value("the span around it")),
  parentId: field.unseen(field.value("`parentSpanId`, under another name")),
  parent_id: field.unseen(field.value("of Python: `parentSpanId`")),
  scope: field.unseen(field.text("of a store: the library that made it")),
  instrumentationScope: field.value("the library that made it", SPAN_SCOPE),
  instrumentationLibrary: field.unseen(field.value("of older versions: `instrumentationScope`", SPAN_SCOPE)),
  resource: field.unseen(field.one(RESOURCE, "what made it")),
  kind: field.unseen(field.left("what the program keeps for itself", "`INTERNAL`, `CLIENT`, …")),
  duration: field.unseen(field.left(MARKS, "how long it took")),
  ended: field.unseen(field.left(MARKS, "it has ended")),
  droppedAttributesCount: field.unseen(field.left(MARKS, "how many attributes were too many")),
  droppedEventsCount: field.unseen(field.left(MARKS, "how many events were too many")),
  links: field.unseen(field.left(MARKS, "other spans that it belongs to")),
  durationMs: field.unseen(field.left(MARKS, "how long it took")),
  traceState: field.unseen(field.left(MARKS, "of the trace")),
  traceFlags: field.unseen(field.left(MARKS, "of the trace")),
  droppedLinksCount: field.unseen(field.left(MARKS, "how many links were too many")),
  createdAt: field.unseen(field.left(MARKS, "of a store: when it was written")),
  updatedAt: field.unseen(field.left(MARKS, "of a store: when it was last written to")),
  _ended: field.unseen(field.left(MARKS, "it has ended")),
  _duration: field.unseen(field.left(MARKS, "how long it took")),
});
