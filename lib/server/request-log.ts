import type { IncomingMessage, ServerResponse } from "node:http";
import { readPath } from "./dispatch";

/** What a log of requests needs. */
interface LogSettings {
  /** The id of the request, which its answer has in `x-request-id`. */
  readonly id: string;
  /** What may be said of a path. */
  readonly loggable: (path: string) => string;
  readonly write?: (line: string) => void;
}

/**
 * Writes one line of JSON for each request once it is over: the template of its route, and never a query, a header or a body,
 * so nothing of a session and no token. `status` is null where the client left before the answer began.
 */
export function logRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { id, loggable, write = (line) => void process.stdout.write(line) }: LogSettings,
): void {
  const startedAt = performance.now();
  const { socket } = request;
  const sentBefore = socket.bytesWritten;
  response.once("close", () => {
    const line = {
      at: new Date().toISOString(),
      id,
      method: request.method,
      path: loggable(readPath(request)),
      status: response.headersSent ? response.statusCode : null,
      ms: Math.round(performance.now() - startedAt),
      bytes: socket.bytesWritten - sentBefore,
      complete: response.writableFinished,
    };
    write(`${JSON.stringify(line)}\n`);
  });
}
