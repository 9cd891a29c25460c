import type { IncomingMessage, ServerResponse } from "node:http";

const LOOK_MS = 5_000;
/** A sender that sends nothing for longer has gone, or wants to keep a place. */
const STALLED_MS = 20_000;

/**
 * Ends a request whose body stops in the middle. A body that arrives and is not read yet is no fault of its sender.
 * @param limits how often to look, and how long nothing may arrive, in milliseconds
 */
export function endWhenStalled(
  request: IncomingMessage,
  response: ServerResponse,
  limits = { lookMs: LOOK_MS, stalledMs: STALLED_MS },
): void {
  const { headers, socket } = request;
  if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) return;
  let bytes = socket.bytesRead;
  let movedAt = performance.now();
  const timer = setInterval(() => {
    if (request.complete) return void clearInterval(timer);
    const isMoving = socket.bytesRead !== bytes || request.readableLength > 0;
    bytes = socket.bytesRead;
    if (isMoving) movedAt = performance.now();
    else if (performance.now() - movedAt >= limits.stalledMs) giveUp(response);
  }, limits.lookMs).unref();
  response.once("close", () => clearInterval(timer));
}

function giveUp(response: ServerResponse): void {
  const { socket } = response;
  if (response.headersSent) return void response.destroy();
  const error = { code: "unavailable", message: "the body stopped in the middle" };
  response.writeHead(408, { "content-type": "application/json; charset=utf-8", connection: "close" });
  response.end(JSON.stringify({ error }), () => socket?.destroy());
}
