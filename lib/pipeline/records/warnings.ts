import { findDialect } from "@/lib/importers/otel/dialects";
import {
  OWN_NAMES,
  readNativeEvents,
  getOwnName,
  listUnknownOwnNames,
} from "@/lib/importers/otel/dialects/sightglass";
import { findNativeEventIssue, listUnknownOwnFields } from "@/lib/importers/otel/native-events";
import type { Decoded, OtelSignal } from "@/lib/importers/otel/decoded";
import type { OtelRecord } from "@/lib/importers/otel/spans/record";

export interface FoundWarning {
  readonly code: string;
  readonly source: string;
  readonly message: string;
  readonly count: number;
  readonly sample: Readonly<Record<string, unknown>>;
}

/** Counts warnings. Equal codes of one source are counted together, with the first sample. */
export class WarningSet {
  private readonly found = new Map<string, FoundWarning>();

  add(warning: Omit<FoundWarning, "count"> & { count?: number }): void {
    const key = `${warning.code} ${warning.source}`;
    const before = this.found.get(key);
    const count = warning.count ?? 1;
    this.found.set(
      key,
      before === undefined ? { ...warning, count } : { ...before, count: before.count + count },
    );
  }

  list(): FoundWarning[] {
    return [...this.found.values()];
  }
}

const MINUTE_MS = 60_000;
/** A client's clock may be so far ahead before it gets a warning. */
const AHEAD_MS_MAX = 5 * MINUTE_MS;
/** Characters that are kept of a sender's own names, and of the text about them. */
const NAME_CHARS = 100;
const ISSUE_CHARS = 300;

export function noteBodyWarnings(
  { cut, lost, refused }: Decoded,
  signal: OtelSignal,
  warnings: WarningSet,
): void {
  if (cut > 0) {
    const message = "attributes were longer, deeper or more than is kept; they were cut";
    warnings.add({ code: "value_cut", source: signal, message, count: cut, sample: {} });
  }
  for (const [reason, count] of lost)
    warnings.add({
      code: "field_lost",
      source: `${signal}: ${reason}`,
      message: "a part of a record is not as the protocol has it: the record is kept without it",
      count,
      sample: {},
    });
  for (const [reason, count] of refused)
    warnings.add({ code: "record_refused", source: signal, message: reason, count, sample: {} });
}

export function noteRecordWarnings(
  records: readonly OtelRecord[],
  receivedAt: number,
  warnings: WarningSet,
): void {
  noteToldWarnings(records, receivedAt, warnings);
  for (const record of records) {
    if (record.signal !== "span" || findDialect(record) !== undefined) continue;
    const message = "spans of this scope are in no known dialect; they are kept, and nothing is made of them";
    warnings.add({ code: "unknown_dialect", source: nameSource(record), message, sample: sampleOf(record) });
  }
}

/** Notes the warnings that the sender can do something about. */
export function noteToldWarnings(
  records: readonly OtelRecord[],
  receivedAt: number,
  warnings: WarningSet,
): void {
  for (const record of records) {
    if (record.dropped > 0) {
      const source = nameSource(record);
      const sample = sampleOf(record);
      const message =
        "the client dropped attributes or events because of its own limits, and with them content; set OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT=10000";
      warnings.add({
        code: "attributes_dropped",
        source,
        message,
        count: record.dropped,
        sample: { ...sample, dropped: record.dropped },
      });
    }
    if (isTruncated(record)) {
      const message = "content was truncated by the client; its windows are incomplete, which is no eviction";
      warnings.add({
        code: "content_truncated",
        source: nameSource(record),
        message,
        sample: sampleOf(record),
      });
    }
    if (record.start > receivedAt + AHEAD_MS_MAX) {
      const aheadMs = Math.round(record.start - receivedAt);
      const message =
        "the client's clock is ahead of the server's by more than five minutes; its times are kept as they are";
      warnings.add({
        code: "clock_ahead",
        source: nameSource(record),
        message,
        sample: { ...sampleOf(record), aheadMs },
      });
    }
    noteOwnEvents(record, warnings);
  }
}

export function noteDiffering(records: readonly OtelRecord[], warnings: WarningSet): void {
  for (const record of records)
    warnings.add({
      code: "record_differs",
      source: nameSource(record),
      message:
        "it came before under the same id and said something else: both are kept, and the session notes what differs",
      sample: sampleOf(record),
    });
}

function nameSource(record: OtelRecord): string {
  return findDialect(record)?.label ?? (record.scope || "unnamed scope");
}

/** Context events that are kept unchanged, but belong to no session. */
function noteOwnEvents(record: OtelRecord, warnings: WarningSet): void {
  const add = (source: string, reason: string, name: string): void => {
    const issue = reason.slice(0, ISSUE_CHARS);
    const sample = { ...sampleOf(record), event: name.slice(0, NAME_CHARS), issue };
    warnings.add({ code: "event_refused", source, message: `the event tells nothing: ${issue}`, sample });
  };
  for (const name of listUnknownOwnNames(record))
    add("ctx events", `there is no event of this name; there are ${OWN_NAMES.join(", ")}`, name);
  for (const nativeEvent of readNativeEvents(record)) {
    const issue = findNativeEventIssue(nativeEvent);
    if (issue !== null) add(getOwnName(nativeEvent), issue, getOwnName(nativeEvent));
    for (const field of listUnknownOwnFields(nativeEvent))
      warnings.add({
        code: "unknown_key",
        source: `${getOwnName(nativeEvent)}: ${field.slice(0, NAME_CHARS)}`,
        message: `${getOwnName(nativeEvent)} has no field of this name: what it holds is kept with the record, and nothing shows it`,
        sample: { ...sampleOf(record), event: getOwnName(nativeEvent) },
      });
  }
}

function isTruncated({ attributes }: OtelRecord): boolean {
  const marks = ["anthropic.content.truncated", "body_truncated", "output_truncated", "response_truncated"];
  return marks.some((mark) => attributes[mark] === true || attributes[mark] === "true");
}

/** Enough to find the record again, never its content. */
export function sampleOf({
  signal,
  name,
  scope,
  traceId,
  spanId,
  attributes,
}: OtelRecord): Record<string, unknown> {
  const event = attributes["event.name"];
  return { signal, name: typeof event === "string" ? event : name, scope, traceId, spanId };
}
