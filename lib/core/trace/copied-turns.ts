import { addToGroup, groupBy } from "../group-by";
import type { EpochMs, TurnIndex } from "../units";
import { identifyCall } from "./call-hash";

/**
 *     session a    1 2 3 4          a was forked after its call 3, and so was c after the call 6 of b
 *     session b    1 2 3 5 6        b begins with three copies, which count in a
 *     session c    1 2 3 5 6 7      c begins with five, of which the last ones count in b
 *
 * A call counts in the first session that has it, and copies stand at the beginning of all others. So the order in which
 * sessions come makes no difference, and where the first one is gone, the next one counts what it had.
 */

export interface CopyingCall {
  readonly turn: TurnIndex;
  readonly at: EpochMs | null;
  readonly callHash: string | null;
}

/** A session that may begin with copies of another one's calls. */
export interface CopyingSession {
  readonly key: string;
  /** The sender's id. */
  readonly externalId: string;
  /** The sender's id of the session that it was forked from, as it says. */
  readonly forkedFrom: string | null;
  readonly startedAt: EpochMs | null;
  /** The calls of the session, in their order. */
  readonly calls: readonly CopyingCall[];
}

export interface CopiedPart {
  /** The first turn that is the session's own; the next one where all turns are copies. */
  readonly ownFrom: TurnIndex;
  readonly turns: number;
  /** The key of the session in which the last copied turn counts. */
  readonly from: string;
}

/**
 * @param sessions of one project
 * @returns by key, the sessions that begin with copies
 */
export function findCopiedParts(sessions: readonly CopyingSession[]): ReadonlyMap<string, CopiedPart> {
  const copied = new Map<string, CopiedPart>();
  const families = new Map(groupFamilyNames(sessions));
  /** The sessions that count a call, by its name; of several equal calls each one. */
  const owners = new Map<string, string[]>();
  for (const session of sortByOrigin(sessions)) {
    let family = families.get(session.key) ?? "";
    let from: string | undefined;
    let turns = 0;
    // Where a session says the same again, only as many are copies as there are calls to copy.
    const usedCopies = new Map<string, number>();
    for (const call of session.calls) {
      const owner = listCallNames(call, family)
        .map((name) => owners.get(name)?.[usedCopies.get(name) ?? 0])
        .find((candidate) => candidate !== undefined);
      if (owner === undefined) break;
      from = owner;
      family = families.get(owner) ?? family;
      for (const name of listCallNames(call, family)) usedCopies.set(name, (usedCopies.get(name) ?? 0) + 1);
      turns++;
    }
    families.set(session.key, family);
    if (from !== undefined)
      copied.set(session.key, {
        from,
        turns,
        ownFrom: session.calls[turns]?.turn ?? (session.calls.at(-1)?.turn ?? -1) + 1,
      });
    for (const call of session.calls.slice(turns))
      for (const name of listCallNames(call, family)) {
        addToGroup(owners, name, session.key);
      }
  }
  return copied;
}

/**
 * Some programs write a copy with a new time: then it takes sessions that name each other as their origin, or that have a call in
 * common already.
 */
function listCallNames({ at, callHash }: CopyingCall, family: string): string[] {
  const identity = callHash ?? at;
  return [identifyCall(callHash, at) ?? [], identity === null ? [] : `${identity} of ${family}`].flat();
}

/** By key: one name for all sessions that name each other as their origin, directly or over others. */
function groupFamilyNames(sessions: readonly CopyingSession[]): ReadonlyMap<string, string> {
  const descents = descentsOf(sessions);
  return new Map(sessions.map(({ key, externalId }) => [key, descents.get(externalId)?.root ?? externalId]));
}

/** The session that a line of forks began with, and how many there are from it on, both included. */
interface Descent {
  readonly root: string;
  readonly steps: number;
}

/**
 * By the sender's id. Every link is followed once, however long the line is. Sessions that name each other in a circle have the
 * first of their ids as root.
 *
 *     c forked from b, b forked from a   →   a: {root: a, steps: 1}, b: {root: a, steps: 2}, c: {root: a, steps: 3}
 */
function descentsOf(sessions: readonly CopyingSession[]): ReadonlyMap<string, Descent> {
  const origins = new Map(sessions.map(({ externalId, forkedFrom }) => [externalId, forkedFrom]));
  const descents = new Map<string, Descent>();
  for (const id of origins.keys()) {
    const line: string[] = [];
    const places = new Map<string, number>();
    let next: string | null | undefined = id;
    while (next != null && !places.has(next) && !descents.has(next)) {
      places.set(next, line.length);
      line.push(next);
      next = origins.get(next);
    }
    const circle = next == null ? undefined : places.get(next);
    if (circle !== undefined) {
      const members = line.splice(circle);
      const root = members.reduce((first, name) => (name < first ? name : first));
      for (const member of members) descents.set(member, { root, steps: 1 });
    }
    for (const ancestor of line.toReversed()) {
      const above = descents.get(origins.get(ancestor) ?? "");
      descents.set(
        ancestor,
        above === undefined ? { root: ancestor, steps: 1 } : { ...above, steps: above.steps + 1 },
      );
    }
  }
  return descents;
}

/** What was forked comes after what it was forked from; else what began and ended first is taken for the origin. */
function sortByOrigin(sessions: readonly CopyingSession[]): CopyingSession[] {
  const descents = descentsOf(sessions);
  const placed = sessions.map((session) => ({
    session,
    steps: descents.get(session.externalId)?.steps ?? 1,
    last: session.calls.at(-1)?.at ?? null,
  }));
  const groups = groupBy(placed, ({ steps }) => steps);
  return [...groups.keys()]
    .toSorted((a, b) => a - b)
    .flatMap((steps) =>
      (groups.get(steps) ?? []).toSorted(
        (a, b) =>
          compareTimes(a.session.startedAt, b.session.startedAt) ||
          compareTimes(a.last, b.last) ||
          (a.session.externalId < b.session.externalId ? -1 : 1),
      ),
    )
    .map(({ session }) => session);
}

function compareTimes(a: EpochMs | null, b: EpochMs | null): number {
  return (a ?? Infinity) === (b ?? Infinity) ? 0 : (a ?? Infinity) - (b ?? Infinity);
}
