import type { Tokens } from "@/lib/core/units";

export interface CondenserEvent {
  readonly kind: "message" | "action" | "observation";
  readonly tokens: Tokens;
  readonly callId?: string;
  /** Shared by the actions of one model response. */
  readonly responseId?: string;
  readonly thinking?: boolean;
}

/** For each index from 0 to the length (inclusive): whether the view may be cut before it. */
export function markSafeIndices(events: readonly CondenserEvent[]): boolean[] {
  const safe = new Array<boolean>(events.length + 1).fill(true);
  const forbid = (from: number, to: number) => {
    for (let index = from + 1; index <= to; index++) safe[index] = false;
  };
  const firstOfResponse = new Map<string, number>();
  const callAt = new Map<string, number>();
  let loopFrom: number | null = null;
  events.forEach((event, index) => {
    if (event.kind === "message") loopFrom = null;
    if (event.kind === "action") {
      if (event.responseId !== undefined) {
        const first = firstOfResponse.get(event.responseId);
        if (first === undefined) firstOfResponse.set(event.responseId, index);
        else forbid(first, index);
      }
      if (event.callId !== undefined) callAt.set(event.callId, index);
      if (event.thinking === true) loopFrom ??= index;
    }
    const call = event.kind === "observation" ? callAt.get(event.callId ?? "") : undefined;
    if (call !== undefined) forbid(call, index);
    if (loopFrom !== null) forbid(loopFrom, index);
  });
  return safe;
}
