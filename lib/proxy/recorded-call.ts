import type { RawApi } from "@/lib/importers/otel/raw";

export interface SeenCall {
  readonly id: string;
  readonly session: string | null;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** As the provider got it. Of one whose text was not kept, the model at most. */
  readonly request: Readonly<Record<string, unknown>>;
  /** The API of a call whose request does not show it; else `null`. */
  readonly api: RawApi | null;
  /** What a policy did to the request; `null` where none was asked for. */
  readonly applied: Readonly<Record<string, unknown>> | null;
  readonly status: number;
  /** The body of the answer as text; `null` when there is none, or none that can be read. */
  readonly answer: string | null;
  /** What ended the call before its answer was whole; `null` when nothing did. */
  readonly broken: string | null;
  /** What of the call is not in its record, and why; `null` when it is whole. */
  readonly notKept: string | null;
}

/** A line for `POST /api/v1/model-calls`. It contains bodies only: no header, no address, no key. */
export function callLine(call: SeenCall): string {
  const { id, session, startedAt, endedAt, request, api, applied, notKept } = call;
  return JSON.stringify({
    id,
    ...(session !== null && { session }),
    ...(api !== null && { provider: api }),
    startedAt,
    endedAt,
    request,
    ...(applied !== null && { applied }),
    ...(notKept !== null && { notKept }),
    ...answerOf(call),
  });
}

function answerOf({ status, answer, broken }: SeenCall): object {
  const response = answer === null ? undefined : parsed(answer);
  const message = broken === null ? {} : { message: broken };
  if (status >= 400)
    return { error: { status, ...message, ...(response !== undefined && { body: response }) } };
  return broken === null ? { response } : { response, error: message };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
