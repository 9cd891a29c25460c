export interface SeenCall {
  readonly id: string;
  readonly session: string | null;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** As the provider got it. */
  readonly request: Readonly<Record<string, unknown>>;
  /** What a policy did to the request; `undefined` where none was asked for. */
  readonly applied?: Readonly<Record<string, unknown>> | undefined;
  readonly status: number;
  /** The body of the answer as text; `null` when it was too large or could not be decompressed. */
  readonly answer: string | null;
  readonly isWhole: boolean;
}

/** A line for `POST /api/v1/model-calls`. It contains bodies only: no header, no address, no key. */
export function callLine({ id, session, startedAt, endedAt, request, applied, ...seen }: SeenCall): string {
  return JSON.stringify({
    id,
    ...(session !== null && { session }),
    startedAt,
    endedAt,
    request,
    ...(applied !== undefined && { applied }),
    ...answerOf(seen),
  });
}

function answerOf({ status, answer, isWhole }: Pick<SeenCall, "status" | "answer" | "isWhole">): object {
  const response = answer === null ? undefined : parsed(answer);
  if (status >= 400) return { error: { status, ...(response !== undefined && { body: response }) } };
  if (!isWhole) return { response, error: { message: "the answer broke off" } };
  return { response };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
