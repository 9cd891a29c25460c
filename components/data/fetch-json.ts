/** Reads one of the app's own routes. @throws Error with the route's own message when it refuses */
export async function fetchJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await fetch(path, signal === undefined ? {} : { signal });
  if (response.ok) return (await response.json()) as T;
  const body = (await response.json().catch(() => null)) as { error?: { message?: string } } | null;
  throw new Error(body?.error?.message ?? `the server answered ${response.status}`);
}
