import type { IncomingMessage } from "node:http";

/**
 * Reads a request to its end.
 * @returns `isWhole` is false when it is larger than the limit; then the rest is still to be read
 */
export async function wholeBody(
  request: IncomingMessage,
  bytesMax: number,
): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > bytesMax) return { bytes: Buffer.concat(chunks), isWhole: false };
  }
  return { bytes: Buffer.concat(chunks), isWhole: true };
}
