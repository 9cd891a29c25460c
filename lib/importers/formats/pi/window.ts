import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import type { CompactionNode, Node } from "./node";

export interface PathWindow {
  readonly blocks: readonly BlockStatement[];
  readonly compaction: CompactionNode | null;
}

/**
 * The windows of the calls on a tree: everything on the path, or since a compaction its summary, what it
 * kept, and what came after. A path that only grew costs only its new records.
 */
export class PathWindows {
  private blocks: BlockStatement[] = [];
  private compaction: CompactionNode | null = null;
  private length = 0;
  private last: Node | undefined;
  private leftSize = 0;
  private held: CompactionNode | null = null;

  /**
   * @param left blocks that stand on the path and were not sent. It may only grow
   * @param held a compaction on the path that has no effect yet
   */
  at(path: readonly Node[], left: ReadonlySet<string>, held: CompactionNode | null = null): PathWindow {
    const added = path.slice(this.length);
    const goesOn =
      this.length > 0 &&
      path[this.length - 1] === this.last &&
      left.size === this.leftSize &&
      held === this.held;
    this.held = held;
    if (!goesOn || added.some(({ type }) => type === "compaction")) this.rebuild(path, left);
    else this.push(added, left);
    this.length = path.length;
    this.last = path.at(-1);
    this.leftSize = left.size;
    return { blocks: this.blocks.slice(), compaction: this.compaction };
  }

  private rebuild(path: readonly Node[], left: ReadonlySet<string>): void {
    const boundary = path.findLastIndex((node) => node.type === "compaction" && node !== this.held);
    const compaction = path[boundary];
    this.compaction = compaction?.type === "compaction" ? compaction : null;
    this.blocks = [];
    if (this.compaction !== null)
      this.push([this.compaction, ...listKept(this.compaction, path, boundary)], left);
    this.push(
      path.slice(boundary + 1).filter((node) => node !== this.held),
      left,
    );
  }

  private push(nodes: readonly Node[], left: ReadonlySet<string>): void {
    for (const { blocks } of nodes)
      for (const block of blocks) if (!left.has(block.id)) this.blocks.push(block);
  }
}

/** A compaction may keep nothing. Then the first kept record is the compaction itself, or cannot be found. */
function listKept({ firstKept }: CompactionNode, path: readonly Node[], boundary: number): readonly Node[] {
  const first = path.findIndex(({ key }) => key === firstKept);
  if (first < 0 || first >= boundary) return [];
  return path.slice(first, boundary).filter(({ type }) => type !== "compaction");
}
