import type { AnswerAt, ApiRead, ReadPath } from "@/lib/api/request/request";
import { withoutUnknown } from "@/lib/api/later/known-later";
import { addressOf } from "@/lib/api/request/request";

/** @throws Error with the message of the route */
export async function readApi<Path extends ReadPath>(
  request: ApiRead<Path>,
  signal?: AbortSignal,
): Promise<AnswerAt<Path>> {
  const answer = (await (await answered(addressOf(request), signal)).json()) as AnswerAt<Path>;
  return withoutUnknown(request.path, answer);
}

/** @throws Error as {@link readApi} */
export async function readApiText(request: ApiRead): Promise<string> {
  return (await answered(addressOf(request))).text();
}

async function answered(path: string, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(path, signal === undefined ? {} : { signal });
  if (response.ok) return response;
  const body = (await response.json().catch(() => null)) as { error?: { message?: string } } | null;
  throw new Error(body?.error?.message ?? `the server answered ${response.status}`);
}
