import type { LeafNode, Node } from "./node";

/**
 * The tree that a session's records form, and the end of its active branch: what the next call continues from.
 *
 * Where the file links a record to and what it continues from can differ. A `leaf` record makes an earlier record the end
 * of the branch while the file goes on appending at its tail: a record that is linked to that tail then continues from
 * the branch, and what lies between is a side branch.
 */
export class SessionTree {
  private readonly nodes = new Map<string, Node>();
  private readonly parents = new Map<string, string | null>();
  private leaf: string | null = null;
  private tail: string | null = null;
  private path: Node[] = [];

  /** The end of the active branch. */
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

  /** Takes in a leaf record. One that names a record that does not exist changes nothing. */
  point({ key, target, appendTo }: LeafNode): void {
    if (target !== null && !this.parents.has(target)) return;
    this.parents.set(key, target);
    this.tail = appendTo;
    this.leaf = target;
  }

  /** Makes a record the end of the active branch, as a leaf record would. */
  rewind(leaf: string | null): void {
    this.leaf = leaf;
  }

  /** Lets a record continue from another one than it is linked to. */
  attach(key: string, parent: string | null): void {
    this.parents.set(key, parent);
    this.path = [];
  }

  /** The records from the root to `end`. The list is the tree's own: it changes with the next call of this method. */
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
