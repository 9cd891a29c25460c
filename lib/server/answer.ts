import type { IncomingMessage, ServerResponse } from "node:http";
import { LargeHere, readUpTo } from "@/lib/http/large-here";
import type { Handler } from "@/lib/http/serve";
import { Wire } from "./wire";

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
