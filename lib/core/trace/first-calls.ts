import type { Session } from "./session";

/** For each call, the first call that it repeats; the call itself if it repeats none. */
export function firstCalls(session: Pick<Session, "repeats">): (call: number) => number {
  const first = new Map<number, number>();
  for (const { call, earlierCall } of session.repeats) first.set(call, first.get(earlierCall) ?? earlierCall);
  return (call) => first.get(call) ?? call;
}
