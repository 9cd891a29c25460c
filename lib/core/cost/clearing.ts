import type { InSteps } from "../steps";
import { countTokens, getTokenizer } from "../tokens/tokenizer";
import type { Session } from "../trace/session";
import type { Tokens, TurnIndex } from "../units";
import type { CallHistory } from "./call-history";
import { CLEARED_PLACEHOLDER, TINY_RESULT_TOKENS } from "./cleared-result";
import { OtherWindowCache } from "./other-window";
import { computeLess } from "./spend-price";

/** Whenever the results beyond the newest `keep` free `atLeast` tokens, all of them are cleared. */
export interface ClearingRule {
  readonly keep: number;
  readonly atLeast: Tokens;
}

export interface Clearing extends ClearingRule {
  /** What all calls would have cost less, in the currency; less than nothing where they would have cost more. */
  readonly saved: number;
  readonly cleared: number;
  /** Of the cleared ones, those that are known to be used afterwards. */
  readonly needed: number;
}

interface Result {
  readonly block: number;
  readonly turn: TurnIndex;
  readonly saves: Tokens;
  /** Where it begins in the window, in the tokens of its blocks, and how many entries stand before it. */
  readonly start: Tokens;
  readonly place: number;
}

const KEEPS = [3, 6, 12, 25, 50] as const;
const AT_LEAST = [5_000, 20_000, 60_000] as const;

/**
 * The best rule for clearing results of a session whose windows only grew; `null` where its own policy took content out, so
 * that clearing alone would be another comparison, and where no rule saves anything. Each rule walks the calls once, and its
 * windows are charged as a replay charges them. Example, with `keep` 1 and `atLeast` 5,000:
 *
 *   turn   results that stand          freed    window
 *   3      a 4,000 · b 3,000           4,000    nothing is cleared yet
 *   4      a 4,000 · b 3,000 · c 100   7,000    a and b are cleared; what stands behind a is paid again
 */
export function* findBestClearing(
  session: Session,
  history: CallHistory,
  lastUse: ReadonlyMap<number, TurnIndex>,
): InSteps<Clearing | null> {
  if (session.evictions.length > 0 || session.compactions.length > 0) return null;
  const { results, sizes, entries } = readGrowth(session);
  if (results.length === 0 || history.calls.size === 0) return null;
  const scene = { session, history, lastUse, results, sizes, entries };
  const tried: Clearing[] = [];
  for (const keep of KEEPS)
    for (const atLeast of AT_LEAST) {
      const clearing = yield* simulateClearing({ keep, atLeast }, scene);
      if (clearing !== null) tried.push(clearing);
    }
  const [best] = tried.filter(({ saved }) => saved > 0).sort((a, b) => b.saved - a.saved);
  return best ?? null;
}

interface Scene extends Growth {
  readonly session: Session;
  readonly history: CallHistory;
  readonly lastUse: ReadonlyMap<number, TurnIndex>;
}

interface Growth {
  readonly results: readonly Result[];
  /** By turn, tokens of the blocks and entries of the recorded window. */
  readonly sizes: ReadonlyMap<TurnIndex, Tokens>;
  readonly entries: ReadonlyMap<TurnIndex, number>;
}

/** @returns `null` where a call has no price */
function* simulateClearing(
  rule: ClearingRule,
  { session, history, lastUse, results, sizes, entries }: Scene,
): InSteps<Clearing | null> {
  const cache = new OtherWindowCache(history);
  let [saved, freed, waiting, seenResults, cleared, neededResults] = [0, 0, 0, 0, 0, 0];
  for (const turn of session.turns) {
    yield;
    const call = history.calls.get(turn.index);
    if (call === undefined) continue;
    if (!turn.window.known) {
      cache.repeat(turn.index);
      continue;
    }
    for (; (results[seenResults]?.turn ?? Infinity) <= turn.index; seenResults++) {
      const due = results[seenResults - rule.keep];
      if (due !== undefined) waiting += due.saves;
    }
    const upTo = Math.max(0, seenResults - rule.keep);
    let edit: Pick<Result, "start" | "place"> | null = null;
    if (upTo > cleared && waiting >= rule.atLeast) {
      const first = results[cleared];
      edit = first === undefined ? null : { start: first.start - freed, place: first.place };
      for (const { block } of results.slice(cleared, upTo))
        if ((lastUse.get(block) ?? -1) >= turn.index) neededResults++;
      [freed, waiting, cleared] = [freed + waiting, 0, upTo];
    }
    const request = {
      blocks: (sizes.get(turn.index) ?? 0) - freed,
      edit: edit === null ? null : edit.start,
      entriesBehind: edit === null ? 0 : (entries.get(turn.index) ?? 0) - edit.place,
    };
    const less = computeLess(call, cache.request(turn.index, request));
    if (less === null) return null;
    saved += less;
  }
  return { ...rule, saved, cleared, needed: neededResults };
}

/** Windows that only grow: each block stands behind all that came before. */
function readGrowth(session: Session): Growth {
  const { residencies, blocks, turns } = session;
  const placeholder = placeholderSize(session);
  const ordered = residencies.toSorted((a, b) => a.from - b.from || a.rank - b.rank);
  const results: Result[] = [];
  const sizes = new Map<TurnIndex, Tokens>();
  const entries = new Map<TurnIndex, number>();
  let [tokens, next] = [0, 0];
  for (const { index } of turns) {
    for (; (ordered[next]?.from ?? Infinity) <= index; next++) {
      const { block, version, from, continues } = ordered[next] ?? {
        block: -1,
        version: 0,
        from: 0,
        continues: true,
      };
      const size = blocks[block]?.versions[version]?.tokens ?? 0;
      if (!continues && blocks[block]?.kind === "tool_result" && size >= TINY_RESULT_TOKENS)
        results.push({ block, turn: from, saves: size - placeholder, start: tokens, place: next });
      tokens += size;
    }
    sizes.set(index, tokens);
    entries.set(index, next);
  }
  return { results, sizes, entries };
}

/**
 * The size of the text that takes a result's place, counted like the session's other texts. Two tokens too few for each
 * result let a rule clear some turns too early.
 */
function placeholderSize({ meta, calibration }: Session): Tokens {
  return Math.round(countTokens(CLEARED_PLACEHOLDER, getTokenizer(meta.model)) * calibration.factor);
}
