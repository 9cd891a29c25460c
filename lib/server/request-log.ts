import type { IncomingMessage, ServerResponse } from "node:http";
import { pathOf } from "./dispatch";

/**
 * Writes one line of JSON for each request once it is over: never a query, a header or a body, so nothing of a session but
 * its id. `status` is null where the client left before the answer began.
 * @param id of the request, which its answer has in `x-request-id`
 */
export function logRequest(
  request: IncomingMessage,
  response: ServerResponse,
  id: string,
  write: (line: string) => void = (line) => void process.stdout.write(line),
): void {
  const startedAt = performance.now();
  const { socket } = request;
  const sentBefore = socket.bytesWritten;
  response.once("close", () => {
    const line = {
      at: new Date().toISOString(),
      id,
      method: request.method,
      path: pathOf(request),
      status: response.headersSent ? response.statusCode : null,
      ms: Math.round(performance.now() - startedAt),
      bytes: socket.bytesWritten - sentBefore,
      complete: response.writableFinished,
    };
    write(`${JSON.stringify(line)}\n`);
  });
}
