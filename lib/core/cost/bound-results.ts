import { groupBy } from "../group-by";
import type { Session } from "../trace/session";
import type { Tokens } from "../units";
import { nameBoundSetting } from "./program-lines";
import type { BlockBill, SessionBill } from "./bill-parts";
import { toMoney } from "./money";

export interface Bound {
  readonly tokens: Tokens;
  /** The tool whose results would have been cut most, by price. */
  readonly tool: string;
  /** How many tools the same setting would have cut. */
  readonly tools: number;
  readonly saved: number;
  readonly cut: number;
  /** The cut results that are known to be used after the turn that brought them. */
  readonly used: number;
}

const LIMITS = [1_000, 2_000, 5_000, 10_000, 25_000] as const;
/** The largest share of all results that may be longer than a limit: a limit is for what stands out. */
const LONG_SHARE = 0.1;

/**
 * What it would have saved to bound what tools return: the lowest of the usual limits under which at least nine of ten results of
 * all tools stay whole. A token that never came was never charged, so a block saves its price in the share that is cut. Tools
 * that the program bounds by one setting are cut together. Example, of 20 results:
 *
 *   18 of up to 900 tokens, one of 1,800, one of 41,000 that cost $0.82      2 of 20 are longer than 1,000: that is the limit
 *   cut: 800 of 1,800, and 40,000 of 41,000                                  the second saves $0.80
 */
export function boundResults({ blocks, meta }: Session, bill: SessionBill): Bound | null {
  const results = bill.blocks.filter(
    ({ block, tokens }) => blocks[block]?.kind === "tool_result" && tokens > 0,
  );
  const limit = LIMITS.find((tokens) => cutBy(results, tokens).length <= results.length * LONG_SHARE);
  if (limit === undefined) return null;
  const nameOf = ({ block }: BlockBill) => blocks[block]?.toolName ?? "the tool";
  const bySetting = groupBy(cutBy(results, limit), (result) => nameBoundSetting(meta.agent, nameOf(result)));
  const sumSaved = (cutResults: readonly BlockBill[]) =>
    cutResults.reduce((sum, result) => sum + savedOf(result, limit), 0);
  const [cut] = [...bySetting.values()].sort((a, b) => sumSaved(b) - sumSaved(a));
  if (cut === undefined) return null;
  const byTool = [...groupBy(cut, nameOf)].sort(([, a], [, b]) => sumSaved(b) - sumSaved(a));
  return {
    tokens: limit,
    tool: byTool[0]?.[0] ?? "the tool",
    tools: byTool.length,
    saved: toMoney(sumSaved(cut)),
    cut: cut.length,
    used: cut.filter(({ lastUseTurn, enteredTurn }) => lastUseTurn > enteredTurn).length,
  };
}

function cutBy(results: readonly BlockBill[], limit: Tokens): BlockBill[] {
  return results.filter(({ tokens }) => tokens > limit);
}

function savedOf({ tokens, new: came, carried, rewritten }: BlockBill, limit: Tokens): number {
  return ((came + carried + rewritten) * (tokens - limit)) / tokens;
}
