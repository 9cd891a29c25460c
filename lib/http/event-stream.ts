import { meters } from "@/lib/metrics";

export interface ServerSentEvent {
  readonly event: string;
  /** None where it changes nothing from which a client goes on. */
  readonly id?: number;
  readonly data: object;
}

const RETRY_MS = 1_000;

/** `null` becomes a comment that keeps the connection open. */
export function makeEventStream(
  values: AsyncGenerator<ServerSentEvent | null>,
  { signal }: { readonly signal: AbortSignal },
): Response {
  const encoder = new TextEncoder();
  const { streams } = meters();
  let isOpen = true;
  const over = () => {
    if (isOpen) streams.dec();
    isOpen = false;
  };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      streams.inc();
      controller.enqueue(encoder.encode(`retry: ${RETRY_MS}\n\n`));
    },
    async pull(controller) {
      const next = await values.next();
      if (next.done === true || signal.aborted) {
        over();
        return controller.close();
      }
      controller.enqueue(encoder.encode(writeEvent(next.value)));
    },
    async cancel() {
      over();
      await values.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    },
  });
}

function writeEvent(value: ServerSentEvent | null): string {
  if (value === null) return ":\n\n";
  const id = value.id === undefined ? "" : `id: ${value.id}\n`;
  return `${id}event: ${value.event}\ndata: ${JSON.stringify(value.data)}\n\n`;
}

export function findLastEventId(request: Request, after: number | undefined): number | undefined {
  const sent = request.headers.get("last-event-id") ?? "";
  return /^\d{1,15}$/.test(sent) ? Number(sent) : after;
}
