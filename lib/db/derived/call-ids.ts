import type { Prisma } from "../generated/client";

/** What most ids of blocks begin with that hold a call or a result; the call's own id follows. */
const BEGINNINGS = ["call:", "result:"];
/** Stands for a call's id that is a part of the block's own id already. */
const IN_ID = "";

interface WithIds {
  readonly id: string;
  readonly toolCallId: string | null;
}

/** The id of a block's call as it is stored. */
export function makeStoredCallId({ id, toolCallId }: WithIds): string | null {
  return toolCallId !== null && listBlocksOfCall(toolCallId).includes(id) ? IN_ID : toolCallId;
}

/** The id of the call that a stored block is, or is the result of. */
export function getCallId({ id, toolCallId }: WithIds): string | null {
  if (toolCallId !== IN_ID) return toolCallId;
  return id.slice(BEGINNINGS.find((beginning) => id.startsWith(beginning))?.length ?? 0);
}

/** Condition on stored blocks: they are one of these calls, or a result of one. */
export function matchCalls(callIds: readonly string[]): Prisma.BlockWhereInput {
  const statedIds = callIds.filter((callId) => callId !== IN_ID);
  return {
    OR: [
      { toolCallId: { in: statedIds } },
      { toolCallId: IN_ID, id: { in: statedIds.flatMap(listBlocksOfCall) } },
    ],
  };
}

/** The ids that blocks of a call may have. */
export function listBlocksOfCall(callId: string): string[] {
  return BEGINNINGS.map((beginning) => beginning + callId);
}
