import type { CutCard } from "../compaction/card";
import type { WantedHow } from "../compaction/wanted-again";
import { WANTED_HOWS } from "../compaction/wanted-again";
import type { CostSummary } from "../cost/summary-schema";
import { countEvictions } from "../figures/evictions";
import type { FigureInput } from "../figures/figures";
import { findBlocksNeededLater, listWanted } from "../figures/needed-later";
import { countFindings } from "../findings/counts";
import { sortHarm } from "../findings/harm-sort";
import { findKindWithCode } from "../findings/kinds";
import type { Finding } from "../findings/rule/finding";
import { isToldFailed } from "../proof/failed";
import type { InSteps } from "../steps";
import { finishSteps } from "../steps";
import type { Recording } from "../trace/fold/recording";
import type { Eviction, Session } from "../trace/session";
import { USER_KINDS } from "../vocabulary";
import { pairCalls } from "../window/call-pairs";
import type { Story } from "./story-schema";

/**
 * What happened in a session, from what its analysis counted and proved. Example: two compactions at turns 173 and 303 took
 * 700 blocks, 39 of which a later use needed; the plan stands in no window since 303; the calls cost $42.60.
 *
 *   { compacted: { times: 2, turns: [173, 303], blocks: 700, wanted: 39, ... }, plan: { from: 303, isOutNow: true, ... }, ... }
 *
 * It holds no text of the trace, so that it may stand wherever the session is named. Its words are those of the view.
 */
export function tellStory(...asked: Parameters<typeof tellStoryInSteps>): Story {
  return finishSteps(tellStoryInSteps(...asked));
}

/** Like {@link tellStory}, a list per step. */
export function* tellStoryInSteps({ input, findings, cards }: Told, cost: CostSummary): InSteps<Story> {
  const { session, evidence } = input;
  const neededLater = findBlocksNeededLater(session, evidence.edges);
  yield;
  const missed = listWanted(session, evidence.edges).slice(0, MISSED_MAX);
  yield;
  const taken = collectCompactedBlocks(session);
  const compacted = sumCompacted(session, taken, { wanted: neededLater, cards });
  yield;
  const left = sumLeft(session, taken, neededLater);
  yield;
  const { bySeverity } = countFindings(findings);
  const plan = planOut(findings.findings, session);
  return {
    turns: session.turns.length,
    windows: session.turns.filter(({ window }) => window.known).length,
    compacted,
    left,
    missed: missed.map(({ block, ...one }) => ({ blockId: session.blocks[block]?.id ?? "", ...one })),
    prompts: listPromptTurns(session),
    checkpoints: checkpointsOf(session),
    plan,
    worst: findWorst(findings.findings.filter(({ code }) => plan === null || code !== PLAN_OUT)),
    serious: bySeverity.serious ?? 0,
    warnings: bySeverity.warning ?? 0,
    failed: countFailedCalls(input.recording),
    cost: tellCost(cost),
  };
}

const PLAN_OUT = "plan.left_window";
const TURNS_NAMED = 3;
/** More marks than these would hide each other in a picture. */
const MISSED_MAX = 12;
const PROMPTS_MAX = 60;

function listPromptTurns({ blocks, turns }: Session): number[] {
  const first = turns[0]?.index ?? 0;
  const seen = new Set(
    blocks.flatMap(({ kind, createdTurn }) =>
      USER_KINDS.has(kind) ? [createdTurn === null ? first : createdTurn + 1] : [],
    ),
  );
  return seen.size > PROMPTS_MAX ? [] : [...seen].sort((a, b) => a - b);
}

const CHECKPOINTS_MAX = 60;

function checkpointsOf({ records }: Session): Story["checkpoints"] {
  return records
    .flatMap(({ turn, event }): Story["checkpoints"] => {
      if (event.type === "checkpoint.taken") return [{ turn, is: "taken" }];
      return event.type === "session.restarted" ? [{ turn: event.turn ?? turn, is: "restarted" }] : [];
    })
    .slice(0, CHECKPOINTS_MAX);
}

interface Told extends FigureInput {
  readonly cards: readonly Pick<CutCard, "is" | "wanted">[];
}

function sumCompacted(
  session: Session,
  taken: ReadonlySet<number>,
  { wanted, cards }: { readonly wanted: ReadonlySet<number>; readonly cards: Told["cards"] },
): Story["compacted"] {
  const { compactions, turns } = session;
  if (compactions.length === 0) return null;
  const last = turns.at(-1)?.index ?? -1;
  const followed = compactions.filter(({ turn }) => turn <= last);
  return {
    times: compactions.length,
    turns: followed.slice(0, TURNS_NAMED).map(({ turn }) => turn),
    after: compactions.length - followed.length,
    summaries: followed.filter(({ summaryBlock }) => summaryBlock !== null).length,
    ...countFates(
      session.evictions.filter(({ block }) => taken.has(block)),
      wanted,
    ),
    again: countWantedAgain(cards.filter(({ is }) => is === "compaction")),
  };
}

function collectCompactedBlocks({ evictions }: Session): ReadonlySet<number> {
  return new Set(evictions.flatMap(({ block, compaction }) => (compaction === null ? [] : block)));
}

/** What was wanted again, by how it came back. Counted as the cards do, since their headline tells the same. */
function countWantedAgain(cards: Told["cards"]): Readonly<Record<WantedHow, number>> {
  const hows = cards.flatMap(({ wanted }) => wanted.map(({ how }) => how));
  return Object.fromEntries(
    WANTED_HOWS.map((how) => [how, hows.filter((other) => other === how).length]),
  ) as Record<WantedHow, number>;
}

/** Of the blocks that no compaction took, so that the two parts add up to what left the session's windows. */
function sumLeft(
  session: Session,
  taken: ReadonlySet<number>,
  neededLater: ReadonlySet<number>,
): Story["left"] {
  const leftEvictions = session.evictions.filter(({ block }) => !taken.has(block));
  const [first, last] = [leftEvictions[0], leftEvictions.at(-1)];
  if (first === undefined || last === undefined) return null;
  const { tokensFreed } = countEvictions(leftEvictions);
  return { ...countFates(leftEvictions, neededLater), tokens: tokensFreed, from: first.turn, to: last.turn };
}

/** Each block once, however often it left. */
function countFates(
  evictions: readonly Eviction[],
  neededLater: ReadonlySet<number>,
): { blocks: number; wanted: number; fetched: number } {
  const { blocksLeft, fetchedAgain } = countEvictions(evictions);
  const blocks = new Set(evictions.map(({ block }) => block));
  return {
    blocks: blocksLeft,
    wanted: [...blocks].filter((block) => neededLater.has(block)).length,
    fetched: fetchedAgain,
  };
}

function planOut(findings: readonly Finding[], { turns }: Session): Story["plan"] {
  const last = findings.findLast(({ code, standing }) => code === PLAN_OUT && standing === "proved");
  if (last === undefined) return null;
  const { from, to, numbers } = last;
  return { from, to, open: numbers["open"] ?? 0, isOutNow: to >= (turns.at(-1)?.index ?? to) };
}

/** The first that broke most: the money of a story tells what was wasted. Notes and suspicions are none. */
function findWorst(findings: readonly Finding[]): Story["worst"] {
  const worst = findings.find(
    (finding) =>
      finding.standing === "proved" &&
      finding.severity !== null &&
      finding.severity !== "note" &&
      sortHarm(finding) !== "wasted",
  );
  if (worst === undefined) return null;
  const { id, code, from } = worst;
  return { id, code, title: findKindWithCode(code)?.title ?? code, turn: from };
}

function countFailedCalls(recording: Recording): Story["failed"] {
  const { blocks } = recording.session;
  const pairs = pairCalls(recording.session);
  const answers = [...blocks.entries()].filter(([, { kind }]) => kind === "tool_result");
  const failed = answers.filter(([number]) => isToldFailed(recording, pairs, number));
  const first = failed[0]?.[1];
  return first === undefined
    ? null
    : { calls: failed.length, of: answers.length, turn: first.createdTurn ?? 0 };
}

function tellCost({ currency, own, parts, avoidable, remedy, risk, losses }: CostSummary): Story["cost"] {
  if (currency === null) return null;
  const times = losses.reduce((sum, loss) => sum + loss.times, 0);
  return {
    currency,
    total: own,
    parts,
    avoidable,
    remedy,
    risk,
    losses: times,
    lost: times === 0 || parts.rewritten <= 0 ? null : parts.rewritten,
  };
}
