import type { IncomingMessage } from "node:http";
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
