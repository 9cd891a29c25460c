import type { ConversationMark } from "@/lib/client/conversations";
import type { PassedBytes } from "./copy";
import type { PassedCall } from "./passed-call";

/**
 * Calls on their way to the recording process: the length of a head, the head in JSON, and the bytes that
 * passed. The pieces are the buffers themselves, so nothing is copied here.
 */
export interface HandedCall {
  readonly call: PassedCall;
  /** What an earlier recorder knew of conversations. Empty except in a recorder's first call. */
  readonly marks: readonly ConversationMark[];
}

type Head = Omit<PassedCall, "request" | "answer"> & {
  readonly request: BytesHead;
  readonly answer: BytesHead | null;
  readonly marks: readonly ConversationMark[];
};
type BytesHead = Omit<PassedBytes, "chunks"> & { readonly size: number };

const LENGTH_BYTES = 4;

export function makeFrames({ call, marks }: HandedCall): readonly Buffer[] {
  const { request, answer, ...about } = call;
  const sizes = { request: makeHead(request), answer: answer === null ? null : makeHead(answer) };
  const head = Buffer.from(JSON.stringify({ ...about, ...sizes, marks } satisfies Head));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(head.length);
  return [length, head, ...request.chunks, ...(answer?.chunks ?? [])];
}

function makeHead({ chunks, encoding, dropped }: PassedBytes): BytesHead {
  return { encoding, dropped, size: chunks.reduce((sum, chunk) => sum + chunk.length, 0) };
}

export async function* streamCalls(stream: AsyncIterable<Buffer>): AsyncGenerator<HandedCall> {
  const reader = new ByteReader(stream);
  for (;;) {
    const length = await reader.take(LENGTH_BYTES);
    const head = length === null ? null : await reader.take(length.readUInt32BE());
    if (head === null) return;
    const { marks, request, answer, ...about } = JSON.parse(head.toString("utf8")) as Head;
    const asked = await reader.take(request.size);
    const answered = answer === null ? null : await reader.take(answer.size);
    if (asked === null || (answer !== null && answered === null)) return;
    yield {
      marks,
      call: {
        ...about,
        request: toBytes(request, asked),
        answer: answer === null || answered === null ? null : toBytes(answer, answered),
      },
    };
  }
}

function toBytes({ encoding, dropped }: BytesHead, bytes: Buffer): PassedBytes {
  return { encoding, dropped, chunks: [bytes] };
}

class ByteReader {
  private readonly parts: Buffer[] = [];
  private size = 0;
  private readonly input: AsyncIterator<Buffer>;

  constructor(stream: AsyncIterable<Buffer>) {
    this.input = stream[Symbol.asyncIterator]();
  }

  async take(count: number): Promise<Buffer | null> {
    while (this.size < count) {
      const next = await this.input.next();
      if (next.done === true) return null;
      this.parts.push(next.value);
      this.size += next.value.length;
    }
    const all = Buffer.concat(this.parts);
    this.parts.splice(0, this.parts.length, all.subarray(count));
    this.size -= count;
    return all.subarray(0, count);
  }
}
