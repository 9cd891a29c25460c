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
  /** The body of the answer as text; `null` when there is none, or none that can be read. */
  readonly answer: string | null;
  /** What keeps the record from being whole; `null` when nothing does. */
  readonly problem: string | null;
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

function answerOf({ status, answer, problem }: Pick<SeenCall, "status" | "answer" | "problem">): object {
  const response = answer === null ? undefined : parsed(answer);
  const message = problem === null ? {} : { message: problem };
  if (status >= 400)
    return { error: { status, ...message, ...(response !== undefined && { body: response }) } };
  return problem === null ? { response } : { response, error: message };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
