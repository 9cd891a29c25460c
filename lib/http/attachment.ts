import { nextRound } from "@/lib/rounds";

export function makeAttachment(name: string, type: string, body: string): Response {
  return new Response(body, {
    headers: {
      "content-type": type,
      "content-disposition": `attachment; filename="${name}"`,
      "x-robots-tag": "noindex, nofollow",
    },
  });
}

/** A file that is made in pieces, each when it is its turn: many files at once leave room for others. */
export function streamAttachment(name: string, type: string, text: AsyncGenerator<string>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await nextRound();
      const next = await text.next();
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    async cancel() {
      await text.return(undefined);
    },
  });
  const { headers } = makeAttachment(name, type, "");
  return new Response(body, { headers });
}
