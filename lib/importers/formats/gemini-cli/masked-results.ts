import type { BlockStatement, WindowEntryStatement } from "@/lib/core/trace/blocks-schema";

type Entry = Exclude<WindowEntryStatement, string>;

const MASK = /^\s*<tool_output_masked>[\s\S]*<\/tool_output_masked>\s*$/;
const STORED_AT = /Full output available at:\s*(\S+)/g;
const PATH_CHARS_MAX = 1_000;

/** What is left in the place of a masked result: the file that has all of it, and the excerpt that names it. */
export interface MaskedResult {
  readonly path: string;
  readonly shown: string;
}

/** Reads a result that the harness masked; `null` when it stands as it came. */
export function maskedResult({ kind, content = "" }: BlockStatement): MaskedResult | null {
  if (kind !== "tool_result" || !MASK.test(content)) return null;
  const path = [...content.matchAll(STORED_AT)].at(-1)?.[1];
  return path === undefined ? null : { path: path.slice(0, PATH_CHARS_MAX), shown: content };
}

/**
 * How results that were masked later stand in the windows of a session. The file has the mask only. The latest answers'
 * results are never masked, so the call that follows a result read it whole; from the call after that on the mask stands.
 */
export class MaskedResults {
  private readonly whole = new Set<string>();
  private readonly masked = new Map<string, Entry>();

  /** Results that stand masked for the first time in the latest window, with the file that each is in. */
  fresh: { readonly id: string; readonly path: string }[] = [];

  /** The window of the next call over the blocks that were said so far. */
  window(blocks: readonly BlockStatement[]): Entry[] {
    this.fresh = [];
    return blocks.map((block) => this.stand(block));
  }

  private stand(block: BlockStatement): Entry {
    const known = this.masked.get(block.id);
    if (known !== undefined) return known;
    const mask = maskedResult(block);
    if (mask === null) return block;
    const { content: _content, ...rest } = block;
    if (this.whole.has(block.id)) {
      const reference = { kind: "path" as const, text: mask.path, restorable: true };
      const entry: Entry = { ...rest, mode: "reference", content: mask.shown, reference };
      this.masked.set(block.id, entry);
      this.fresh.push({ id: block.id, path: mask.path });
      return entry;
    }
    const origin = { ...rest.origin, artifact: mask.path };
    const entry: Entry = { ...rest, origin, completeness: "stored_elsewhere" };
    this.whole.add(block.id);
    return entry;
  }
}
