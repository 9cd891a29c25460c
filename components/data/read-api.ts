import type { AnswerAt, ApiRead, ReadPath } from "@/lib/api/request/request";
import { fillUnknown } from "@/lib/api/later/known-later";
import { makeAddress } from "@/lib/api/request/request";

/** @throws Error with the message of the route */
export async function readApi<Path extends ReadPath>(
  request: ApiRead<Path>,
  signal?: AbortSignal,
): Promise<AnswerAt<Path>> {
  const answer = (await (await answered(makeAddress(request), signal)).json()) as AnswerAt<Path>;
  return fillUnknown(request.path, answer);
}

/** @throws Error as {@link readApi} */
export async function readApiText(request: ApiRead): Promise<string> {
  return (await answered(makeAddress(request))).text();
}

async function answered(path: string, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(path, signal === undefined ? {} : { signal });
  if (response.ok) return response;
  const body = (await response.json().catch(() => null)) as { error?: { message?: string } } | null;
  throw new Error(body?.error?.message ?? `the server answered ${response.status}`);
}
