import { makeOnce } from "../once";
import type { Block, Session } from "../trace/session";

/** The results of calls and the calls of results, by block number. A result belongs to the newest call of its id before it. */
export interface CallPairs {
  readonly resultOf: ReadonlyMap<number, number>;
  readonly callOf: ReadonlyMap<number, number>;
  /** The newest block of a call id: its result if there is one, else the call. */
  readonly byCallId: ReadonlyMap<string, number>;
}

/** The pairs of a session, which all who ask about it share. */
export function pairCalls({ blocks }: Pick<Session, "blocks">): CallPairs {
  return pairCallsOnce(blocks);
}

const pairCallsOnce = makeOnce((blocks: readonly Block[]): CallPairs => {
  const resultOf = new Map<number, number>();
  const callOf = new Map<number, number>();
  const byCallId = new Map<string, number>();
  const newest = new Map<string, number>();
  const early = new Map<string, number>();
  for (const [number, { kind, toolCallId }] of blocks.entries()) {
    if (toolCallId === null) continue;
    if (kind === "tool_call") {
      newest.set(toolCallId, number);
      if (!byCallId.has(toolCallId)) byCallId.set(toolCallId, number);
      const result = early.get(toolCallId);
      early.delete(toolCallId);
      if (result !== undefined) notePair(number, result);
    } else if (kind === "tool_result") {
      byCallId.set(toolCallId, number);
      const call = newest.get(toolCallId);
      if (call === undefined) early.set(toolCallId, number);
      else notePair(call, number);
    }
  }
  return { resultOf, callOf, byCallId };

  function notePair(call: number, result: number): void {
    resultOf.set(call, result);
    callOf.set(result, call);
  }
});
