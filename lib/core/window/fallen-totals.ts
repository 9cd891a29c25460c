import { makeOnce } from "../once";
import type { Session } from "../trace/session";
import type { Tokens, TurnIndex } from "../units";
import type { findContradiction } from "./contradiction";
import { findContradictionOfTurn } from "./contradiction";

/** Sizes of reasoning are the provider's own. What else moves between two calls is small. */
const ERROR_TOKENS = 250;

/** This many small falls one after another are not a provider that drops old reasoning: that happens once. */
const ROW_MIN = 3;

export interface FallenTotals {
  /** Turns whose totals say that what is listed was not sent. */
  readonly contradictions: ReadonlyMap<TurnIndex, NonNullable<ReturnType<typeof findContradiction>>>;
  /** Turns of a row of falls, each of which may be small: so many are no dropped reasoning. */
  readonly rows: readonly TurnIndex[];
  /** Turns with a new user message at which no more fell than the reasoning of the turns since the message before. */
  readonly reasoning: readonly { readonly turn: TurnIndex; readonly tokens: Tokens }[];
}

/**
 * Tells falls of the provider's totals apart. With a user's message a provider may drop the reasoning that came before it,
 * which no block need show:
 *
 *     turn         3        4        5 (user)
 *     measured     9,000    9,400    8,900      fell by 500, nothing left
 *     reasoning    400      300                 up to 700 may be gone: no contradiction
 */
export const classifyFallenTotals = makeOnce(classify);

function classify({
  turns,
  blocks,
  residencies,
}: Pick<Session, "turns" | "blocks" | "residencies">): FallenTotals {
  const askedTurns = new Set(
    residencies.flatMap(({ block, from, continues }) =>
      !continues && blocks[block]?.kind === "user_message" ? [from] : [],
    ),
  );
  const contradictions = new Map<TurnIndex, NonNullable<ReturnType<typeof findContradiction>>>();
  const reasoning: FallenTotals["reasoning"][number][] = [];
  const rows: TurnIndex[] = [];
  let [reasoned, row] = [0, [] as TurnIndex[]];
  for (const turn of turns) {
    const { index, delta, window, usage } = turn;
    const fell = delta.provenance === "measured" && !delta.modelChanged ? -(delta.value ?? 0) : 0;
    const isUnexplained = fell > 0 && window.known && window.left + window.changed === 0;
    const isDropped =
      isUnexplained && askedTurns.has(index) && reasoned > 0 && fell <= reasoned + ERROR_TOKENS;
    if (!isUnexplained || isDropped) row = [];
    else if (row.push(index) >= ROW_MIN) rows.push(...(row.length === ROW_MIN ? row : [index]));
    const contradiction = findContradictionOfTurn(turn);
    if (isDropped) reasoning.push({ turn: index, tokens: fell });
    if (contradiction !== null && !(isDropped && contradiction === "fell"))
      contradictions.set(index, contradiction);
    if (askedTurns.has(index)) reasoned = 0;
    reasoned += usage?.reasoning ?? 0;
  }
  return { contradictions, rows, reasoning };
}
