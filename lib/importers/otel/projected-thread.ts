import { hashContent } from "@/lib/core/hash";
import type { SessionRole } from "@/lib/core/vocabulary";
import { findId } from "../shared/bounds";
import { RepeatedAttempts } from "./attempts";
import { assertInOrder } from "./belongs-earlier";
import type { Call } from "./calls";
import { addToGroup, groupBy } from "@/lib/core/group-by";
import type { CallTime, Lineage } from "./lineages";
import { compareByTime, LineageSorter } from "./lineages";
import { PendingEdits } from "./pending-edits";
import type { RecordPlace } from "./places";
import { ProjectedSession } from "./projected-session";
import { DeclaredSession } from "./declared-session";
import { ToolRuns } from "./tool-runs";
import type { Aside } from "./write-lineage";

interface Member {
  readonly session: ProjectedSession;
  readonly role: SessionRole;
  readonly isMain: boolean;
}

export class ProjectedThread {
  readonly id: string;
  readonly declared = new DeclaredSession();
  readonly edits = new PendingEdits();
  readonly runs = new ToolRuns();
  private readonly members = new Map<string, Member>();
  private readonly lineages = new LineageSorter();
  private readonly attempts = new RepeatedAttempts();
  private names = new Map<Lineage, string>();
  private newest: CallTime | undefined;

  constructor(
    readonly place: RecordPlace,
    private readonly common: Pick<Aside, "memories" | "isOver">,
  ) {
    this.id = makeThreadId(place.session, place.thread);
  }

  /**
   * Calls must come in the order in which they were made.
   * @returns the ids of their sessions
   * @throws BelongsEarlier when calls belong before written ones, or change the sessions
   */
  write(madeCalls: readonly Call[]): ReadonlyMap<string, readonly Call[]> {
    const calls = this.attempts.join(madeCalls);
    const [first] = calls;
    assertInOrder(first === undefined || this.newest === undefined || compareByTime(this.newest, first) < 0);
    this.newest = getTime(calls.at(-1)) ?? this.newest;
    const owners = calls.map((call) => (call.side === undefined ? this.lineages.add(call) : null));
    const names = this.nameLineages();
    for (const [lineage, name] of this.names) assertInOrder(names.get(lineage) === name);
    this.names = names;
    const bySession = new Map<string, Call[]>();
    calls.forEach((call, i) => {
      const owner = owners[i] ?? null;
      const id =
        call.side !== undefined
          ? `${this.id}/${call.side}`
          : owner === null
            ? this.id
            : (names.get(owner) ?? this.id);
      addToGroup(bySession, id, call);
    });
    const mainFirst = [...bySession].sort(([a], [b]) => Number(b === this.id) - Number(a === this.id));
    for (const [id, mine] of mainFirst) this.getMember(id).session.write(mine);
    return new Map(mainFirst);
  }

  listSessions(): Member[] {
    const roles = new Map<string, SessionRole>();
    for (const [lineage, name] of this.names)
      if (name !== this.id) roles.set(name, lineage.usesTools ? "subagent" : "side");
    return [...this.members]
      .map(([id, member]) => ({ ...member, role: roles.get(id) ?? member.role }))
      .sort((a, b) => Number(b.isMain) - Number(a.isMain));
  }

  private getMember(id: string): Member {
    const existing = this.members.get(id);
    if (existing !== undefined) return existing;
    const isMain = id === this.id;
    const aside = isMain
      ? { edits: this.edits, runs: this.runs }
      : { edits: new PendingEdits(), runs: new ToolRuns() };
    const session = new ProjectedSession(
      id,
      { ...this.common, ...aside },
      isMain && this.place.thread !== "",
    );
    const role = !isMain ? "side" : this.place.thread === "" ? "main" : "subagent";
    const member: Member = { session, role, isMain };
    this.members.set(id, member);
    return member;
  }

  private nameLineages(): Map<Lineage, string> {
    const [main, ...beside] = this.lineages.sortLineages();
    const names = new Map<Lineage, string>();
    if (main !== undefined) names.set(main, this.id);
    for (const [stem, group] of groupBy(
      beside,
      (l) => `${this.id}/side-${hashContent(l.opening).slice(0, 8)}`,
    ))
      group.forEach((lineage, i) => names.set(lineage, i === 0 ? stem : `${stem}-${i + 1}`));
    return names;
  }
}

function getTime(call: Call | undefined): CallTime | undefined {
  if (call === undefined) return undefined;
  const { at, sequence, endedAt, key, messages } = call;
  return { at, sequence, endedAt, key, messages: { length: messages?.length ?? 0 } };
}

/** The main thread has the conversation's id. */
export function makeThreadId(session: string, thread: string): string {
  return thread === "" ? session : (findId(`${session}/${thread}`) ?? session);
}
