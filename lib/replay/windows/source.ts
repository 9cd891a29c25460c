import { addToGroup, groupBy } from "@/lib/core/group-by";
import { hashContent } from "@/lib/core/hash";
import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import type { Recording } from "@/lib/core/trace/fold/recording";
import type { Residency, Turn } from "@/lib/core/trace/session";
import type { Tokens, TurnIndex } from "@/lib/core/units";
import type { SourceKind } from "@/lib/core/vocabulary";
import { CONVERSATION_KINDS, FRAME_KINDS } from "@/lib/core/window/kinds-of-window";
import { computeMedianResidual } from "@/lib/core/window/median-residual";
import type { Piece, SourceMessage } from "./source-message";
import { makeSourceMessage, makePiece, chooseBlockRole } from "./source-message";

export interface SourceTurn {
  readonly turn: Turn;
  /** The length of the history when this turn's request was made. */
  readonly upTo: number;
  /** Messages that the harness itself removed or restored here. This holds under every policy. */
  readonly withdrawn: readonly number[];
  readonly restored: readonly number[];
  readonly framesIn: readonly Piece[];
  readonly framesOut: readonly Piece[];
  readonly requested: boolean;
  readonly output: readonly BlockStatement[];
}

/**
 * A recording as the history that its windows were made of. It is made once and replayed under any number of policies.
 */
export interface ReplaySource {
  readonly recording: Recording;
  readonly messages: readonly SourceMessage[];
  readonly messageById: ReadonlyMap<string, SourceMessage>;
  readonly turns: readonly SourceTurn[];
  readonly messageOfBlock: ReadonlyMap<number, number>;
  /** The part of every request that the recording does not show: the median of measured totals minus known content. */
  readonly unseen: Tokens;
  /** Content hashes by text, for recorded texts and for short texts that replays asked for. */
  readonly hashOf: (text: string) => string;
  /** Summaries of the recorded policy. The history holds their originals instead. */
  readonly replaced: readonly number[];
}

/**
 * Reads a recording as an append-only history: each block once, in the order in which the windows first showed it.
 * Blocks of one answer form one message. Summaries that replaced other blocks are left out, because the originals are
 * in the history. What the harness itself withdrew (outside the conversation) is withdrawn here too. Linear in blocks,
 * residencies and turns.
 */
export function readSource(recording: Recording): ReplaySource {
  const { session } = recording;
  const replaced = new Set(
    session.compactions.flatMap(({ summaryBlock, removed }) =>
      summaryBlock === null || removed === 0 ? [] : [summaryBlock],
    ),
  );
  const arrivals = groupBy(listFirstResidencies(session.residencies), ({ from }) => from);
  const messages: SourceMessage[] = [];
  const messageOfBlock = new Map<number, number>();
  const producers = indexProducers(session.turns);
  const upTo = new Map<TurnIndex, number>();
  for (const turn of session.turns) {
    const pieces = (arrivals.get(turn.index) ?? [])
      .toSorted((a, b) => a.rank - b.rank)
      .flatMap((residency) =>
        replaced.has(residency.block) ? [] : (makePiece(recording, residency.block, residency) ?? []),
      )
      .filter(({ kind }) => kind !== "tool_schemas");
    for (const message of makeMessages(recording, pieces, producers, turn)) {
      for (const { block } of message.pieces) messageOfBlock.set(block, messages.length);
      messages.push(message);
    }
    upTo.set(turn.index, messages.length);
  }
  return {
    recording,
    messages,
    messageById: new Map(messages.map((source) => [source.message.id, source])),
    turns: makeTurns(recording, upTo, messages, messageOfBlock),
    messageOfBlock,
    unseen: Math.max(0, computeMedianResidual(session.turns)),
    hashOf: makeHasher(recording),
    replaced: [...replaced],
  };
}

const REMEMBERED_CHARS = 1_000;
const REMEMBERED_MAX = 100_000;

function makeHasher({ session, textOf }: Recording): (text: string) => string {
  const hashes = new Map<string, string>();
  for (const { versions } of session.blocks)
    for (const version of versions) {
      const text = textOf(version);
      if (text !== null && version.hash !== null) hashes.set(text, version.hash);
    }
  const recorded = hashes.size;
  return (text) => {
    const cached = hashes.get(text);
    if (cached !== undefined) return cached;
    const hash = hashContent(text);
    if (text.length <= REMEMBERED_CHARS && hashes.size < recorded + REMEMBERED_MAX) hashes.set(text, hash);
    return hash;
  };
}

function* listFirstResidencies(residencies: readonly Residency[]): Generator<Residency> {
  const seenBlocks = new Set<number>();
  for (const residency of residencies) {
    if (seenBlocks.has(residency.block)) continue;
    seenBlocks.add(residency.block);
    yield residency;
  }
}

function indexProducers(turns: readonly Turn[]): Map<number, Turn> {
  return new Map(turns.flatMap((turn) => turn.output.map((block) => [block, turn])));
}

function* makeMessages(
  recording: Recording,
  pieces: readonly Piece[],
  producers: ReadonlyMap<number, Turn>,
  turn: Turn,
): Generator<SourceMessage> {
  let previous: SourceMessage | undefined;
  let group: Piece[] = [];
  for (const [i, piece] of pieces.entries()) {
    group.push(piece);
    const next = pieces[i + 1];
    if (next !== undefined && belongTogether(piece, next, producers)) continue;
    const producer = producers.get(piece.block);
    const role = chooseBlockRole(piece, producer?.index ?? null);
    const at = role === "assistant" ? (producer?.endedAt ?? producer?.at ?? turn.at) : turn.at;
    previous = makeSourceMessage(recording, group, role, at, previous?.message, isBrokenOff(producer));
    yield previous;
    group = [];
  }
}

const BROKEN_OFF: ReadonlySet<string> = new Set(["aborted", "abort", "cancelled", "error"]);

function isBrokenOff(producer: Turn | undefined): boolean {
  return BROKEN_OFF.has(producer?.stopReason ?? "");
}

/** Blocks of one answer. If the recording does not tell which answer: thinking, text and calls in that order. */
function belongTogether(a: Piece, b: Piece, producers: ReadonlyMap<number, Turn>): boolean {
  const [first, second] = [producers.get(a.block), producers.get(b.block)];
  if (
    chooseBlockRole(a, first?.index ?? null) !== "assistant" ||
    chooseBlockRole(b, second?.index ?? null) !== "assistant"
  )
    return false;
  if (first !== undefined || second !== undefined) return first === second;
  return STAGE[b.kind] !== undefined && (STAGE[a.kind] ?? 0) <= (STAGE[b.kind] ?? 0) && b.kind !== "thinking";
}

const STAGE: Partial<Record<SourceKind, number>> = { thinking: 0, assistant_text: 1, tool_call: 2 };

function makeTurns(
  recording: Recording,
  upTo: ReadonlyMap<TurnIndex, number>,
  messages: readonly SourceMessage[],
  messageOfBlock: ReadonlyMap<number, number>,
): SourceTurn[] {
  const { session } = recording;
  const withdrawn = new Map<TurnIndex, number[]>();
  const restored = new Map<TurnIndex, number[]>();
  const framesIn = new Map<TurnIndex, Piece[]>();
  const framesOut = new Map<TurnIndex, Piece[]>();
  for (const { block, turn, how, toMode, reenteredTurn } of session.evictions) {
    const kind = session.blocks[block]?.kind ?? "other";
    const message = messageOfBlock.get(block);
    if (message === undefined || toMode !== null || CONVERSATION_KINDS.has(kind)) continue;
    if (how !== "removed" && !FRAME_KINDS.has(kind)) continue;
    addToGroup(withdrawn, turn, message);
    if (reenteredTurn !== null) addToGroup(restored, reenteredTurn, message);
  }
  for (const residency of session.residencies) {
    if (residency.continues || session.blocks[residency.block]?.kind !== "tool_schemas") continue;
    const piece = makePiece(recording, residency.block, residency);
    if (piece !== null) addToGroup(framesIn, residency.from, piece);
  }
  for (const { block, turn } of session.evictions) {
    if (session.blocks[block]?.kind !== "tool_schemas") continue;
    const ended = session.residencies.findLast(
      (residency) => residency.block === block && residency.from < turn,
    );
    if (ended === undefined) continue;
    const piece = makePiece(recording, block, ended);
    if (piece !== null) addToGroup(framesOut, turn, piece);
  }
  const requested = new Set(
    session.compactions.filter(({ trigger }) => trigger === "manual").map(({ turn }) => turn),
  );
  return session.turns.map((turn) => ({
    turn,
    upTo: upTo.get(turn.index) ?? 0,
    withdrawn: withdrawn.get(turn.index) ?? [],
    restored: restored.get(turn.index) ?? [],
    framesIn: framesIn.get(turn.index) ?? [],
    framesOut: framesOut.get(turn.index) ?? [],
    requested: requested.has(turn.index),
    output: turn.output.flatMap((block) => findAnswered(block)?.definition ?? []),
  }));

  function findAnswered(block: number): Piece | null {
    const message = messages[messageOfBlock.get(block) ?? -1];
    const knownPiece = message?.pieces.find((piece) => piece.block === block);
    return knownPiece?.shownAs === null ? knownPiece : makePiece(recording, block, null);
  }
}
