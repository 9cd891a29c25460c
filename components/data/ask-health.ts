import { makeAddress, makeApiRead } from "@/lib/api/request/request";
import type { AnswerAt } from "@/lib/api/request/request";
import { fetchAnswer } from "./fetch-answer";

/** Every page carries what shows an error, so this knows no other answer. @throws Error if the server does not answer */
export async function askHealth(signal?: AbortSignal): Promise<AnswerAt<"/api/v1/health">> {
  const response = await fetchAnswer(makeAddress(makeApiRead("/api/v1/health", {})), signal);
  return (await response.json()) as AnswerAt<"/api/v1/health">;
}
