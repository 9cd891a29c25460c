import type { AnswerAt, ApiRead, ReadPath } from "@/lib/api/request/request";
import { fillUnknown } from "@/lib/api/later/known-later";
import { makeAddress } from "@/lib/api/request/request";
import { fetchAnswer } from "./fetch-answer";

/** @throws Error with the message of the route */
export async function readApi<Path extends ReadPath>(
  request: ApiRead<Path>,
  signal?: AbortSignal,
): Promise<AnswerAt<Path>> {
  const answer = (await (await fetchAnswer(makeAddress(request), signal)).json()) as AnswerAt<Path>;
  return fillUnknown(request.path, answer);
}

/** @throws Error as {@link readApi} */
export async function readApiText(request: ApiRead): Promise<string> {
  return (await fetchAnswer(makeAddress(request))).text();
}
