import type { IncomingMessage, ServerResponse } from "node:http";

export interface DrainLimits {
  readonly bytesMax: number;
  readonly msMax: number;
}

const LIMITS: DrainLimits = { bytesMax: 512 * 1024 * 1024, msMax: 20_000 };

export function drainAfterAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  limits: DrainLimits = LIMITS,
): void {
  response.once("finish", () => {
    if (request.complete || request.socket.destroyed) return;
    drainRequest(request, limits);
  });
}

function drainRequest(request: IncomingMessage, { bytesMax, msMax }: DrainLimits): void {
  const { socket } = request;
  const close = () => socket.destroy();
  const timer = setTimeout(close, msMax);
  let bytes = 0;
  // Other listeners could pause the stream again.
  for (const event of ["data", "readable", "pause", "resume"]) request.removeAllListeners(event);
  request.unpipe();
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > bytesMax) close();
  });
  const done = () => clearTimeout(timer);
  request.once("end", done);
  request.once("close", done);
  request.once("error", done);
  request.resume();
}
