/** Reads one of the app's own routes. @throws Error with the route's own message when it refuses */
export async function fetchJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await (await answered(path, signal)).json()) as T;
}

/** Reads one of the app's own routes that answers with text. @throws Error as {@link fetchJson} */
export async function fetchText(path: string): Promise<string> {
  return (await answered(path)).text();
}

async function answered(path: string, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(path, signal === undefined ? {} : { signal });
  if (response.ok) return response;
  const body = (await response.json().catch(() => null)) as { error?: { message?: string } } | null;
  throw new Error(body?.error?.message ?? `the server answered ${response.status}`);
}
