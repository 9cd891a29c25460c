import type { ApiWrite, WriteAnswerAt, WriteMethod } from "@/lib/api/request/request";
import { makeAddress } from "@/lib/api/request/request";
import { describeRefusal } from "@/lib/view/format/problem-words";

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

/** @throws RefusedError with the message of the route */
export async function sendJson<M extends WriteMethod, Path extends string>(
  change: ApiWrite<M, Path>,
  signal?: AbortSignal,
): Promise<WriteAnswerAt<M, Path>> {
  const { method, body } = change;
  const response = await fetch(makeAddress(change), {
    method,
    ...(body !== undefined && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
    ...(signal !== undefined && { signal }),
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer as WriteAnswerAt<M, Path>;
  const { error } = (answer ?? {}) as { readonly error?: Refusal };
  const problems = Object.fromEntries((error?.details ?? []).map(({ path, message }) => [path, message]));
  const message = error?.message ?? `the server answered ${response.status}`;
  throw new RefusedError(describeRefusal(problems, message), problems);
}
