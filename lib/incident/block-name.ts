import { nameBlock } from "@/lib/core/findings/rule/session-index";
import type { Block } from "@/lib/core/trace/session";

export function nameIncidentBlock(block: Block): string {
  const from = block.origin?.path ?? block.origin?.url ?? block.origin?.artifact;
  return block.label ?? (from === undefined ? nameBlock(block) : `${nameBlock(block)}, ${from}`);
}
