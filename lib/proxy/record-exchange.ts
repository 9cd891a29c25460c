import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { ByteCopy, COPY_BYTES_MAX } from "./copy";
import type { SeenCall } from "./recorded-call";
import type { ProxyRoute } from "./route";
import { modelInPath } from "./route";

/** Copies the answer of an upstream. */
export type AnswerWatch = (answer: IncomingMessage) => void;

/** The part of a record that the request tells. */
type AskedPart = Pick<SeenCall, "session" | "request" | "applied">;

/** Copies a request while it passes. A problem with the copy never affects the call. */
export function watched(
  request: IncomingMessage,
  route: ProxyRoute,
  sessionOf: (body: SeenCall["request"]) => string | null,
): () => AskedPart | null {
  const asked = new ByteCopy(COPY_BYTES_MAX);
  request.on("data", (chunk: Buffer) => asked.add(chunk));
  return () => {
    const body = jsonIn(asked.text(request.headers["content-encoding"]));
    return body === null ? null : { session: sessionOf(body), request: withModel(body, route.path) };
  };
}

/** @param asked gives what the request tells once the answer has ended; `null` when it cannot be read */
export function recorder(record: (call: SeenCall) => void, asked: () => AskedPart | null): AnswerWatch {
  const startedAt = Date.now();
  return (answer) => {
    const answered = new ByteCopy(COPY_BYTES_MAX);
    answer.on("data", (chunk: Buffer) => answered.add(chunk));
    answer.once("close", () => {
      const part = asked();
      if (part === null) return;
      record({
        id: `proxy-${randomUUID()}`,
        ...part,
        startedAt,
        endedAt: Date.now(),
        status: answer.statusCode ?? 0,
        answer: answered.text(answer.headers["content-encoding"]),
        isWhole: answer.complete,
      });
    });
  };
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
