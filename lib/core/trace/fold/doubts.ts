import type { Tokens, TurnIndex } from "../../units";
import { isBranching } from "../branching";
import type { Cause } from "../cause";
import type { Eviction, SessionWarning, Turn } from "../session";
import type { TurnBefore } from "./turns";

/** The error of sizes that are estimates: time stamps and marks around messages, and a share of what moved. */
const ERROR_TOKENS = 250;
const ERROR_SHARE = 0.25;

/** By how much the measured total is off, and how much is said to have become free. */
export interface Doubt {
  readonly off: Tokens;
  readonly freed: Tokens;
}

type Departure = Pick<Eviction, "turn" | "tokensFreed" | "cause">;

/**
 * By how much the provider counted more (or, below 0, less) than an edit leaves, for the turns where that is more than the
 * error of the sizes. What such an edit says is not certain.
 *
 *     before 10,000, freed 4,000, arrived 500  →  expected 6,500
 *     measured 6,480    the edit is as it was told
 *     measured 10,510   in doubt by 4,010: nearly all that is said to have left is still counted
 *
 * A clearing behind a larger arrival is no doubt: 10,000 − 4,000 + 9,000 = 15,000 is what is measured.
 *
 * @param turns in order, the first one after `before`
 * @param evictions of these turns
 */
export function computeDoubts(
  before: TurnBefore | undefined,
  turns: readonly Turn[],
  evictions: readonly Departure[],
): Map<TurnIndex, Doubt> {
  const freed = new Map<TurnIndex, Tokens | null>();
  for (const { turn, tokensFreed } of evictions) {
    const existing = freed.get(turn);
    freed.set(turn, existing === null || tokensFreed === null ? null : (existing ?? 0) + tokensFreed);
  }
  const doubts = new Map<TurnIndex, Doubt>();
  let previous = before;
  for (const turn of turns) {
    const freedTokens = freed.get(turn.index) ?? null;
    const off =
      previous === undefined || freedTokens === null ? null : measureDifference(previous, turn, freedTokens);
    if (off !== null && freedTokens !== null) doubts.set(turn.index, { off, freed: freedTokens });
    previous = turn;
  }
  return doubts;
}

function measureDifference(
  { window: was }: TurnBefore,
  { window: is, delta }: Turn,
  freed: Tokens,
): Tokens | null {
  const isMeasured = delta.provenance === "measured" && delta.value !== null && !delta.modelChanged;
  if (!isMeasured || !was.known || !is.known || was.unsized + is.unsized > 0) return null;
  const change = sumOf(is) - sumOf(was);
  const arrived = Math.max(0, change + freed);
  const off = (delta.value ?? 0) - change;
  const error = ERROR_TOKENS + (freed + arrived) * ERROR_SHARE;
  // Providers drop earlier reasoning.
  return off > error || -off > error + (was.bySource.thinking ?? 0) ? off : null;
}

function sumOf({ bySource }: Turn["window"]): Tokens {
  return Object.values(bySource).reduce((sum, tokens) => sum + tokens, 0);
}

/**
 * The cause with the doubt of its turn. What a harness reports stands against any difference, such as files that it attaches
 * again, but not against a total that did not fall: then it took effect later, or not at all.
 */
export function addDoubt<Edit extends { readonly cause: Cause }>(edit: Edit, doubt: Doubt | undefined): Edit {
  const cause = addDoubtToCause(edit.cause, doubt);
  return cause === edit.cause ? edit : { ...edit, cause };
}

export function addDoubtToCause(cause: Cause, doubt: Doubt | undefined): Cause {
  if (doubt === undefined) return cause;
  const isReport = cause.provenance === "reported" && !isBranching(cause);
  return isReport && doubt.off < doubt.freed / 2 ? cause : { ...cause, doubt: doubt.off };
}

/** The turns whose edits are in doubt. */
export function turnsInDoubt(edits: readonly Pick<Eviction, "turn" | "cause">[]): Set<TurnIndex> {
  return new Set(edits.flatMap(({ turn, cause }) => (cause.doubt === null ? [] : turn)));
}

/** A doubt is about what was recorded or read, never about the agent. */
export function doubtWarnings(turns: ReadonlySet<TurnIndex>): SessionWarning[] {
  if (turns.size === 0) return [];
  return [
    {
      code: "edit_in_doubt",
      message:
        "the provider counted otherwise than an edit of the window leaves: what stood there is not certain, and nothing is concluded from it",
      count: turns.size,
    },
  ];
}
