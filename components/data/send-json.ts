/** Sends to one of the app's own routes. @throws Error with the route's own message when it refuses */
export async function sendJson<T>(
  path: string,
  method: "POST" | "DELETE",
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
  if (response.ok) return (await response.json()) as T;
  const answer = (await response.json().catch(() => null)) as { error?: { message?: string } } | null;
  throw new Error(answer?.error?.message ?? `the server answered ${response.status}`);
}
