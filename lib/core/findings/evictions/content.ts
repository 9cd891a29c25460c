import type { Block } from "../../trace/session";

/** What identifies a block's content; `null` where it is not known. */
export function contentOf(block: Block | undefined): string | null {
  const version = block?.versions[block.full];
  return version?.hash ?? version?.text ?? null;
}
