/** A refusal with the problem of each field, by field name. */
export class RefusedError extends Error {
  constructor(
    message: string,
    readonly problems: Readonly<Record<string, string>>,
  ) {
    super(message);
  }
}

interface Refusal {
  readonly message?: string;
  readonly details?: readonly { readonly path: string; readonly message: string }[];
}

/** Sends a change to an API route. @throws RefusedError with the message of the route */
export async function sendJson<T = unknown>(
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const response = await fetch(path, {
    method,
    ...(body !== undefined && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
    ...(signal !== undefined && { signal }),
  });
  const answer = (await response.json().catch(() => null)) as (T & { error?: Refusal }) | null;
  if (response.ok && answer !== null) return answer;
  const problems = Object.fromEntries(
    (answer?.error?.details ?? []).map(({ path, message }) => [path, message]),
  );
  throw new RefusedError(answer?.error?.message ?? `the server answered ${response.status}`, problems);
}
