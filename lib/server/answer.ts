import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";

const NO_PARAMS = Promise.resolve({});

type Answering = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>;

/** A body up to this size is handed on in one piece where somebody waits: its stream takes longer than reading it. */
const PIECE_BYTES_MAX = 2 * 1024 * 1024;
/** Pieces of all requests together. Above that a body is handed on as it arrives, as fast as it is read. */
const PIECES_BYTES_MAX = 64 * 1024 * 1024;
let pieceBytes = 0;

/** Answers a request with a handler of the web's own types. Its body is handed on as it arrives. */
export async function answerWith(
  handler: Answering,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  await answer(handler, incoming, outgoing, Readable.toWeb(incoming) as ReadableStream);
}

/** The same, for requests whose sender waits for the answer. A small body is handed on in one piece. */
export async function answerAtOnce(
  handler: Answering,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const size = Number(incoming.headers["content-length"] ?? Number.NaN);
  if (!(size <= PIECE_BYTES_MAX && pieceBytes + size <= PIECES_BYTES_MAX))
    return answerWith(handler, incoming, outgoing);
  pieceBytes += size;
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    await answer(handler, incoming, outgoing, Buffer.concat(chunks));
  } catch (error) {
    if (!incoming.destroyed || incoming.complete) throw error;
  } finally {
    pieceBytes -= size;
  }
}

async function answer(
  handler: Answering,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  body: ReadableStream | Buffer<ArrayBuffer>,
): Promise<void> {
  const headers = Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
    [value ?? []].flat().map((one) => [name, one]),
  );
  const init = { method: incoming.method ?? "POST", headers, body, duplex: "half" };
  const request = new Request(`http://localhost${incoming.url ?? "/"}`, init);
  const response = await handler(request, { params: NO_PARAMS });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (outgoing.destroyed) return;
  for (const [name, value] of response.headers) outgoing.setHeader(name, value);
  outgoing.writeHead(response.status, { "content-length": bytes.length }).end(bytes);
}
