import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";

const NO_PARAMS = Promise.resolve({});

/** Answers a request with a handler of the web's own types. Its body is handed on as it arrives. */
export async function answerWith(
  handler: (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const headers = Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
    [value ?? []].flat().map((one) => [name, one]),
  );
  const body = { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" };
  const request = new Request(`http://localhost${incoming.url ?? "/"}`, {
    method: incoming.method ?? "POST",
    headers,
    ...body,
  });
  const response = await handler(request, { params: NO_PARAMS });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (outgoing.destroyed) return;
  for (const [name, value] of response.headers) outgoing.setHeader(name, value);
  outgoing.writeHead(response.status, { "content-length": bytes.length }).end(bytes);
}
