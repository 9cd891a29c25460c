/** What a route refused, with its message. */
export class RefusedRead extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** @throws RefusedRead with the message of the route */
export async function fetchAnswer(path: string, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(path, signal === undefined ? {} : { signal });
  if (response.ok) return response;
  const body = (await response.json().catch(() => null)) as { error?: { message?: string } } | null;
  throw new RefusedRead(body?.error?.message ?? `the server answered ${response.status}`, response.status);
}
