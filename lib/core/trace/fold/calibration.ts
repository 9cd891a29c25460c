import type { Tokens } from "../../units";
import type { Calibration } from "../session";
import type { FoldState } from "./state";

/**
 * The factor for the session's estimates. If single calls report their usage, the factor is learned from pairs of
 * calls. If a run reports only a total over all requests, the factor makes the recorded windows add up to that total.
 */
export function computeCalibration(state: FoldState): Calibration {
  const { calibrator, tokenizer } = state;
  const common = { tokenizer: tokenizer.id, exact: tokenizer.exact, samples: 0, medianError: null };
  if (tokenizer.exact) return { ...common, factor: 1, basis: "own tokenizer" };
  if (calibrator.isLearned) {
    const factor = calibrator.computeFactor(tokenizer.prior);
    return {
      ...common,
      factor,
      basis: "usage of calls",
      samples: calibrator.size,
      medianError: calibrator.computeMedianError(factor),
    };
  }
  const factor = computeFactorOfTotal(state);
  return factor === null
    ? { ...common, factor: tokenizer.prior, basis: "model family" }
    : { ...common, factor, basis: "total of the run" };
}

/** Outside these bounds the total covers something other than the recorded windows. */
const FACTOR_MIN = 0.6;
const FACTOR_MAX = 2.5;

/**
 * `null` if the run reports no total for exactly these calls, if it does not count calls and has not ended, if a call
 * reports its own usage, or if a window is not recorded.
 */
function computeFactorOfTotal(state: FoldState): number | null {
  const { started, ended, turns } = state;
  const { tokensSent, calls } = started?.reported ?? {};
  if (tokensSent === undefined || tokensSent <= 0 || turns.length === 0) return null;
  if (calls === undefined ? ended === null : calls !== turns.length) return null;
  if (turns.some(({ usage, known }) => !known || (usage?.input ?? null) !== null)) return null;
  const { counted, stated } = sumSent(state);
  if (counted === 0) return null;
  const factor = Math.round(((tokensSent - stated) / counted) * 1_000) / 1_000;
  return factor < FACTOR_MIN || factor > FACTOR_MAX ? null : factor;
}

function sumSent({ turns, window, registry }: FoldState): { counted: Tokens; stated: Tokens } {
  const place = new Map(turns.map(({ event }, i) => [event.turn, i]));
  let [countedTokens, statedTokens] = [0, 0];
  for (const { block, version, from, to } of window.residencies) {
    const facts = registry.blocks[block]?.versions[version];
    if (facts === undefined) continue;
    const last = to === null ? turns.length - 1 : (place.get(to) ?? turns.length - 1);
    const times = last - (place.get(from) ?? 0) + 1;
    if (facts.stated !== null) statedTokens += (facts.stated.value ?? 0) * times;
    else countedTokens += (facts.counted ?? 0) * times;
  }
  return { counted: countedTokens, stated: statedTokens };
}
