import { writeCanonicalJson } from "@/lib/core/hash";
import { groupBy } from "@/lib/core/group-by";
import { holdsAll } from "@/lib/core/trace/merge/holds-all";
import { readStatedSession } from "./places";
import type { Fact } from "./spans/facts";
import { selectFactsOfType } from "./spans/grouping";
import type { OtelRecord } from "./spans/record";

export type VariantRelation = "same" | "more" | "less" | "other";

export function compareRecords(storedRecord: OtelRecord, receivedRecord: OtelRecord): VariantRelation {
  const [holds, isHeld] = [
    tellsAllOf(storedRecord, receivedRecord),
    tellsAllOf(receivedRecord, storedRecord),
  ];
  if (holds && isHeld) return isTimedBetter(receivedRecord, storedRecord) ? "more" : "same";
  if (holds) return "less";
  return isHeld ? "more" : "other";
}

const TOLD = ["parentSpanId", "name", "scope", "resource", "attributes", "body", "events", "error"] as const;

function tellsAllOf(record: OtelRecord, otherRecord: OtelRecord): boolean {
  return TOLD.every((field) => holdsAll(record[field], otherRecord[field]));
}

function isTimedBetter(a: OtelRecord, b: OtelRecord): boolean {
  return a.start === b.start ? a.end > b.end : a.start < b.start;
}

export interface DifferingRecord {
  readonly stands: OtelRecord;
  readonly others: readonly OtelRecord[];
}

export interface Variants {
  readonly records: readonly OtelRecord[];
  readonly differing: readonly DifferingRecord[];
}

/**
 * Identifies a span or raw call by its id, a log record by the call that it reports. A variant that another
 * one contains is dropped. Of those that differ, one counts, whatever their order.
 * @param readFacts the facts in a record
 */
export function selectVariants(
  receivedRecords: readonly OtelRecord[],
  readFacts: (record: OtelRecord) => readonly Fact[],
): Variants {
  const records: OtelRecord[] = [];
  const differing: DifferingRecord[] = [];
  for (const [key, group] of groupBy(receivedRecords, (record) => identifyRecord(record, readFacts))) {
    const apart = key === "" ? group : keepFullest(group);
    if (key === "" || apart.length === 1) {
      records.push(...apart);
      continue;
    }
    const [stands, ...otherVariants] = apart.sort(compareByWeight);
    if (stands === undefined) continue;
    records.push(stands);
    differing.push({ stands, others: otherVariants });
  }
  return { records, differing };
}

/** The identity of a record; empty where nothing identifies it. */
export function identifyRecord(
  record: OtelRecord,
  readFacts: (record: OtelRecord) => readonly Fact[],
): string {
  const { signal, traceId, spanId, name } = record;
  if (signal !== "log") return spanId === "" ? "" : `${signal} ${traceId} ${spanId}`;
  const calls = selectFactsOfType(readFacts(record), "call").filter(
    ({ messages, answer }) => messages ?? answer,
  );
  const joins = calls.flatMap((call) => call.joins);
  return joins.length === 0
    ? ""
    : JSON.stringify([signal, traceId, readStatedSession(record), nameOf(record) ?? name, joins]);
}

function nameOf({ attributes }: OtelRecord): string | undefined {
  const name = attributes["event.name"];
  return typeof name === "string" ? name : undefined;
}

function keepFullest(group: readonly OtelRecord[]): OtelRecord[] {
  return group.reduce<OtelRecord[]>((variants, record) => {
    const relations = variants.map((variant) => compareRecords(variant, record));
    if (relations.some((relation) => relation === "same" || relation === "less")) return variants;
    return [...variants.filter((_, i) => relations[i] !== "more"), record];
  }, []);
}

function compareByWeight(a: OtelRecord, b: OtelRecord): number {
  if (a.end !== b.end) return b.end - a.end;
  const [first, second] = [writeCanonicalJson({ ...a }), writeCanonicalJson({ ...b })];
  return second.length - first.length || (first < second ? -1 : 1);
}
