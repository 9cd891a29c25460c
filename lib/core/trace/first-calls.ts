import type { Session } from "./session";

/** Leads from a call that repeats others to the first of them, over all repeats between. */
export function indexFirstCalls(session: Pick<Session, "repeats">): (call: number) => number {
  const first = new Map<number, number>();
  for (const { call, earlierCall } of session.repeats) first.set(call, first.get(earlierCall) ?? earlierCall);
  return (call) => first.get(call) ?? call;
}
