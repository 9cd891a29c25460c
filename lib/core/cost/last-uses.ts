import type { Evidence } from "../evidence/edge";
import type { TurnIndex } from "../units";

/** By block, the last turn that used it as evidence. */
export function findLastUses({ edges }: Pick<Evidence, "edges">): ReadonlyMap<number, TurnIndex> {
  const last = new Map<number, TurnIndex>();
  for (const { from, to, executed } of edges)
    if (executed) last.set(from, Math.max(last.get(from) ?? 0, to.turn));
  return last;
}
