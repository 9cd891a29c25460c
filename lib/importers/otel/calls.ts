import { addToGroup } from "@/lib/core/group-by";
import type { TraceEventOf } from "@/lib/core/trace/event";
import type { CallPart } from "./spans/facts";
import { assertInOrder } from "./belongs-earlier";
import type { JoinedPlaces } from "./joined-places";
import type { RecordPlace, PlacedRecord } from "./places";
import { makeSpanKey } from "./places";
import { chooseFullerUsage } from "./spans/usage";

export interface Call extends Omit<CallPart, "type" | "record" | "joins" | "startedAt"> {
  /** Names the call, whatever the order of its parts. */
  readonly key: string;
  readonly place: RecordPlace;
  readonly parts: readonly CallPart[];
  /** Earlier attempts at the same request. */
  readonly attempts?: TraceEventOf<"turn.recorded">["attempts"];
  readonly at: number;
  readonly endedAt: number;
}

/**
 * Joins the parts of calls. Parts with a common name in the same thread are one call. A span is the same call
 * as the only inference span below it, but not if there are several below it.
 */
export class CallJoiner {
  private readonly names = new Set<string>();
  private readonly spans = new Map<string, { inner: number; hasOuter: boolean }>();

  constructor(private readonly places: JoinedPlaces) {}

  /**
   * The calls that the new parts report.
   * @param extended earlier spans whose missing parents have arrived
   * @throws BelongsEarlier when a part belongs to a call that was returned before
   */
  add(parts: readonly CallPart[], extended: readonly PlacedRecord[]): Call[] {
    const groups = new Groups(parts.length);
    const byName = new Map<string, number[]>();
    parts.forEach((part, i) => {
      const { session, thread } = this.places.of(part.record);
      for (const name of new Set([...part.joins, ...nameResponse(part)])) {
        const key = name.startsWith("span:")
          ? `${part.record.traceId} ${name}`
          : name.startsWith(RESPONSE)
            ? `${session} ${name}`
            : `${session} ${thread} ${name}`;
        assertInOrder(!this.names.has(key));
        addToGroup(byName, key, i);
      }
    });
    for (const [name, members] of byName) {
      this.names.add(name);
      const records = members.flatMap((i) => parts[i]?.record ?? []);
      if (name.includes(` ${RESPONSE}`) && !isOneResponse(records)) continue;
      for (const member of members) groups.joinParts(members[0] ?? member, member);
    }
    const outer = this.joinNested(parts, extended, groups);
    const members = new Map<number, CallPart[]>();
    parts.forEach((part, i) => {
      if (outer.has(i)) return;
      const root = groups.findRoot(i);
      members.set(root, [...(members.get(root) ?? []), part]);
    });
    return [...members.values()].map((group) => merge(group, this.places));
  }

  private joinNested(
    parts: readonly CallPart[],
    extended: readonly PlacedRecord[],
    groups: Groups,
  ): Set<number> {
    const fresh = new Map<string, number>();
    parts.forEach(({ record }, i) => {
      if (record.signal === "span") fresh.set(nameOfSpan(record), i);
    });
    for (const name of fresh.keys()) {
      assertInOrder(!this.spans.has(name));
      this.spans.set(name, { inner: 0, hasOuter: false });
    }
    const below = new Map<string, number[]>();
    const outermostRecords = extended.filter(
      (record) => this.spans.get(nameOfSpan(record))?.hasOuter === false,
    );
    for (const record of outermostRecords) this.noteOuter(record, (name) => addToGroup(below, name, -1));
    for (const [name, i] of fresh) {
      const record = parts[i]?.record;
      if (record !== undefined && this.spans.get(name)?.hasOuter === false)
        this.noteOuter(record, (outer) => addToGroup(below, outer, i));
    }
    const sums = new Set<number>();
    for (const [name, inner] of below) {
      const span = this.spans.get(name);
      const outer = fresh.get(name);
      const before = span?.inner ?? 0;
      if (span !== undefined) span.inner += inner.length;
      if (outer === undefined) assertInOrder(before > 1);
      else if (inner.length > 1) sums.add(outer);
      else {
        assertInOrder(inner[0] !== -1);
        groups.joinParts(outer, inner[0] ?? outer);
      }
    }
    return sums;
  }

  private noteOuter(record: PlacedRecord, onOuter: (name: string) => void): void {
    const ownSpan = this.spans.get(nameOfSpan(record));
    for (const span of this.places.above(record)) {
      const name = nameOfSpan(span);
      if (!this.spans.has(name)) continue;
      if (ownSpan !== undefined) ownSpan.hasOuter = true;
      onOuter(name);
      return;
    }
  }
}

const RESPONSE = "response:";

function nameResponse({ responseId }: CallPart): string[] {
  return responseId === undefined ? [] : [`${RESPONSE}${responseId}`];
}

/**
 * Whether records with one response id are one call: at most one raw call, and spans of which each stands within the one
 * before, as those of a framework and of the client in it. Some servers give all answers one id.
 */
function isOneResponse(records: readonly PlacedRecord[]): boolean {
  const spans = records
    .filter(({ signal }) => signal === "span")
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const calls = records.filter(({ signal }) => signal === "call");
  const areNested = spans.every(({ end }, i) => i === 0 || end <= (spans[i - 1]?.end ?? 0));
  return calls.length <= 1 && areNested && calls.length + spans.length > 0;
}

function nameOfSpan(record: PlacedRecord): string {
  return makeSpanKey(record, record.spanId);
}

class Groups {
  private readonly parent: number[];

  constructor(size: number) {
    this.parent = Array.from({ length: size }, (_, i) => i);
  }

  findRoot(i: number): number {
    let root = i;
    while (this.parent[root] !== root) root = this.parent[root] ?? root;
    return root;
  }

  joinParts(a: number, b: number): void {
    this.parent[this.findRoot(b)] = this.findRoot(a);
  }
}

function merge(group: readonly CallPart[], places: JoinedPlaces): Call {
  const parts = [...group].sort((a, b) => weighPart(b) - weighPart(a) || (makeKey(a) < makeKey(b) ? -1 : 1));
  const [first] = parts;
  if (first === undefined) throw new Error("a call has at least one part");
  const {
    type: _type,
    record: _record,
    joins: _joins,
    startedAt: _started,
    ...merged
  } = parts.reduce((call, part) => ({ ...dropUndefined(part), ...dropUndefined(call) }));
  const statedStarts = parts.flatMap((part) => (part.startedAt === undefined ? [] : [part.startedAt]));
  const began = parts.map((part) => part.record.start).filter((at) => at > 0);
  return {
    ...merged,
    usage: parts.reduce<CallPart["usage"]>((usage, part) => chooseFullerUsage(usage, part.usage), undefined),
    key: parts.map(makeKey).sort()[0] ?? "",
    place:
      parts.map(({ record }) => places.of(record)).find(({ thread }) => thread !== "") ??
      places.of(first.record),
    parts,
    at: Math.min(...(statedStarts.length > 0 ? statedStarts : began), Number.MAX_SAFE_INTEGER),
    endedAt: Math.max(0, ...parts.map((part) => part.record.end)),
  };
}

/** A part with the content comes before one without it. */
function weighPart(part: CallPart): number {
  return (part.messages === undefined ? 0 : 4 + part.messages.length) + (part.answer === undefined ? 0 : 2);
}

function makeKey({ record, joins }: CallPart): string {
  return `${record.traceId}:${record.spanId}:${joins[0] ?? ""}:${record.start}`;
}

function dropUndefined<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
