import { hashContent } from "@/lib/core/hash";
import type { AppliedPolicy } from "@/lib/core/trace/applied-policy";
import type { OtelRecord } from "./spans/record";
import { AttributeSet, NO_ATTRIBUTES } from "./spans/record";

/** A model call as it was sent to the endpoint for raw calls. */
export interface RawCall {
  readonly id: string;
  readonly session: string;
  readonly thread?: string | undefined;
  readonly agent?: string | undefined;
  readonly startedAt: number;
  readonly endedAt?: number | undefined;
  readonly api?: string | undefined;
  readonly side?: string | undefined;
  readonly request: unknown;
  readonly response?: unknown;
  readonly error?: unknown;
  /** Why the copy of the answer ends where it ends. */
  readonly cut?: string | undefined;
  readonly applied?: AppliedPolicy | undefined;
  readonly notKept?: string | undefined;
}

const SPAN_ID_CHARS = 16;

/** Writes a raw call as a record of telemetry, so that both go one way from here on. */
export function makeCallRecord({ id, session, thread, startedAt, endedAt, ...body }: RawCall): OtelRecord {
  const attributes = new AttributeSet();
  attributes.set("session.id", session);
  if (thread !== undefined) attributes.set("agent_id", thread);
  return {
    signal: "call",
    traceId: hashContent(session),
    spanId: hashContent(id).slice(0, SPAN_ID_CHARS),
    parentSpanId: "",
    name: id,
    scope: "raw",
    start: startedAt,
    end: endedAt ?? startedAt,
    resource: NO_ATTRIBUTES,
    attributes: attributes.values,
    body,
    events: [],
    dropped: 0,
    error: null,
  };
}
