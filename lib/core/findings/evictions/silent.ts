import { formatDigits } from "../../digits";
import { groupBy } from "../../group-by";
import type { Block, Residency, Session, Turn } from "../../trace/session";
import type { Claim } from "../../proof/claim";
import { CLAIMS_MAX } from "../../proof/claim";
import { readFullText } from "../../trace/fold/recording";
import { getFindingKind } from "../kinds";
import type { Case, FindingInput, FindingRule } from "../rule/rule";
import { countFullTokens } from "../rule/session-index";
import { nameWithTurns } from "../rule/subject";
import { BLOCKS_NAMED_MAX, countBlocksInWords, buildCasesByCause, describeTurnCount } from "./by-cause";

export const silent: FindingRule = {
  ...getFindingKind("eviction.silent"),
  *find(input) {
    const { session, index } = input;
    const restarts = listRestarts(session);
    yield* findNeverEntered(input, restarts);
    yield* buildCasesByCause(
      session,
      ({ turn, cause, reference, toMode, how }) =>
        cause.provenance === "derived" &&
        !index.isDecided(turn) &&
        !restarts.has(turn) &&
        reference === null &&
        toMode === null &&
        how !== "compacted",
      ({ evictions, tokens, turns }) => ({
        severity: evictions.every(({ turn }) => isWitnessed(index.turn(turn))) ? "warning" : "note",
        sentence: `${countBlocksInWords(evictions.length)} (${formatDigits(tokens)} tokens) left the window ${describeTurnCount(turns)}; no edit was reported and no marker stands in their place${nameWithTurns(input, evictions)}.`,
      }),
    );
  },
};

function listRestarts({ records }: Session): Set<number> {
  return new Set(records.flatMap(({ turn, event }) => (event.type === "session.restarted" ? [turn] : [])));
}

function* findNeverEntered(input: FindingInput, restarts: ReadonlySet<number>): Iterable<Case | undefined> {
  const { session, index } = input;
  const compacted = new Set(session.compactions.map(({ turn }) => turn));
  const answered = new Set(
    session.blocks.flatMap(({ kind, toolCallId }) => (kind === "tool_result" ? (toolCallId ?? []) : [])),
  );
  const unsentBlocks = new Set(session.unsentOutputs.flatMap(({ blocks }) => blocks));
  let newcomers: ReadonlyMap<number, readonly Residency[]> | null = null;
  const listMissingAfter = (turn: Turn, at: number) => {
    const next = session.turns[at + 1];
    if (next?.window.known !== true || next.windowProvenance !== "measured") return [];
    if (
      restarts.has(next.index) ||
      index.isDecided(next.index) ||
      compacted.has(next.index) ||
      wasCutOff(turn)
    )
      return [];
    const unsent = turn.output.flatMap((no) => {
      const block = session.blocks[no];
      // Providers refuse a call without a result, so a call without an answer cannot be sent again.
      const isOrphan = block?.kind === "tool_call" && !answered.has(block.toolCallId ?? "");
      const isMeant = block?.kind === "assistant_text" || (block?.kind === "tool_call" && !isOrphan);
      return isMeant && !unsentBlocks.has(no) && index.listResidencies(no).length === 0
        ? [{ turn: next.index, no, block }]
        : [];
    });
    if (unsent.length === 0 || hasRoomFor(unsent, turn, next)) return [];
    newcomers ??= groupBy(session.residencies, ({ from }) => from);
    const came = (newcomers.get(next.index) ?? []).filter(({ continues }) => !continues);
    return unsent.filter(({ block }) => !isQuoted(input, block, came));
  };
  const missingBlocks: ReturnType<typeof listMissingAfter> = [];
  for (const [at, turn] of session.turns.entries()) {
    missingBlocks.push(...listMissingAfter(turn, at));
    yield;
  }
  const [first, last] = [missingBlocks[0], missingBlocks.at(-1)];
  if (first === undefined || last === undefined) return;
  const tokens = missingBlocks.reduce((sum, { block }) => sum + (countFullTokens(block) ?? 0), 0);
  const turns = new Set(missingBlocks.map(({ turn }) => turn)).size;
  yield {
    from: first.turn,
    to: last.turn,
    blocks: missingBlocks.slice(0, BLOCKS_NAMED_MAX).map(({ block }) => block.id),
    numbers: { blocks: missingBlocks.length, tokens, turns },
    severity: missingBlocks.every(({ turn }) => isWitnessed(index.turn(turn))) ? "warning" : "note",
    sentence: `${describeMissing(missingBlocks, tokens, turns)}; nothing says why${nameWithTurns(
      input,
      missingBlocks.map(({ no, turn }) => ({ block: no, turn })),
    )}.`,
    proof: { view: "turn", turn: first.turn },
    claims: missingBlocks.slice(0, CLAIMS_MAX / 2).flatMap(({ turn, block }): Claim[] => [
      { is: "count", n: 1, of: { in: "made", from: turn - 1, to: turn - 1, block: block.id } },
      { is: "count", n: 0, of: { in: "window", turn, block: block.id } },
    ]),
  };
}

/** "The answer of turn 1 (340 tokens) is missing from turn 2". A window holds what the call before it wrote. */
function describeMissing(
  missingBlocks: readonly { readonly turn: number; readonly block: Block }[],
  tokens: number,
  turns: number,
): string {
  const [first] = missingBlocks;
  const size = `(${formatDigits(tokens)} tokens)`;
  if (turns === 1 && first !== undefined) {
    const subject =
      missingBlocks.length > 1
        ? `${countBlocksInWords(missingBlocks.length)} that turn ${first.turn - 1} wrote ${size} are`
        : first.block.kind === "tool_call"
          ? `A call of turn ${first.turn - 1} ${size} is`
          : `The answer of turn ${first.turn - 1} ${size} is`;
    return `${subject} missing from turn ${first.turn}`;
  }
  return `${countBlocksInWords(missingBlocks.length)} that the model wrote ${size} are missing from the next window, ${describeTurnCount(turns)}`;
}

/** Whether the provider counted this window and the one before, so that what left is missing in its total. */
function isWitnessed(turn: Turn | undefined): boolean {
  return turn?.delta.provenance === "measured" && !turn.delta.modelChanged;
}

/** Whether what came into a window says it as a part of itself, as a harness does that puts a plan into a sentence of its own. */
function isQuoted({ session, recording }: FindingInput, answer: Block, came: readonly Residency[]): boolean {
  const answerText = joinIntoOneLine(readFullText(recording, answer));
  if (answerText === "") return false;
  return came.some(({ block }) => {
    const around = session.blocks[block];
    return around !== undefined && joinIntoOneLine(readFullText(recording, around)).includes(answerText);
  });
}

function joinIntoOneLine(text: string | null): string {
  return (text ?? "").split(/\s+/).filter(Boolean).join(" ");
}

/** Whether the provider counted so much more than is listed that these were sent after all. */
function hasRoomFor(unsent: readonly { readonly block: Block }[], was: Turn, is: Turn): boolean {
  const [before, now] = [was.window.residual, is.window.residual];
  if (is.delta.provenance !== "measured" || is.delta.modelChanged || before === null || now === null)
    return false;
  return now - before > unsent.reduce((sum, { block }) => sum + (countFullTokens(block) ?? 0), 0) / 2;
}

/** An aborted or failed answer is not sent again, and nobody needs a finding for that. */
function wasCutOff({ error, stopReason }: Turn): boolean {
  return error !== null || /abort|cancel|interrupt|error|fail/i.test(stopReason ?? "");
}
