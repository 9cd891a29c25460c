import type { Session } from "./session";

/** The first call that each call repeats, itself when it repeats none. */
export function firstCalls(session: Pick<Session, "repeats">): (call: number) => number {
  const first = new Map<number, number>();
  for (const { call, earlierCall } of session.repeats) first.set(call, first.get(earlierCall) ?? earlierCall);
  return (call) => first.get(call) ?? call;
}
