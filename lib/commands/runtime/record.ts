import { randomUUID } from "node:crypto";
import { canonicalJson, contentHash } from "@/lib/core/hash";
import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import type { TraceEvent } from "@/lib/core/trace/event";
import { wellFormed } from "@/lib/core/trace/well-formed";
import type { Database } from "@/lib/db/client";
import { eventCommits } from "@/lib/pipeline/receive/commits";
import { sizeOfEvent } from "@/lib/pipeline/receive/size-of-event";
import type { RuntimeGateResult } from "@/lib/runtime/gates";
import type { PlanManifest } from "@/lib/runtime/manifest";
import type { AskedSession } from "./asked-session";
import { keepSoon } from "./decisions";

export { decisionsKept } from "./decisions";

type Said<E> = E extends TraceEvent ? Omit<E, "id" | "session" | "at"> & { readonly id?: string } : never;

/** An event without what every event of the runtime gets: its session, its time, an id unless it has one. */
export type RuntimeEvent = Said<TraceEvent>;

/** Before the ids of events that the runtime wrote. */
export const RUNTIME_ID_PREFIX = "runtime:";

/**
 * Keeps what was decided. When this returns it is on disk.
 * @throws what the log throws; whoever may go on without the record uses {@link recordSoon}
 */
export async function record(
  db: Database,
  session: AskedSession | null,
  said: readonly RuntimeEvent[],
): Promise<boolean> {
  if (session === null || said.length === 0) return false;
  const events = eventsOf(session, said);
  const size = events.reduce((sum, event) => sum + sizeOfEvent(event), 0);
  await eventCommits.add(db, session.project, events, size);
  return true;
}

/**
 * Keeps a decision that holds whether it is kept or not: whoever asked does not wait for the disk.
 * @returns whether it is going to be kept
 */
export function recordSoon(
  db: Database,
  session: AskedSession | null,
  said: readonly RuntimeEvent[],
): boolean {
  if (session === null || said.length === 0) return false;
  keepSoon(db, session.project, eventsOf(session, said));
  return true;
}

/** The time is that of the decision, however late it is written. */
function eventsOf({ externalId }: AskedSession, said: readonly RuntimeEvent[]): TraceEvent[] {
  const at = Date.now();
  return said.map((event): TraceEvent => {
    const id = event.id ?? `${RUNTIME_ID_PREFIX}${event.type}:${randomUUID()}`;
    return wellFormed({ ...event, id, session: externalId, at } as TraceEvent).value;
  });
}

/** A gate as an event; `turn` where the question named one. */
export function gateEvent(
  { gate, passed, message, numbers }: RuntimeGateResult,
  turn?: number,
): RuntimeEvent {
  return {
    type: "gate.checked",
    gate,
    passed,
    message,
    numbers: { ...numbers },
    ...(turn !== undefined && { turn }),
  };
}

/** The start of the ids of events that keep a block. */
export function keptBlockPrefix(blockId: string): string {
  return `${RUNTIME_ID_PREFIX}block:${blockId.slice(0, BLOCK_ID_CHARS)}:`;
}

const BLOCK_ID_CHARS = 400;

/** A text that has to be there when somebody follows a reference to it; the same text is kept once. */
export function keptBlockEvent(block: BlockStatement, hash: string): RuntimeEvent {
  return { type: "block.recorded", id: `${keptBlockPrefix(block.id)}${hash}`, block };
}

/** A plan as it was given; the same plan again is the same event. */
export function planEvent(plan: PlanManifest): RuntimeEvent {
  const steps = plan.steps.map(({ id, text, needs, status }) => ({
    id,
    text,
    dependsOn: [...needs],
    status,
  }));
  return {
    type: "plan.declared",
    id: `${RUNTIME_ID_PREFIX}plan:${contentHash(canonicalJson([plan.id, plan.title, steps]))}`,
    planId: plan.id,
    ...(plan.title !== null && { title: plan.title }),
    steps,
  };
}
