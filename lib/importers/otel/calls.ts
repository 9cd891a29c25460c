import type { CallPart } from "./facts";
import type { Place, Places } from "./places";
import { fullerUsage } from "./usage";

/** One model call, put together from all that was said about it. */
export interface Call extends Omit<CallPart, "type" | "record" | "joins" | "startedAt"> {
  /** The same whatever order its parts came in. */
  readonly key: string;
  readonly place: Place;
  readonly parts: readonly CallPart[];
  readonly at: number;
  readonly endedAt: number;
}

/**
 * Puts the parts of calls together. Parts are of one call when they share a name in the same thread; a span is of the
 * same call as the only inference span below it, and is none when there are several below it.
 */
export function joinCalls(parts: readonly CallPart[], places: Places): Call[] {
  const groups = new Groups(parts.length);
  const byName = new Map<string, number[]>();
  parts.forEach((part, i) => {
    const { session, thread } = places.of(part.record);
    for (const name of part.joins) {
      const key = name.startsWith("span:")
        ? `${part.record.traceId} ${name}`
        : `${session} ${thread} ${name}`;
      byName.set(key, [...(byName.get(key) ?? []), i]);
    }
  });
  for (const [name, members] of byName) {
    if (name.includes(" response:") && members.filter((i) => parts[i]?.record.signal === "span").length !== 1)
      continue;
    for (const member of members) groups.unite(members[0] ?? member, member);
  }
  const outer = joinNested(parts, places, groups);
  const members = new Map<number, CallPart[]>();
  parts.forEach((part, i) => {
    if (outer.has(i)) return;
    const root = groups.rootOf(i);
    members.set(root, [...(members.get(root) ?? []), part]);
  });
  return [...members.values()].map((group) => merge(group, places));
}

/** Unites a span with the one inference span below it; returns those that have several below them. */
function joinNested(parts: readonly CallPart[], places: Places, groups: Groups): Set<number> {
  const spanIndex = new Map(
    parts
      .map((part, i) => [part.record, i])
      .filter(([record]) => (record as { signal?: string }).signal === "span") as [
      CallPart["record"],
      number,
    ][],
  );
  const below = new Map<number, number[]>();
  for (const [record, i] of spanIndex) {
    for (const span of places.above(record)) {
      const outer = spanIndex.get(span);
      if (outer === undefined) continue;
      below.set(outer, [...(below.get(outer) ?? []), i]);
      break;
    }
  }
  const sums = new Set<number>();
  for (const [outer, inner] of below) {
    if (inner.length === 1) groups.unite(outer, inner[0] ?? outer);
    else sums.add(outer);
  }
  return sums;
}

class Groups {
  private readonly parent: number[];

  constructor(size: number) {
    this.parent = Array.from({ length: size }, (_, i) => i);
  }

  rootOf(i: number): number {
    let root = i;
    while (this.parent[root] !== root) root = this.parent[root] ?? root;
    return root;
  }

  unite(a: number, b: number): void {
    this.parent[this.rootOf(b)] = this.rootOf(a);
  }
}

function merge(group: readonly CallPart[], places: Places): Call {
  const parts = [...group].sort((a, b) => weightOf(b) - weightOf(a) || (keyOf(a) < keyOf(b) ? -1 : 1));
  const [first] = parts;
  if (first === undefined) throw new Error("a call has at least one part");
  const {
    type: _type,
    record: _record,
    joins: _joins,
    startedAt: _started,
    ...merged
  } = parts.reduce((call, part) => ({ ...defined(part), ...defined(call) }));
  const stated = parts.flatMap((part) => (part.startedAt === undefined ? [] : [part.startedAt]));
  const began = parts.map((part) => part.record.start).filter((at) => at > 0);
  return {
    ...merged,
    usage: parts.reduce<CallPart["usage"]>((usage, part) => fullerUsage(usage, part.usage), undefined),
    key: parts.map(keyOf).sort()[0] ?? "",
    place: places.of(first.record),
    parts,
    at: Math.min(...(stated.length > 0 ? stated : began), Number.MAX_SAFE_INTEGER),
    endedAt: Math.max(0, ...parts.map((part) => part.record.end)),
  };
}

/** A part that knows the content comes before one that does not. */
function weightOf(part: CallPart): number {
  return (part.messages === undefined ? 0 : 4 + part.messages.length) + (part.answer === undefined ? 0 : 2);
}

function keyOf({ record, joins }: CallPart): string {
  return `${record.traceId}:${record.spanId}:${joins[0] ?? ""}:${record.start}`;
}

function defined<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
