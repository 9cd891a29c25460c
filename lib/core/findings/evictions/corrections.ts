import { groupBy } from "../../group-by";
import type { InSteps } from "../../steps";
import type { Block, Turn } from "../../trace/session";
import type { TurnIndex } from "../../units";
import type { FindingInput } from "../rule/rule";

export interface Saying {
  readonly block: number;
  readonly replyTurn: TurnIndex;
  readonly reply: readonly number[];
  readonly leftTurn: TurnIndex | null;
}

/**
 * Messages that came right after a reply and left together with it, while what stood before both stayed, and
 * that were said again, word for word, to a later reply that could not see them. One list per text, in the
 * order of turns. The exchange leaves as a pair and out of order. This tells a correction from a reminder
 * that comes and goes, and from messages that a sliding window or a compaction takes with everything of their
 * age.
 */
export function* findCorrectionsTakenBack(input: FindingInput): InSteps<Saying[][]> {
  const byText = groupBy(
    yield* findSayings(input),
    ({ block }) => readContent(input.session.blocks[block]) ?? "",
  );
  byText.delete("");
  return [...byText.values()].map(keepSeenOnce).filter((sayings) => sayings.length > 1);

  function keepSeenOnce(sayings: readonly Saying[]): Saying[] {
    const keptSayings: Saying[] = [];
    for (const saying of [...sayings].sort((a, b) => a.replyTurn - b.replyTurn)) {
      const before = keptSayings.at(-1);
      if (before === undefined ? saying.leftTurn !== null : isGone(before, saying.replyTurn))
        keptSayings.push(saying);
    }
    return keptSayings;
  }
}

function isGone({ leftTurn }: Saying, turn: TurnIndex): boolean {
  return leftTurn !== null && leftTurn <= turn;
}

/** A turn per step. */
function* findSayings({ session, index }: FindingInput): InSteps<Saying[]> {
  const newest = listNewestArrivals(session.turns, index);
  const sayings: Saying[] = [];
  for (const [at, { index: turn }] of session.turns.entries()) {
    yield;
    const before = session.turns[at - 1];
    if (before !== undefined) sayings.push(...findAnswersTo(before, turn));
  }
  return sayings;

  function findAnswersTo(before: Turn, turn: TurnIndex): Saying[] {
    const reply = before.output.filter((no) => index.standing.findAt(no, turn) !== undefined);
    if (reply.length === 0) return [];
    return index
      .listBegun(turn)
      .filter(
        ({ block, since, continues }) => since === turn && !continues && isMessage(session.blocks[block]),
      )
      .flatMap(({ block, to }): Saying[] => {
        const leftTurn = to === null ? null : findLeaving(block, to);
        const saying = { block, reply, replyTurn: before.index };
        if (leftTurn === null) return [{ ...saying, leftTurn }];
        const isTakenBack =
          reply.every((no) => index.standing.findAt(no, leftTurn) === undefined) &&
          (newest.get(before.index) ?? []).some((no) => index.standing.findAt(no, leftTurn) !== undefined);
        return isTakenBack ? [{ ...saying, leftTurn }] : [];
      });
  }

  function findLeaving(block: number, to: TurnIndex): TurnIndex | null {
    const eviction = index.listEvictions(to + 1).find((candidate) => candidate.block === block) ?? null;
    return eviction === null || eviction.how === "compacted" || eviction.toMode !== null
      ? null
      : eviction.turn;
  }
}

function isMessage(block: Block | undefined): boolean {
  return block?.kind === "user_message";
}

function listNewestArrivals(
  turns: FindingInput["session"]["turns"],
  index: FindingInput["index"],
): Map<TurnIndex, readonly number[]> {
  const newest = new Map<TurnIndex, readonly number[]>();
  let latest: readonly number[] = [];
  for (const { index: turn } of turns) {
    const begun = index.listBegun(turn).filter(({ since, continues }) => since === turn && !continues);
    if (begun.length > 0) latest = begun.map(({ block }) => block);
    newest.set(turn, latest);
  }
  return newest;
}

type Form = "no call" | "one call" | "several calls";

/**
 * The turn of a last reply that nothing answers and that is the same mistake by its form: every reply that
 * drew the correction had this form, and every later reply of this form drew it. `null` when this cannot be
 * said.
 */
export function findUnansweredMistake(
  { session }: FindingInput,
  sayings: readonly Saying[],
): TurnIndex | null {
  const last = session.turns.at(-1);
  const [first, latest] = [sayings[0], sayings.at(-1)];
  if (last === undefined || first === undefined || latest === undefined) return null;
  if (last.output.length === 0 || last.index <= latest.replyTurn || !isGone(latest, last.index)) return null;
  const form = describeForm(last.output);
  const drew = new Set(sayings.map(({ replyTurn }) => replyTurn));
  const isSame = session.turns.every(
    ({ index: turn, output }) =>
      turn < first.replyTurn || turn === last.index || drew.has(turn) === (describeForm(output) === form),
  );
  return isSame ? last.index : null;

  function describeForm(output: readonly number[]): Form {
    const calls = output.filter((no) => session.blocks[no]?.kind === "tool_call").length;
    return calls === 0 ? "no call" : calls === 1 ? "one call" : "several calls";
  }
}

/** `null` where the content is unknown. */
function readContent(block: Block | undefined): string | null {
  const version = block?.versions[block.full];
  return version?.hash ?? version?.text ?? null;
}
