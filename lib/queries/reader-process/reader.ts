import type { AnswerOrEnd } from "@/lib/answering-process";
import { AnsweringProcess } from "@/lib/answering-process";
import { AppError, makeAwayError } from "@/lib/errors";
import type { AskedRead, ProcessAnswer } from "./protocol";

/** A process runs it, so it is named and not imported. */
const PROGRAM = "lib/commands/reader.ts";
const READ_MS_MAX = 60_000;
const HEAP_MB_MAX = 1_536;
const RETRY_AFTER_S = 30;

const TOO_MUCH =
  "this answer takes more time or memory than one request may have; ask for less of the session";

/** A process that reads whole sessions, one at a time. It can be stopped in the middle of a computation. */
export class Reader {
  private readonly process: AnsweringProcess<AskedRead, ProcessAnswer>;
  /** The last session that it read. It may still be in memory. */
  last = "";

  /** @param onGone called once, when the process has ended */
  constructor(onGone: () => void) {
    this.process = new AnsweringProcess({
      program: PROGRAM,
      nodeFlags: [`--max-old-space-size=${HEAP_MB_MAX}`],
      onGone,
    });
  }

  get isFree(): boolean {
    return this.process.isFree;
  }

  /**
   * Stops the process when the read takes too long or its caller has gone.
   * @throws AppError as the read does; `unavailable` when it exceeded a limit, or when the process was lost
   */
  async read(asked: AskedRead, signal: AbortSignal): Promise<unknown> {
    this.last = makeReadKey(asked);
    return readValue(await this.process.ask(asked, READ_MS_MAX, signal));
  }

  stop(): void {
    this.process.stop();
  }
}

export function makeReadKey({ project, id }: AskedRead): string {
  return `${project} ${id}`;
}

function readValue(end: AnswerOrEnd<ProcessAnswer>): unknown {
  if ("ended" in end) throw new AppError("unavailable", TOO_MUCH, [], RETRY_AFTER_S);
  const { answer } = end;
  if ("value" in answer) return answer.value;
  if ("refusal" in answer) {
    const { code, message, details, retryAfterS } = answer.refusal;
    throw new AppError(code, message, details, retryAfterS);
  }
  if (answer.failure !== "unexpected") throw makeAwayError(answer.failure === "node away");
  throw new AppError("internal", "something went wrong on the server; its log says what");
}
