import type { Session } from "./session";

export function indexFirstCalls(session: Pick<Session, "repeats">): (call: number) => number {
  const first = new Map<number, number>();
  for (const { call, earlierCall } of session.repeats) first.set(call, first.get(earlierCall) ?? earlierCall);
  return (call) => first.get(call) ?? call;
}
