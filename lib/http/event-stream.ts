/** A look at whether somebody may still follow is good for so long. */
const ALLOWED_FOR_MS = 1_000;

/**
 * Answers with what `values` gives, as server-sent events of one name; `null` is a comment that keeps the line open. Before
 * each of them it asks whether whoever follows still may, and ends when not.
 */
export function eventStream(
  name: string,
  values: AsyncGenerator<object | null>,
  signal: AbortSignal,
  isAllowed: () => Promise<boolean>,
): Response {
  const encoder = new TextEncoder();
  let askedAt = Date.now();
  const mayGoOn = async () => {
    if (Date.now() - askedAt < ALLOWED_FOR_MS) return true;
    askedAt = Date.now();
    return isAllowed();
  };
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await values.next();
      if (next.done === true || signal.aborted) return controller.close();
      if (!(await mayGoOn())) {
        await values.return(undefined);
        return controller.close();
      }
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
