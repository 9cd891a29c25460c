import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";

const NO_PARAMS = Promise.resolve({});

type Answering = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>;

/** A body up to this size is passed in one piece, because its stream would take longer. */
const PIECE_BYTES_MAX = 2 * 1024 * 1024;
/** Pieces of all requests together. Beyond this, bodies are passed as they arrive. */
const PIECES_BYTES_MAX = 64 * 1024 * 1024;
let pieceBytes = 0;

/** The handler uses the web's own types. Its body is passed as it arrives. */
export async function answerWith(
  handler: Answering,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  await answer(handler, incoming, outgoing, Readable.toWeb(incoming) as ReadableStream);
}

/** For requests whose sender waits for the answer. A small body is passed in one piece. */
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
    await answer(handler, incoming, outgoing, await wholeBody(incoming, size));
  } catch (error) {
    if (!incoming.destroyed || incoming.complete) throw error;
  } finally {
    pieceBytes -= size;
  }
}

async function wholeBody(incoming: IncomingMessage, size: number): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(new ArrayBuffer(size));
  let at = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes.buffer;
}

/** For a body that has arrived. The platform's own class would copy it several times. */
class WholeRequest extends Request {
  constructor(
    url: string,
    init: RequestInit,
    private readonly arrived: ArrayBuffer,
  ) {
    super(url, init);
  }

  override get body(): Request["body"] {
    return new Response(this.arrived).body;
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(this.arrived);
  }

  override text(): Promise<string> {
    return Promise.resolve(Buffer.from(this.arrived).toString("utf8"));
  }

  override async json(): Promise<unknown> {
    return JSON.parse(await this.text()) as unknown;
  }
}

async function answer(
  handler: Answering,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  body: ReadableStream | ArrayBuffer,
): Promise<void> {
  const headers = Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
    [value ?? []].flat().map((one) => [name, one]),
  );
  const url = `http://localhost${incoming.url ?? "/"}`;
  const init = { method: incoming.method ?? "POST", headers };
  const request =
    body instanceof ArrayBuffer
      ? new WholeRequest(url, init, body)
      : new Request(url, { ...init, body, duplex: "half" } as RequestInit);
  const response = await handler(request, { params: NO_PARAMS });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (outgoing.destroyed) return;
  for (const [name, value] of response.headers) outgoing.setHeader(name, value);
  outgoing.writeHead(response.status, { "content-length": bytes.length }).end(bytes);
}
