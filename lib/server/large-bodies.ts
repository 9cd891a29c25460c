import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "@/lib/errors";
import { FairGate } from "@/lib/fair-gate";
import { answerError } from "@/lib/http/respond";
import { chooseEncoding, answerRefused } from "@/lib/pipeline/receive/otlp/answer";
import { send } from "./answer";
import { turnOf } from "./turn-of";
import type { ReceiverProcess } from "./receiver-process";

/** A body above this size, decompressed, is received by another process: what is small here keeps nobody waiting. */
export const LARGE_BYTES = 256 * 1024;
/** How much larger than it was sent a compressed body is taken to be, until it has been read. */
const COMPRESSED_FACTOR = 8;
/** What the other process has at once is two bodies: one that arrives, and one that is worked on. */
const TURNS = { atOnce: 2, waitingPerKey: 60, waiting: 300 };
/** A body that takes longer to arrive is a slow sender's, and does not keep others waiting. */
const TURN_MS_MAX = 10_000;
const RETRY_AFTER_S = 2;

/** Whether a body is larger than so many bytes by what its headers say. */
export function isSaidLarge(headers: IncomingHttpHeaders, bytesMax = LARGE_BYTES): boolean {
  const size = Number(headers["content-length"] ?? 0);
  const isPlain = (headers["content-encoding"] ?? "identity") === "identity";
  return (isPlain ? size : size * COMPRESSED_FACTOR) > bytesMax;
}

/** Has large bodies answered by another process, a few at a time. */
export class LargeBodies {
  private readonly turns = new FairGate(TURNS);

  constructor(private readonly receiver: Pick<ReceiverProcess, "answer">) {}

  /**
   * Answers a request with a large body when it is its caller's turn.
   * @param caller whom to be fair to
   * @param taken what was read of the body already
   */
  async answer(
    caller: string,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    taken: readonly Buffer[] = [],
  ): Promise<void> {
    const end = await turnOf(this.turns, caller, outgoing);
    if (end === "gone") return;
    if (end === null) return refuse(incoming, outgoing, TOO_MANY);
    const slow = setTimeout(end, TURN_MS_MAX);
    try {
      if (!(await this.receiver.answer(incoming, outgoing, taken))) await refuse(incoming, outgoing, LOST);
    } finally {
      clearTimeout(slow);
      end();
    }
  }
}

const TOO_MANY = new AppError(
  "rate_limited",
  "too many large bodies are being taken in; try again shortly",
  [],
  RETRY_AFTER_S,
);
const LOST = new AppError(
  "unavailable",
  "the body took more memory than there is, or the process that read it ended; send less at once, or try again shortly",
  [],
  RETRY_AFTER_S,
);

/** Refuses in the words of the route: collectors expect those of OTLP. */
async function refuse(incoming: IncomingMessage, outgoing: ServerResponse, error: AppError): Promise<void> {
  const isOtlp = /\/v1\/(?:traces|logs|metrics)$/.test((incoming.url ?? "").split("?", 1)[0] ?? "");
  const encoding = chooseEncoding(incoming.headers["content-type"] ?? null) ?? "json";
  await send(isOtlp ? answerRefused(encoding, error) : answerError(error), outgoing);
}
