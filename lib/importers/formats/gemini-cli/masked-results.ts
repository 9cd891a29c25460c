import type { BlockStatement, WindowEntryStatement } from "@/lib/core/trace/blocks-schema";

type Entry = Exclude<WindowEntryStatement, string>;

const MASK = /^\s*<tool_output_masked>[\s\S]*<\/tool_output_masked>\s*$/;
const STORED_AT = /Full output available at:\s*(\S+)/g;
const PATH_CHARS_MAX = 1_000;

export interface MaskedResult {
  readonly path: string;
  readonly shown: string;
}

/** Reads where a masked result is stored and what is shown of it; `null` for a result that is not masked. */
export function parseMaskedResult({ kind, content = "" }: BlockStatement): MaskedResult | null {
  if (kind !== "tool_result" || !MASK.test(content)) return null;
  const path = [...content.matchAll(STORED_AT)].at(-1)?.[1];
  return path === undefined ? null : { path: path.slice(0, PATH_CHARS_MAX), shown: content };
}

/**
 * The file only has the mask. Results of the latest answers are never masked, so the call after a result read
 * it in full. Later calls read the mask.
 */
export class MaskedResults {
  private readonly whole = new Set<string>();
  private readonly masked = new Map<string, Entry>();

  fresh: { readonly id: string; readonly path: string }[] = [];

  window(blocks: readonly BlockStatement[]): Entry[] {
    this.fresh = [];
    return blocks.map((block) => this.stand(block));
  }

  private stand(block: BlockStatement): Entry {
    const known = this.masked.get(block.id);
    if (known !== undefined) return known;
    const mask = parseMaskedResult(block);
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
