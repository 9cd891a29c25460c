import { groupBy } from "../../group-by";
import { hashContent } from "../../hash";
import type { EpochMs, TurnIndex } from "../../units";
import type { TraceEventOf } from "../event";
import type { Recording } from "../fold/recording";
import type { Residency, Session } from "../session";

type TurnEvent = TraceEventOf<"turn.recorded">;

export interface KeyedTurn {
  readonly index: TurnIndex;
  readonly at: EpochMs | null;
  readonly event: TurnEvent;
  /** A key that is equal for the same call in any file: its own id, else its time and usage, else its whole content. */
  readonly key: string;
  /** Whether the key is the call's own id, or its time and usage. */
  readonly isNamed: boolean;
  readonly window: string;
  readonly output: readonly string[];
  readonly content: string;
  /** What the call says of itself besides its texts: model, stop reason, error, output size. */
  readonly facts: string;
}

/** Gives each turn a key that is equal in every file that holds the same call. Calls with one key are numbered. */
export function keyTurns({ session }: Recording, events: Iterable<TurnEvent>): KeyedTurn[] {
  const byIndex = new Map([...events].map((event) => [event.turn, event]));
  const windows = computeWindowSums(session);
  const counts = new Map<string, number>();
  return session.turns.flatMap(({ index, at, output }): KeyedTurn[] => {
    const event = byIndex.get(index);
    if (event === undefined) return [];
    const window = event.window === undefined ? "" : (windows.get(index) ?? "");
    const outputTexts = output.map((block) => describeShown(session, block));
    const content = hashContent(JSON.stringify([window, outputTexts]));
    const ownKey = event.turnId === undefined ? makeMeasuredKey(event) : `id:${event.turnId}`;
    const stem = ownKey ?? content;
    const count = (counts.get(stem) ?? 0) + 1;
    counts.set(stem, count);
    const key = count === 1 ? stem : `${stem}#${count}`;
    const isNamed = ownKey !== undefined;
    return [
      { index, at, event, key, isNamed, window, output: outputTexts, content, facts: writeFacts(event) },
    ];
  });
}

function writeFacts({ model, stopReason, error, usage }: TurnEvent): string {
  const facts = { model, stopReason, error, output: usage?.output ?? undefined };
  return JSON.stringify(facts);
}

/** The content of a window in a form that is equal in every file: modes and texts, without the ids of blocks. */
export function listTextsOfWindow(session: Session, turn: TurnIndex): string[] {
  return session.residencies
    .filter(({ from, to }) => from <= turn && (to === null || to >= turn))
    .map(({ block, version, mode }) => `${mode} ${describeShown(session, block, version)}`);
}

function makeMeasuredKey({ at, usage }: TurnEvent): string | undefined {
  const input = usage?.input ?? null;
  return at === null || input === null ? undefined : `at:${at}:${input}:${usage?.output ?? ""}`;
}

/** A sum over each window's entries, updated from turn to turn. It does not depend on the order of the entries. */
function computeWindowSums(session: Session): Map<TurnIndex, string> {
  const entering = groupBy(session.residencies, ({ from }) => from);
  const leaving = groupBy(session.residencies, ({ to }) => to);
  const sums = new Map<TurnIndex, string>();
  let sum = BigInt(0);
  for (const { index } of session.turns) {
    for (const residency of entering.get(index) ?? []) sum += weighResidency(session, residency);
    sums.set(index, sum.toString(36));
    for (const residency of leaving.get(index) ?? []) sum -= weighResidency(session, residency);
  }
  return sums;
}

const WEIGHT_DIGITS = 16;

function weighResidency(session: Session, { block, version, mode }: Residency): bigint {
  const description = `${mode} ${describeShown(session, block, version)}`;
  return BigInt(`0x${hashContent(description).slice(0, WEIGHT_DIGITS)}`);
}

function describeShown({ blocks }: Session, number: number, version?: number): string {
  const block = blocks[number];
  const text = block?.versions[version ?? block.full];
  return `${block?.kind} ${text?.hash ?? text?.text ?? block?.id}`;
}
