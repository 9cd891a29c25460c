import type { IncomingMessage, ServerResponse } from "node:http";
import { LargeHere, readUpTo } from "@/lib/http/large-here";
import type { Handler } from "@/lib/http/serve";
import { AppError } from "@/lib/errors";

/** The body of a request as it arrives. Nothing of it is read before it is asked for. */
export class Wire {
  private readonly read: Buffer[] = [];
  private iterator: AsyncIterator<Buffer> | null = null;
  private asStream: ReadableStream<Uint8Array> | null = null;

  /** @param keeps whether what was read is kept, so that it can be read once more */
  constructor(
    private readonly incoming: IncomingMessage,
    private readonly keeps: boolean,
  ) {}

  /** The body in pieces. */
  get stream(): ReadableStream<Uint8Array> {
    this.asStream ??= new ReadableStream<Uint8Array>(
      {
        pull: async (to) => {
          const chunk = await this.next();
          if (chunk === null) to.close();
          else to.enqueue(chunk);
        },
      },
      { highWaterMark: 0 },
    );
    return this.asStream;
  }

  /** The body in one piece. Takes memory as its bytes arrive, whatever size was announced. */
  async whole(): Promise<ArrayBuffer> {
    const chunks: Buffer[] = [];
    for (let chunk = await this.next(); chunk !== null; chunk = await this.next()) chunks.push(chunk);
    const bytes = new Uint8Array(new ArrayBuffer(chunks.reduce((sum, { length }) => sum + length, 0)));
    let at = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return bytes.buffer;
  }

  /** Ends reading. What was read so far comes back; the rest can be read from the request itself. */
  async leaveOff(): Promise<readonly Buffer[]> {
    await this.iterator?.return?.();
    return this.read;
  }

  private async next(): Promise<Buffer | null> {
    this.iterator ??= this.incoming.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
    try {
      const { done, value } = await this.iterator.next();
      if (done === true) return null;
      if (this.keeps) this.read.push(value);
      return value;
    } catch {
      throw new AppError("unavailable", "the sender hung up before the end of the body");
    }
  }
}

/**
 * A request whose body is read when the handler asks for it: after it knows the caller. The platform's own would copy it
 * several times.
 */
class LateRequest extends Request {
  constructor(
    url: string,
    init: RequestInit,
    private readonly wire: Wire,
  ) {
    super(url, init);
  }

  override get body(): Request["body"] {
    return this.wire.stream as Request["body"];
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return this.wire.whole();
  }

  override async text(): Promise<string> {
    return Buffer.from(await this.arrayBuffer()).toString("utf8");
  }

  override async json(): Promise<unknown> {
    return JSON.parse(await this.text()) as unknown;
  }
}

/** Answers a request with a handler. */
export async function answerWith(
  handler: Handler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const request = requestOf(incoming, new Wire(incoming, false));
  await send(await handler(request, {}), outgoing);
}

/**
 * The same for a body of so many bytes, decompressed.
 * @returns `null` when it was answered. For a larger body what was read of it; the rest is still to be read
 */
export async function answerUpTo(
  bytesMax: number,
  handler: Handler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<readonly Buffer[] | null> {
  const wire = new Wire(incoming, true);
  const request = requestOf(incoming, wire);
  readUpTo(request, bytesMax);
  let response: Response;
  try {
    response = await handler(request, {});
  } catch (error) {
    if (error instanceof LargeHere) return wire.leaveOff();
    throw error;
  }
  await send(response, outgoing);
  return null;
}

function requestOf(incoming: IncomingMessage, wire: Wire): Request {
  const headers = Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
    [value ?? []].flat().map((one) => [name, one]),
  );
  return new LateRequest(
    `http://localhost${incoming.url ?? "/"}`,
    { method: incoming.method ?? "POST", headers },
    wire,
  );
}

/** Sends an answer, unless nobody waits for it any more. */
export async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  const bytes = Buffer.from(await response.arrayBuffer());
  if (outgoing.destroyed) return;
  for (const [name, value] of response.headers) outgoing.setHeader(name, value);
  outgoing.writeHead(response.status, { "content-length": bytes.length }).end(bytes);
}
