import type { LeafNode, Node } from "./node";

/**
 * The tree of a session's records, and the end of its active branch, from which the next call continues. The
 * record that the file links to can be another one. A `leaf` record makes an earlier record the end of the
 * branch, while the file still appends at its tail. A record linked to that tail then continues from the
 * branch, and what lies between is a side branch.
 */
export class SessionTree {
  private readonly nodes = new Map<string, Node>();
  private readonly parents = new Map<string, string | null>();
  private leaf: string | null = null;
  private tail: string | null = null;
  private path: Node[] = [];

  get end(): string | null {
    return this.leaf;
  }

  add(node: Exclude<Node, LeafNode>): void {
    if (this.nodes.has(node.key)) return;
    const isAtTail = node.parent === this.tail || (node.parent !== null && !this.parents.has(node.parent));
    this.nodes.set(node.key, node);
    this.parents.set(node.key, isAtTail ? this.leaf : node.parent);
    this.tail = node.key;
    if (node.type !== "plain" || !node.isSide) this.leaf = node.key;
  }

  point({ key, target, appendTo }: LeafNode): void {
    if (target !== null && !this.parents.has(target)) return;
    this.parents.set(key, target);
    this.tail = appendTo;
    this.leaf = target;
  }

  /** A call was sent what stands on the branch of its own record, whichever branch the file added to before it. */
  goOnFrom(parent: string | null): void {
    if (parent !== null && parent !== this.tail && this.parents.has(parent)) this.leaf = parent;
  }

  rewind(leaf: string | null): void {
    this.leaf = leaf;
  }

  attach(key: string, parent: string | null): void {
    this.parents.set(key, parent);
    this.path = [];
  }

  /** The nodes from the root to `end`. The list belongs to the tree and changes with the next call. */
  pathTo(end: string | null): readonly Node[] {
    const known = this.path.at(-1)?.key;
    const rest: Node[] = [];
    const seen = new Set<string>();
    let key = end;
    while (key !== null && key !== known && !seen.has(key)) {
      seen.add(key);
      const node = this.nodes.get(key);
      if (node !== undefined) rest.push(node);
      key = this.parents.get(key) ?? null;
    }
    if (key === null || key !== known) this.path = [];
    this.path.push(...rest.reverse());
    return this.path;
  }
}
