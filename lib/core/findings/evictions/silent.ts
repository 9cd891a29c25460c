import { digits } from "../../digits";
import type { Session, Turn } from "../../trace/session";
import { contradictionIn } from "../../window/contradiction";
import type { Claim } from "../../proof/claim";
import { CLAIMS_MAX } from "../../proof/claim";
import { findingKind } from "../kinds";
import type { Case, FindingInput, FindingRule } from "../rule/rule";
import type { SessionIndex } from "../rule/session-index";
import { tokensOf } from "../rule/session-index";
import { turnRuns } from "../rule/runs";
import { namesWithTurns } from "../rule/subject";
import { BLOCKS_NAMED_MAX, countedBlocks, casesByCause, atTurns } from "./by-cause";

export const silent: FindingRule = {
  ...findingKind("eviction.silent"),
  *find(input) {
    const { session, index } = input;
    const restarts = restartsOf(session);
    yield* neverEntered(input, restarts);
    yield* fallingTotals(session, index);
    yield* casesByCause(
      session,
      ({ turn, cause, reference, toMode, how }) =>
        cause.provenance === "derived" &&
        !index.isDecided(turn) &&
        !restarts.has(turn) &&
        reference === null &&
        toMode === null &&
        how !== "compacted",
      ({ evictions, tokens, turns }) => ({
        sentence: `${countedBlocks(evictions.length)} (${digits(tokens)} tokens) left the window ${atTurns(turns)}; no edit was reported and no marker stands in their place${namesWithTurns(input, evictions)}.`,
      }),
    );
  },
};

function restartsOf({ records }: Session): Set<number> {
  return new Set(records.flatMap(({ turn, event }) => (event.type === "session.restarted" ? [turn] : [])));
}

function* neverEntered(input: FindingInput, restarts: ReadonlySet<number>): Iterable<Case> {
  const { session, index } = input;
  const compacted = new Set(session.compactions.map(({ turn }) => turn));
  const answered = new Set(
    session.blocks.flatMap(({ kind, toolCallId }) => (kind === "tool_result" ? (toolCallId ?? []) : [])),
  );
  const gone = session.turns.flatMap((turn, at) => {
    const next = session.turns[at + 1];
    if (next?.window.known !== true || next.windowProvenance !== "measured") return [];
    if (
      restarts.has(next.index) ||
      index.isDecided(next.index) ||
      compacted.has(next.index) ||
      wasCutOff(turn)
    )
      return [];
    return turn.output.flatMap((no) => {
      const block = session.blocks[no];
      // Providers refuse a call without a result, so a call without an answer cannot be sent again.
      const isOrphan = block?.kind === "tool_call" && !answered.has(block.toolCallId ?? "");
      const isMeant = block?.kind === "assistant_text" || (block?.kind === "tool_call" && !isOrphan);
      return isMeant && index.life(no).length === 0 ? [{ turn: next.index, no, block }] : [];
    });
  });
  const [first, last] = [gone[0], gone.at(-1)];
  if (first === undefined || last === undefined) return;
  const tokens = gone.reduce((sum, { block }) => sum + (tokensOf(block) ?? 0), 0);
  const turns = new Set(gone.map(({ turn }) => turn)).size;
  yield {
    from: first.turn,
    to: last.turn,
    blocks: gone.slice(0, BLOCKS_NAMED_MAX).map(({ block }) => block.id),
    numbers: { blocks: gone.length, tokens, turns },
    sentence: `${countedBlocks(gone.length)} that the model had written (${digits(tokens)} tokens) did not enter the window that followed, ${atTurns(turns)}; nothing says why${namesWithTurns(
      input,
      gone.map(({ no, turn }) => ({ block: no, turn })),
    )}.`,
    proof: { view: "turn", turn: first.turn },
    claims: gone.slice(0, CLAIMS_MAX / 2).flatMap(({ turn, block }): Claim[] => [
      { is: "count", n: 1, of: { in: "made", from: turn - 1, to: turn - 1, block: block.id } },
      { is: "count", n: 0, of: { in: "window", turn, block: block.id } },
    ]),
  };
}

/** An aborted or failed answer is not sent again, and nobody needs a finding for that. */
function wasCutOff({ error, stopReason }: Turn): boolean {
  return error !== null || /abort|cancel|interrupt|error|fail/i.test(stopReason ?? "");
}

/** So many small falls in a row are no provider that drops old thinking. */
const FALLS_MIN = 3;

/**
 * The provider's totals fall by much, or turn after turn, although nothing is recorded as leaving: the record is not
 * what was sent.
 */
function* fallingTotals(session: Session, index: SessionIndex): Iterable<Case> {
  const isFall = ({ index: turn, delta, window }: Turn) =>
    delta.provenance === "measured" &&
    !delta.modelChanged &&
    (delta.value ?? 0) < 0 &&
    window.known &&
    window.left === 0 &&
    index.evictions(turn).length === 0;
  for (const run of turnRuns(session.turns, isFall)) {
    const [first, last] = [run[0], run.at(-1)];
    if (first === undefined || last === undefined) continue;
    if (run.length < FALLS_MIN && !run.some((turn) => contradictionIn(turn) === "fell")) continue;
    const fell = -run.reduce((sum, { delta }) => sum + (delta.value ?? 0), 0);
    yield {
      from: first.index,
      to: last.index,
      blocks: index
        .arrivals(first.index)
        .slice(0, BLOCKS_NAMED_MAX)
        .map(({ id }) => id),
      numbers: { turns: run.length, tokens: fell },
      sentence: `The provider's totals fell ${digits(fell)} tokens ${spanWords(run)}, although nothing is recorded as leaving: not all that is listed there was sent.`,
      proof: { view: "overview", turn: first.index },
      claims: [
        { is: "usage", turn: first.index, until: last.index, of: "delta", atMost: -1 },
        ...run
          .slice(0, CLAIMS_MAX - 1)
          .map(({ index: turn }): Claim => ({ is: "count", n: 0, of: { in: "left", turn } })),
      ],
    };
  }
}

function spanWords(run: readonly Turn[]): string {
  const [first, last] = [run[0]?.index ?? 0, run.at(-1)?.index ?? 0];
  return run.length === 1
    ? `at turn ${first}`
    : `${digits(run.length)} turns in a row, from turn ${first} to ${last}`;
}
