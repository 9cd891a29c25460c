import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { ByteCopy, COPY_BYTES_MAX } from "./copy";
import type { SeenCall } from "./recorded-call";
import { modelInPath } from "./route";

/** The part of a record that the request tells. */
type AskedPart = Pick<SeenCall, "session" | "request" | "applied">;

const LEFT = "the client closed the connection before the answer was whole";
const BROKE_OFF = "the answer broke off";

/** Copies the bytes of a request while they pass. */
export function copyOf(request: IncomingMessage): ByteCopy {
  const copy = new ByteCopy(COPY_BYTES_MAX);
  request.on("data", (chunk: Buffer) => copy.add(chunk));
  return copy;
}

/** Makes one record of a call, however it ends. A problem with the record never affects the call. */
export class CallWatch {
  private readonly startedAt = Date.now();
  private hasAnswer = false;
  private isLeft = false;
  private isRecorded = false;

  /** @param asked gives what the request tells once the call has ended; `null` when it cannot be read */
  constructor(
    private readonly record: (call: SeenCall) => void,
    private readonly asked: () => AskedPart | null,
  ) {}

  answered(answer: IncomingMessage): void {
    this.hasAnswer = true;
    const copy = new ByteCopy(COPY_BYTES_MAX);
    answer.on("data", (chunk: Buffer) => copy.add(chunk));
    answer.once("close", () => {
      const text = copy.text(answer.headers["content-encoding"]);
      const broken = answer.complete ? null : this.isLeft ? LEFT : BROKE_OFF;
      const problem = broken ?? (text === null ? copy.problem("answer") : null);
      this.end(answer.statusCode ?? 0, text, problem);
    });
  }

  /** The client has gone. */
  left(): void {
    this.isLeft = true;
    if (!this.hasAnswer) this.end(0, null, LEFT);
  }

  /** There will be no answer. */
  failed(problem: string): void {
    this.end(0, null, problem);
  }

  private end(status: number, answer: string | null, problem: string | null): void {
    if (this.isRecorded) return;
    this.isRecorded = true;
    const part = this.asked();
    if (part === null) return;
    const { startedAt } = this;
    this.record({
      id: `proxy-${randomUUID()}`,
      ...part,
      startedAt,
      endedAt: Date.now(),
      status,
      answer,
      problem,
    });
  }
}

export function jsonIn(text: string | null): Record<string, unknown> | null {
  try {
    const body: unknown = JSON.parse(text ?? "");
    return typeof body !== "object" || body === null || Array.isArray(body) ? null : { ...body };
  } catch {
    return null;
  }
}

/** A record contains the model, which some providers take in the path. */
export function withModel(body: SeenCall["request"], path: string): SeenCall["request"] {
  const model = modelInPath(path);
  return model === undefined || "model" in body ? body : { ...body, model };
}
