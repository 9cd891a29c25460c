/** Answers with what `values` gives, as server-sent events of one name; `null` is a comment that keeps the line open. */
export function eventStream(
  name: string,
  values: AsyncGenerator<object | null>,
  signal: AbortSignal,
): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await values.next();
      if (next.done === true || signal.aborted) return controller.close();
      const text = next.value === null ? ":\n\n" : `event: ${name}\ndata: ${JSON.stringify(next.value)}\n\n`;
      controller.enqueue(encoder.encode(text));
    },
    async cancel() {
      await values.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
    },
  });
}
