import type { OtelRecord } from "./spans/record";
import { RECORDS_PER_REQUEST_MAX } from "./spans/limits";

export type OtelSignal = "traces" | "logs";
export type OtlpEncoding = "protobuf" | "json";

export class DecodeError extends Error {
  override name = "DecodeError";
}

export class Decoded {
  readonly records: OtelRecord[] = [];
  readonly refused = new Map<string, number>();
  /** Parts of records that are kept without them: what stands there is none that the protocol has. */
  readonly lost = new Map<string, number>();
  cut = 0;

  add(record: OtelRecord): void {
    const reason = this.records.length >= RECORDS_PER_REQUEST_MAX ? TOO_MANY : explainUnusable(record);
    if (reason === null) this.records.push(record);
    else this.refuse(reason);
  }

  refuse(reason: string): void {
    this.refused.set(reason, (this.refused.get(reason) ?? 0) + 1);
  }

  lose(reason: string): void {
    if (this.lost.has(reason) || this.lost.size < LOST_KINDS_MAX)
      this.lost.set(reason, (this.lost.get(reason) ?? 0) + 1);
  }

  get refusedCount(): number {
    return [...this.refused.values()].reduce((sum, count) => sum + count, 0);
  }
}

/** Kinds that an answer names. */
const LOST_KINDS_MAX = 20;
const TOO_MANY = `a request may hold ${RECORDS_PER_REQUEST_MAX} records`;
const TRACE_ID = /^[0-9a-f]{32}$/;
const SPAN_ID = /^[0-9a-f]{16}$/;

function explainUnusable({ signal, traceId, spanId }: OtelRecord): string | null {
  if (signal === "log") return null;
  if (!TRACE_ID.test(traceId) || /^0+$/.test(traceId)) return "a span has no valid trace id (16 bytes)";
  if (!SPAN_ID.test(spanId) || /^0+$/.test(spanId)) return "a span has no valid span id (8 bytes)";
  return null;
}

const NS_PER_MS = 1_000_000n;

export function convertToMillis(nanos: bigint): number {
  return Number(nanos / NS_PER_MS) + Number(nanos % NS_PER_MS) / 1e6;
}

/** A number where that is exact, else text. */
export function convertInteger(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}
