import type { ChildProcess } from "node:child_process";
import type { Program } from "@/lib/program.mjs";
import { endOf, startProgram } from "@/lib/program.mjs";

/** The process ended before it had answered. */
export interface EndedEarly {
  /** Its exit code or its signal, in words. */
  readonly ended: string;
  /** Whether the time was over. */
  readonly isLate: boolean;
}

/** How one question ended: with an answer, or with the process. */
export type AnswerOrEnd<Answer> = { readonly answer: Answer } | EndedEarly;

interface AskedProcessOptions {
  readonly program: Program;
  readonly nodeFlags?: readonly string[];
  /** Called once, when the process has ended. */
  readonly onGone: () => void;
  /** What it says beside its answers: messages with a `type`. */
  readonly onSaid?: (message: unknown, pid: number) => void;
}

/**
 * A process of the program that answers questions, one at a time. It can be stopped in the middle of a computation, which ends
 * the question.
 */
export class AnsweringProcess<Asked extends object, Answer> {
  private readonly child: ChildProcess;
  private settle: ((end: AnswerOrEnd<Answer>) => void) | null = null;
  private isStopped = false;
  private isLate = false;

  constructor({ program, nodeFlags = [], onGone, onSaid }: AskedProcessOptions) {
    this.child = startProgram(program, [], { nodeFlags, serialization: "advanced" });
    // A process that stops does not wait for those that it asks.
    this.child.unref();
    this.child.channel?.unref();
    this.child.on("message", (message: object) => {
      if ("type" in message) onSaid?.(message, this.child.pid ?? 0);
      else this.end({ answer: message as Answer });
    });
    void endOf(this.child).then((ended) => {
      this.isStopped = true;
      this.end({ ended, isLate: this.isLate });
      onGone();
    });
  }

  /** One that was told to stop can still answer once before it ends. */
  get isFree(): boolean {
    return this.settle === null && !this.isStopped;
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /**
   * Stops the process when the time is over or the caller has gone.
   * @param ms how long the answer may take
   */
  async ask(asked: Asked, ms: number, signal: AbortSignal): Promise<AnswerOrEnd<Answer>> {
    const stop = (): void => this.stop();
    const timer = setTimeout(() => {
      this.isLate = true;
      stop();
    }, ms);
    signal.addEventListener("abort", stop, { once: true });
    try {
      return await new Promise<AnswerOrEnd<Answer>>((resolve) => {
        this.settle = resolve;
        this.child.send(asked, (error) => {
          // The end of the process tells it too, and says more.
          if (error !== null) stop();
        });
        if (signal.aborted) stop();
      });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
    }
  }

  stop(): void {
    this.isStopped = true;
    this.child.kill("SIGKILL");
  }

  private end(end: AnswerOrEnd<Answer>): void {
    const settle = this.settle;
    this.settle = null;
    settle?.(end);
  }
}
