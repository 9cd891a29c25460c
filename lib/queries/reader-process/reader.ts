import type { ChildProcess } from "node:child_process";
import { AppError } from "@/lib/errors";
import { endOf, startProgram } from "@/lib/program.mjs";
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
  private readonly child: ChildProcess;
  private settle: ((answer: ProcessAnswer | null) => void) | null = null;
  private isStopped = false;
  /** The last session that it read. It may still be in memory. */
  last = "";

  /** @param onGone called once, when the process has ended */
  constructor(onGone: () => void) {
    this.child = startProgram(PROGRAM, [], {
      nodeFlags: [`--max-old-space-size=${HEAP_MB_MAX}`],
      serialization: "advanced",
    });
    // An app that stops does not wait for the process.
    this.child.unref();
    this.child.channel?.unref();
    this.child.on("message", (answer) => this.answered(answer as ProcessAnswer));
    void endOf(this.child).then(() => {
      this.answered(null);
      onGone();
    });
  }

  /** A reader that was told to stop can still answer once before its process ends. */
  get isFree(): boolean {
    return this.settle === null && !this.isStopped;
  }

  /**
   * Stops the process when the read takes too long or its caller has gone.
   * @throws AppError as the read does; `unavailable` when it exceeded a limit, or when the process was lost
   */
  async read(asked: AskedRead, signal: AbortSignal): Promise<unknown> {
    this.last = sessionOf(asked);
    const stop = () => this.stop();
    const timer = setTimeout(stop, READ_MS_MAX);
    signal.addEventListener("abort", stop, { once: true });
    try {
      const answer = await new Promise<ProcessAnswer | null>((resolve) => {
        this.settle = resolve;
        this.child.send(asked, (error) => void (error !== null && this.answered(null)));
      });
      return valueOf(answer);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
    }
  }

  stop(): void {
    this.isStopped = true;
    this.child.kill("SIGKILL");
  }

  private answered(answer: ProcessAnswer | null): void {
    const settle = this.settle;
    this.settle = null;
    settle?.(answer);
  }
}

export function sessionOf({ project, id }: AskedRead): string {
  return `${project} ${id}`;
}

function valueOf(answer: ProcessAnswer | null): unknown {
  if (answer === null) throw new AppError("unavailable", TOO_MUCH, [], RETRY_AFTER_S);
  if ("value" in answer) return answer.value;
  if ("refusal" in answer) {
    const { code, message, details, retryAfterS } = answer.refusal;
    throw new AppError(code, message, details, retryAfterS);
  }
  if (answer.failure === "away")
    throw new AppError("unavailable", "the database cannot be reached; try again shortly", [], 2);
  throw new AppError("internal", "something went wrong on the server; its log says what");
}
