import { addToGroup } from "@/lib/core/group-by";
import type { TraceEvent } from "@/lib/core/trace/event";
import type { NativeEvent } from "./spans/facts";
import { isPlacedByTurns, buildNativeEvent } from "./native-events";
import type { TurnTime } from "./write-lineage";

interface OpenEvent {
  readonly sent: NativeEvent;
  readonly received: string;
}

/** By session. Most events belong to the turn that was running when they were sent, or to the next one. */
export class NativeEvents {
  private fresh: { readonly session: string; readonly sent: NativeEvent }[] = [];
  private readonly open = new Map<string, readonly OpenEvent[]>();

  add(session: string, nativeEvents: readonly NativeEvent[]): void {
    for (const event of nativeEvents) this.fresh.push({ session, sent: event });
  }

  /**
   * The events that are new or belong to another turn now.
   * @param turnTimesOf the start and end times of a session's turns
   */
  take(turnTimesOf: (session: string) => readonly TurnTime[]): TraceEvent[] {
    const events = new Map<string, TraceEvent>();
    const open = new Map<string, OpenEvent[]>();
    const todo = [
      ...[...this.open].flatMap(([session, list]) => list.map((openEvent) => ({ session, ...openEvent }))),
      ...this.fresh.splice(0).map((freshEvent) => ({ ...freshEvent, received: "" })),
    ];
    this.open.clear();
    const times = new Map<string, readonly TurnTime[]>();
    for (const { session, sent, received } of todo) {
      const turns = times.get(session) ?? turnTimesOf(session);
      times.set(session, turns);
      const event = buildNativeEvent(session, sent, turns);
      if (event === null) continue;
      const text = JSON.stringify(event);
      if (text !== received) events.set(`${session} ${event.id}`, event);
      if (!isPlacedByTurns(sent) || sent.at < (turns.at(-1)?.at ?? Number.NEGATIVE_INFINITY)) continue;
      addToGroup(open, session, { sent, received: text });
    }
    for (const [session, list] of open) this.open.set(session, list);
    return [...events.values()];
  }
}
