import { computeCostParts } from "../pricing/cost";
import { isLongRequest, NO_USAGE } from "../pricing/priced-usage";
import type { InSteps } from "../steps";
import type { Session } from "../trace/session";
import type { Tokens, TurnIndex } from "../units";
import { FRAME_KINDS } from "../window/kinds-of-window";
import { computeMedianResidual } from "../window/median-residual";
import type { CallHistory, ServedCall } from "./call-history";
import { TINY_RESULT_TOKENS } from "./cleared-result";
import { OtherWindowCache } from "./other-window";
import { computeLess } from "./spend-price";

export interface EarlierCompaction {
  /** How much less all calls would have cost, after paying for the summaries and for fetching again what was used afterwards. */
  readonly saved: number;
  /** The cost of fetching again, which is already taken off what is saved. */
  readonly fetching: number;
  readonly times: number;
  /** Results that would have left, and how many of these are known to be used afterwards. */
  readonly left: number;
  readonly needed: number;
}

export interface CompactionAt extends EarlierCompaction {
  readonly tokens: Tokens;
}

/** The assumed size of a summary, as replays assume it. */
export const SUMMARY_TOKENS: Tokens = 2_000;

const THRESHOLDS = [50_000, 75_000, 100_000, 150_000, 200_000, 300_000, 500_000] as const;
/**
 * The smallest window at which compacting before a pause is looked at: a smaller one costs no more to write again than a summary.
 */
const PAUSED_MIN: Tokens = 20_000;

/**
 * What it would have saved to compact at a size of the window, of a session whose windows only grew; `null` where its own policy
 * took content out, and where no size saves anything. At a compaction all but instructions and tools becomes a summary. Example,
 * at 50,000, of a window with 8,000 of instructions and tools:
 *
 *   turn   recorded   other    paid
 *   40     49,000     49,000
 *   41     52,000     10,000   a call that reads 52,000 and writes 2,000; then 2,000 are written
 *   42     53,500     11,500   and so on until the end: 42,000 are not read
 *   60     a result of turn 12 is used: it is fetched again, 3,000 tokens
 *
 * @param growth see {@link readGrowth}
 */
export function* findBestThreshold(growth: GrowingSession | null): InSteps<CompactionAt | null> {
  if (growth === null) return null;
  const tried: CompactionAt[] = [];
  for (const tokens of THRESHOLDS) {
    if (tokens >= growth.peak + growth.unseen) break;
    const compaction = yield* walkCompactions((_, size) => size + growth.unseen >= tokens, false, growth);
    if (compaction !== null && compaction.times > 0) tried.push({ ...compaction, tokens });
  }
  return bestOf(tried);
}

/**
 * What compacting earlier would have saved, here before pauses that lost the cache, while the cache still holds the window.
 * @param paused the turns after such pauses
 */
export function* findPauseCompaction(
  growth: GrowingSession | null,
  paused: ReadonlySet<TurnIndex>,
): InSteps<EarlierCompaction | null> {
  if (growth === null || paused.size === 0) return null;
  const compaction = yield* walkCompactions(
    (turn, size) => paused.has(turn) && size >= PAUSED_MIN,
    true,
    growth,
  );
  return compaction === null || compaction.times === 0 ? null : bestOf([compaction]);
}

function bestOf<One extends EarlierCompaction>(tried: One[]): One | null {
  const [best] = tried.filter(({ saved }) => saved > 0).sort((a, b) => b.saved - a.saved);
  return best ?? null;
}

interface Result {
  readonly tokens: Tokens;
  readonly lastUse: TurnIndex;
}

interface Arrival {
  readonly tokens: Tokens;
  readonly frame: Tokens;
  readonly entries: number;
  readonly results: readonly Result[];
}

/** A session whose windows only grew, by what came at each turn. */
export interface GrowingSession {
  readonly session: Session;
  readonly history: CallHistory;
  readonly arrivals: ReadonlyMap<TurnIndex, Arrival>;
  readonly peak: Tokens;
  /** What a request holds beside the record, as a policy plans with it. */
  readonly unseen: Tokens;
}

const NOTHING: Arrival = { tokens: 0, frame: 0, entries: 0, results: [] };

/** What came at each turn; `null` where windows did not only grow. @param lastUse by block: the last turn known to use it */
export function readGrowth(
  session: Session,
  history: CallHistory,
  lastUse: ReadonlyMap<number, TurnIndex>,
): GrowingSession | null {
  const { evictions, compactions, residencies, blocks } = session;
  if (evictions.length > 0 || compactions.length > 0 || history.calls.size === 0) return null;
  const arrivals = new Map<TurnIndex, Arrival & { readonly results: Result[] }>();
  let peak = 0;
  for (const { block, version, from } of residencies) {
    const tokens = blocks[block]?.versions[version]?.tokens ?? 0;
    const kind = blocks[block]?.kind ?? "other";
    const before = arrivals.get(from) ?? { ...NOTHING, results: [] };
    if (kind === "tool_result" && tokens >= TINY_RESULT_TOKENS)
      before.results.push({ tokens, lastUse: lastUse.get(block) ?? from });
    arrivals.set(from, {
      tokens: before.tokens + tokens,
      frame: before.frame + (FRAME_KINDS.has(kind) ? tokens : 0),
      entries: before.entries + 1,
      results: before.results,
    });
    peak += tokens;
  }
  return { session, history, arrivals, peak, unseen: Math.max(0, computeMedianResidual(session.turns)) };
}

/** @returns `null` where a call has no price */
function* walkCompactions(
  isDue: (turn: TurnIndex, size: Tokens) => boolean,
  isWarm: boolean,
  { session, history, arrivals }: GrowingSession,
): InSteps<EarlierCompaction | null> {
  const cache = new OtherWindowCache(history);
  let [size, frame, entries, saved, fetching, times, leftResults, neededResults] = [0, 0, 0, 0, 0, 0, 0, 0];
  let standingResults: Result[] = [];
  const due = new Map<TurnIndex, Tokens>();
  let before: ServedCall | null = null;
  for (const { index, window } of session.turns) {
    yield;
    const arrived = arrivals.get(index) ?? NOTHING;
    size += arrived.tokens;
    frame += arrived.frame;
    entries += arrived.entries;
    standingResults.push(...arrived.results);
    const call = history.calls.get(index);
    if (call === undefined) continue;
    if (!window.known) {
      cache.repeat(index);
      continue;
    }
    let edit: Tokens | null = null;
    // Blocks that came with this call came after the pause.
    const summarised = isWarm ? size - arrived.tokens : size;
    if (isDue(index, summarised) && before !== null && summarised > frame + SUMMARY_TOKENS) {
      const price = priceSummary(isWarm ? before : call, summarised, isWarm);
      if (price === null) return null;
      [saved, times, edit] = [saved - price, times + 1, frame];
      [size, entries] = [frame + SUMMARY_TOKENS + (isWarm ? arrived.tokens : 0), 1];
      const goneResults = isWarm
        ? standingResults.slice(0, standingResults.length - arrived.results.length)
        : standingResults;
      leftResults += goneResults.length;
      for (const { lastUse, tokens } of goneResults)
        if (lastUse >= index) {
          neededResults++;
          due.set(lastUse, (due.get(lastUse) ?? 0) + tokens);
        }
      standingResults = isWarm ? [...arrived.results] : [];
    }
    const less = computeLess(call, cache.request(index, { blocks: size, edit, entriesBehind: entries }));
    if (less === null) return null;
    saved += less;
    const again = priceFetched(call, due.get(index) ?? 0);
    fetching += again;
    saved -= again;
    before = call;
  }
  return { saved, fetching, times, left: leftResults, needed: neededResults };
}

/** A call that reads the window and writes the summary. Nothing of it is in a cache, but for one that follows at once. */
function priceSummary({ table, residual }: ServedCall, size: Tokens, isWarm: boolean): number | null {
  const input = size + Math.max(0, residual);
  const usage = { ...NO_USAGE, input, output: SUMMARY_TOKENS, cacheRead: isWarm ? input : 0 };
  const parts = computeCostParts({ ...usage, long: isLongRequest(input, table) }, table);
  return parts === null ? null : parts.uncached + parts.cacheRead + parts.output;
}

/** The price of fetching results again: they are written once; for how long they stand then, nobody knows. */
function priceFetched({ table }: ServedCall, tokens: Tokens): number {
  return tokens === 0 ? 0 : (tokens * (table.input ?? 0) * table.cacheWrite) / 1_000_000;
}
