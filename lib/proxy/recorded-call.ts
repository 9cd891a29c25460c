import type { RawApi } from "@/lib/importers/otel/raw";

export interface SeenCall {
  readonly id: string;
  readonly session: string | null;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** As the provider received it. Without a copy of the text, at most the model. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly api: RawApi | null;
  readonly applied: Readonly<Record<string, unknown>> | null;
  readonly status: number;
  /** `null` when there is no answer, or none that can be read. */
  readonly answer: string | null;
  readonly broken: string | null;
  /** What the record lacks, and why; `null` when it is complete. */
  readonly notKept: string | null;
}

/** A record for `POST /api/v1/model-calls`. It contains bodies only: no header, no address, no key. */
export function recordOfCall(call: SeenCall): object {
  const { id, session, startedAt, endedAt, request, api, applied, notKept } = call;
  return {
    id,
    ...(session !== null && { session }),
    ...(api !== null && { provider: api }),
    startedAt,
    endedAt,
    request,
    ...(applied !== null && { applied }),
    ...(notKept !== null && { notKept }),
    ...answerOf(call),
  };
}

const EMPTY = "the answer is empty";

function answerOf({ status, answer, broken }: SeenCall): object {
  const response = answer === null ? undefined : parseOrKeep(answer);
  const message = broken === null ? {} : { message: broken };
  if (status >= 400)
    return { error: { status, ...message, ...(response !== undefined && { body: response }) } };
  if (answer === "" && broken === null) return { error: { status, message: EMPTY } };
  if (answer === null) return broken === null ? {} : { error: message };
  return { response, ...(broken !== null && { cut: broken }) };
}

function parseOrKeep(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
