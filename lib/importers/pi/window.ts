import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import type { CompactionNode, Node } from "./node";

/** The latest compaction on a path, if there was one. */
export function compactionOn(path: readonly Node[]): CompactionNode | null {
  const node = path.findLast((candidate) => candidate.type === "compaction");
  return node?.type === "compaction" ? node : null;
}

/**
 * The window that a call at the end of a path is given: all that stands on the path, or since a compaction its summary,
 * what it kept of the records before it, and what came after it.
 */
export function windowOf(path: readonly Node[], left: ReadonlySet<string>): BlockStatement[] {
  const boundary = path.findLastIndex(({ type }) => type === "compaction");
  const shown =
    boundary < 0 ? path : [path[boundary], ...keptBy(path, boundary), ...path.slice(boundary + 1)];
  return shown.flatMap((node) => node?.blocks ?? []).filter(({ id }) => !left.has(id));
}

/** A compaction may keep nothing: then the first record it keeps is itself, or none that can be found. */
function keptBy(path: readonly Node[], boundary: number): readonly Node[] {
  const compaction = path[boundary];
  const firstKept = compaction?.type === "compaction" ? compaction.firstKept : undefined;
  const first = path.findIndex(({ key }) => key === firstKept);
  if (first < 0 || first >= boundary) return [];
  return path.slice(first, boundary).filter(({ type }) => type !== "compaction");
}
