/** Asks one of the app's own routes to change something. @throws Error with the route's own message when it refuses */
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
  const answer = (await response.json().catch(() => null)) as (T & { error?: { message?: string } }) | null;
  if (response.ok && answer !== null) return answer;
  throw new Error(answer?.error?.message ?? `the server answered ${response.status}`);
}
