import type { Attributes, Context, Span, TextMapPropagator, Tracer } from "@opentelemetry/api";
import { ROOT_CONTEXT, SpanKind, SpanStatusCode } from "@opentelemetry/api";

/** Who takes the spans of a process. It is not OpenTelemetry's global one, to which Next would send addresses with what people search for. */
export interface Tracing {
  readonly tracer: Tracer;
  readonly propagator: TextMapPropagator;
}

/** The pages and the server load this file each for themselves. */
const shared = globalThis as { sightglassTracing?: Tracing };

export function sendSpansTo(tracing: Tracing): void {
  shared.sightglassTracing = tracing;
}

export interface SpanOptions {
  readonly kind: "server" | "consumer";
  readonly attributes: Attributes;
  /** The headers of a request: what called it may have a span of its own. */
  readonly from?: Headers;
}

const KINDS = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER };

/**
 * Does some work of the app within a span, where somebody takes spans (`lib/server/start-tracing.ts`). A span says which route
 * or job it was and how it ended, and nothing of what was sent.
 * @param work gets the span; `undefined` where nobody takes it
 */
export async function inSpan<T>(
  name: string,
  { kind, attributes, from }: SpanOptions,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const tracing = shared.sightglassTracing;
  if (tracing === undefined) return work(undefined);
  const span = tracing.tracer.startSpan(name, { kind: KINDS[kind], attributes }, callerIn(tracing, from));
  try {
    return await work(span);
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

function callerIn({ propagator }: Tracing, headers: Headers | undefined): Context {
  if (headers === undefined) return ROOT_CONTEXT;
  return propagator.extract(ROOT_CONTEXT, headers, {
    get: (all: Headers, key) => all.get(key) ?? undefined,
    keys: (all: Headers) => [...all.keys()],
  });
}
