import type { Block } from "../trace/session";
import type { TurnIndex } from "../units";

/** What blocks are counted by. What is left out is of any kind. */
export interface Likeness {
  readonly turn?: TurnIndex | undefined;
  readonly kind?: string | undefined;
  readonly tool?: string | undefined;
  readonly callId?: string | undefined;
  readonly block?: string | undefined;
  readonly trust?: string | undefined;
  readonly error?: boolean | undefined;
}

/**
 * Whether a block is like the description at a turn. Its sender may give it another kind or trust from a later turn on; it has
 * both from then on.
 */
export function isLike(
  block: Block | undefined,
  { turn = 0, tool, callId, block: id, error, ...of }: Likeness,
): boolean {
  if (block === undefined) return false;
  const classifications = [block, ...block.redeclared.filter(({ since }) => since <= turn)];
  return (
    classifications.some(({ kind, trust }) => (of.kind ?? kind) === kind && (of.trust ?? trust) === trust) &&
    (tool === undefined || block.toolName === tool) &&
    (callId === undefined || block.toolCallId === callId) &&
    (id === undefined || block.id === id) &&
    (error === undefined || block.isError === error)
  );
}
