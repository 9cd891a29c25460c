import { wordsOf } from "@/lib/core/findings/rule/session-index";
import type { Block } from "@/lib/core/trace/session";

/** A block as people tell it from others: by its label, or by what it is and where it came from. */
export function blockName(block: Block): string {
  const from = block.origin?.path ?? block.origin?.url ?? block.origin?.artifact;
  return block.label ?? (from === undefined ? wordsOf(block) : `${wordsOf(block)}, ${from}`);
}
