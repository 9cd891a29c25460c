import type { Block, Session, Turn } from "../../trace/session";
import type { Tokens } from "../../units";
import { formatDigits } from "../../digits";
import { getFindingKind } from "../kinds";
import type { FindingRule } from "../rule/rule";
import { countFullTokens } from "../rule/session-index";
import type { FindingSettings } from "../rule/settings";
import { nameOfBlock } from "../rule/subject";

/** Names the turn that caused the growth, not the turn that shows it. */
export const spike: FindingRule = {
  ...getFindingKind("context.spike"),
  *find(input) {
    const { session, index, settings } = input;
    const fullest = session.turns.reduce(
      (highest, { window }) => Math.max(highest, window.tokens.value ?? 0),
      0,
    );
    for (const turn of session.turns) {
      const { value, causedByTurn } = turn.delta;
      if (value === null || causedByTurn === null || value <= settings.spikeTokens) continue;
      const arrivals = index.listArrivals(turn.index);
      const [largest] = arrivals;
      if (wasMismeasured(index.turn(causedByTurn))) continue;
      yield {
        ...(isSmall(session, turn, { grown: value, fullest }, settings) && { severity: "note" as const }),
        from: causedByTurn,
        to: turn.index,
        blocks: largest === undefined ? [] : [largest.id],
        numbers: { delta: value, threshold: settings.spikeTokens },
        sentence: `Turn ${causedByTurn} added ${formatDigits(value)} tokens to the window of turn ${turn.index}${largest === undefined ? "" : `; the largest arrival was the ${nameOfBlock(input, session.blocks.indexOf(largest))}`}${describeUnseen(arrivals, value)}.`,
        proof: { view: "turn", turn: turn.index },
        claims: [
          { is: "usage", turn: turn.index, of: "delta", atLeast: value, atMost: value },
          ...(largest === undefined ? [] : [{ is: "stands" as const, turn: turn.index, block: largest.id }]),
        ],
      };
    }
  },
};

/** What no block says is said where it is most of the growth: the largest arrival did not make it then. */
function describeUnseen(arrivals: readonly Block[], grown: Tokens): string {
  const seenTokens = arrivals.reduce((sum, block) => sum + (countFullTokens(block) ?? 0), 0);
  const unseen = grown - seenTokens;
  return unseen > grown * MOST_SHARE
    ? `; ${formatDigits(unseen)} of them stand in no block that was recorded`
    : "";
}

const MOST_SHARE = 0.5;
/** Of the context window: an ordinary read of a file takes less. */
const LARGE_SHARE = 0.05;
/** Of the fullest window of the session: enough where nobody knows the size of the context window. The first look fills most of any. */
const LARGE_PART = 0.5;
/** Of what the window then holds: enough for a jump that is so many times what makes one. */
const LARGE_JUMP_PART = 0.25;
const LARGE_TIMES = 5;
/** Estimates may differ by so much from a measure. */
const ESTIMATED_SHARE = 0.1;

interface Jump {
  readonly grown: Tokens;
  readonly fullest: Tokens;
}

function isSmall(
  { meta }: Session,
  turn: Turn,
  { grown, fullest }: Jump,
  { spikeTokens }: FindingSettings,
): boolean {
  const limit = turn.contextWindow ?? meta.contextWindow;
  if (limit !== null && grown >= limit * LARGE_SHARE) return false;
  if (grown >= spikeTokens * LARGE_TIMES)
    return grown < (turn.window.tokens.value ?? grown) * LARGE_JUMP_PART;
  return limit !== null || grown < fullest * LARGE_PART;
}

/** The window before was measured as less than what stood in it, as harnesses report parts of a call: no growth follows. */
function wasMismeasured(before: Turn | undefined): boolean {
  const { residual, tokens } = before?.window ?? { residual: null, tokens: { value: null } };
  return residual !== null && residual < -(tokens.value ?? 0) * ESTIMATED_SHARE;
}
