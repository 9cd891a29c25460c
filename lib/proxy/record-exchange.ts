import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { ByteCopy, COPY_BYTES_MAX, type PassedBytes } from "./copy";
import type { PassedCall, PassedRequest } from "./passed-call";

export type AskedPart = PassedRequest & Pick<PassedCall, "isWhole" | "request">;

const LEFT = "the client closed the connection before the answer was whole";
const BROKE_OFF = "the answer broke off";
const STOPPED = "the proxy was stopped before the answer was whole";

export function copyOf(request: IncomingMessage): ByteCopy {
  const copy = new ByteCopy(COPY_BYTES_MAX);
  request.on("data", (chunk: Buffer) => copy.add(chunk));
  return copy;
}

interface Options {
  readonly record: (call: PassedCall) => void;
  readonly asked: () => AskedPart;
  readonly isStopping: () => boolean;
}

/**
 * Gives one call to the recorder, however it ends. It reads nothing, because the bytes of other calls would
 * wait.
 */
export class CallWatch {
  private readonly startedAt = Date.now();
  private hasAnswer = false;
  private isLeft = false;
  private isRecorded = false;

  constructor(private readonly options: Options) {}

  noteAnswer(answer: IncomingMessage): void {
    this.hasAnswer = true;
    const copy = new ByteCopy(COPY_BYTES_MAX);
    answer.on("data", (chunk: Buffer) => copy.add(chunk));
    answer.once("close", () => {
      const broken = answer.complete ? null : this.isLeft ? this.explainLeft() : BROKE_OFF;
      this.end(answer.statusCode ?? 0, copy.readPassed(answer.headers["content-encoding"]), broken);
    });
  }

  noteLeft(): void {
    this.isLeft = true;
    if (!this.hasAnswer) this.end(0, null, this.explainLeft());
  }

  noteFailure(problem: string): void {
    this.end(0, null, problem);
  }

  private explainLeft(): string {
    return this.options.isStopping() ? STOPPED : LEFT;
  }

  private end(status: number, answer: PassedBytes | null, broken: string | null): void {
    if (this.isRecorded) return;
    this.isRecorded = true;
    const { startedAt } = this;
    const { record, asked } = this.options;
    record({ id: randomUUID(), ...asked(), startedAt, endedAt: Date.now(), status, broken, answer });
  }
}
