import type { IncomingMessage } from "node:http";

/** @returns `isWhole` is false when the request exceeds the limit; the rest is then unread */
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
