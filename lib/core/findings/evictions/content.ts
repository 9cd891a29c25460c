import type { Block } from "../../trace/session";

/** `null` where the content is unknown. */
export function contentOf(block: Block | undefined): string | null {
  const version = block?.versions[block.full];
  return version?.hash ?? version?.text ?? null;
}
