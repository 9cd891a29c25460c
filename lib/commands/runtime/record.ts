import type { StepOf } from "@/lib/access/step-of";
import { randomUUID } from "node:crypto";
import { writeCanonicalJson, hashContent } from "@/lib/core/hash";
import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import type { TraceEvent } from "@/lib/core/trace/event";
import { makeWellFormed } from "@/lib/core/trace/well-formed";
import type { EventVerdict } from "@/lib/db/log/plan-session";
import { eventCommits } from "@/lib/pipeline/receive/commits";
import { sizeOfEvent } from "@/lib/pipeline/receive/size-of-event";
import type { RuntimeGateResult } from "@/lib/runtime/gates";
import type { PlanManifest } from "@/lib/runtime/manifest";
import type { RequestedSession } from "./requested-session";
import { keepSoon } from "./decisions";

export { waitForDecisions } from "./decisions";

type Said<E> = E extends TraceEvent ? Omit<E, "id" | "session" | "at"> & { readonly id?: string } : never;

/** An event without the fields that the runtime adds to every event: session, time, and an id if it has none. */
export type RuntimeEvent = Said<TraceEvent>;

export const RUNTIME_ID_PREFIX = "runtime:";

/**
 * Records decisions. They are on disk when this returns.
 * @returns a verdict for each: one whose id the session has already is not accepted
 * @throws what the log throws; a caller that can continue without the record uses {@link recordSoon}
 */
export async function record({
  ctx: { db },
  input: { session, said },
}: StepOf<
  "db",
  { readonly session: RequestedSession | null; readonly said: readonly RuntimeEvent[] }
>): Promise<readonly EventVerdict[]> {
  if (session === null || said.length === 0) return [];
  const events = makeEvents(session, said);
  const size = events.reduce((sum, event) => sum + sizeOfEvent(event), 0);
  return eventCommits.add(db, session.project, events, size);
}

/**
 * Records a decision that holds even if it is not stored. The caller does not wait for the disk.
 * @returns whether it will be stored
 */
export function recordSoon({
  ctx: { db },
  input: { session, said },
}: StepOf<
  "db",
  { readonly session: RequestedSession | null; readonly said: readonly RuntimeEvent[] }
>): boolean {
  if (session === null || said.length === 0) return false;
  keepSoon({ ctx: { db, project: session.project }, input: makeEvents(session, said) });
  return true;
}

/** The time is that of the decision, even if it is written later. */
function makeEvents({ externalId }: RequestedSession, said: readonly RuntimeEvent[]): TraceEvent[] {
  const at = Date.now();
  return said.map((event): TraceEvent => {
    const id = event.id ?? `${RUNTIME_ID_PREFIX}${event.type}:${randomUUID()}`;
    return makeWellFormed({ ...event, id, session: externalId, at } as TraceEvent).value;
  });
}

/** A gate as an event; `turn` is set if the question named one. */
export function makeGateEvent({
  gate: { gate, passed, message, numbers },
  turn,
}: {
  readonly gate: RuntimeGateResult;
  readonly turn?: number | undefined;
}): RuntimeEvent {
  return {
    type: "gate.checked",
    gate,
    passed,
    message,
    numbers: { ...numbers },
    ...(turn !== undefined && { turn }),
  };
}

export function makeKeptBlockPrefix(blockId: string): string {
  return `${RUNTIME_ID_PREFIX}block:${blockId.slice(0, BLOCK_ID_CHARS)}:`;
}

const BLOCK_ID_CHARS = 400;

/** A text that must exist when somebody follows a reference to it. Equal texts are stored once. */
export function makeKeptBlockEvent({
  block,
  hash,
}: {
  readonly block: BlockStatement;
  readonly hash: string;
}): RuntimeEvent {
  return { type: "block.recorded", id: `${makeKeptBlockPrefix(block.id)}${hash}`, block };
}

export function planEvent(plan: PlanManifest): RuntimeEvent {
  const steps = plan.steps.map(({ id, text, needs, status }) => ({
    id,
    text,
    dependsOn: [...needs],
    status,
  }));
  return {
    type: "plan.declared",
    id: `${RUNTIME_ID_PREFIX}plan:${hashContent(writeCanonicalJson([plan.id, plan.title, steps]))}`,
    planId: plan.id,
    ...(plan.title !== null && { title: plan.title }),
    steps,
  };
}
