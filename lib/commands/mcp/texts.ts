import type { ReplayAnswer } from "@/lib/api/endpoints/replays";
import type { NeededEviction } from "@/lib/api/schemas/window";
import type { SessionSkeleton } from "@/lib/api/schemas/session";
import { formatCount, formatDigits } from "@/lib/core/digits";
import { describeUsesWithoutEvidence } from "@/lib/core/figures/names";
import type { AgentSession } from "@/lib/queries/session-list/agent-sessions";
import type { FindingList } from "@/lib/queries/findings/list-findings";
import type { FactsResult } from "@/lib/queries/questions/get-facts";
import type { WhyResult } from "@/lib/queries/questions/get-why";
import type { WindowResult } from "@/lib/queries/turn/get-window";
import { listCostLines } from "@/lib/view/cost/cost-lines";
import type { CostAnswer } from "@/lib/queries/session/get-cost";
import { writeStoryText } from "@/lib/view/story/story-words";
import { quoteLine } from "@/lib/runtime/quoted";
import { writeReference } from "@/lib/runtime/reference";

const PREVIEW_CHARS = 100;
const ID_CHARS = 512;
const NAME_CHARS = 60;
const LANES_MAX = 10;
const EVENTS_MAX = 15;

export function writeSessionList(sessions: readonly AgentSession[]): string {
  if (sessions.length === 0)
    return "No session is recorded that this names. Without arguments all are listed.";
  return sessions
    .map(({ id, name, agent, turns, updatedAt }) => {
      const called = name === null ? "" : ` ${quoteLine(name, PREVIEW_CHARS)}`;
      const by = agent === null ? "" : `, agent ${quoteLine(agent, PREVIEW_CHARS)}`;
      return `- ${quoteLine(id, ID_CHARS)}${called}${by}: ${turns === null ? "its turns are being worked out" : formatCount(turns, "turn")}, last changed ${updatedAt.toISOString()}`;
    })
    .join("\n");
}

export function writeBudget({
  session: { name, externalId, story },
  window,
}: {
  readonly session: SessionSkeleton;
  readonly window: WindowResult;
}): string {
  const { turn, windowTokens, provenance, budget, projectedNext, entries, bySource } = window;
  const kinds = Object.entries(bySource)
    .flatMap(([kind, tokens]) => (typeof tokens === "number" ? [[kind, tokens] as const] : []))
    .sort((a, b) => b[1] - a[1])
    .map(([kind, tokens]) => `${kind} ${formatDigits(tokens)}`);
  const size = windowTokens === null ? "unknown" : `${formatDigits(windowTokens)} tokens (${provenance})`;
  return [
    `Session ${quoteLine(name ?? externalId, PREVIEW_CHARS)}, turn ${turn.turn}: the window has ${size}.`,
    ...(story === null ? [] : [`What happened so far: ${writeStoryText(story)}`]),
    ...(budget === null ? [] : [`Budget: ${formatDigits(budget.tokens)} tokens (${budget.from}).`]),
    ...(projectedNext === null
      ? []
      : [
          `Next window: at least ${formatDigits(projectedNext.tokens)} tokens (${projectedNext.provenance}), before results come in.`,
        ]),
    ...(turn.causedByTurn === null || turn.delta === null
      ? []
      : [
          `It ${turn.delta < 0 ? "shrank" : "grew"} by ${formatDigits(Math.abs(turn.delta))} tokens, caused by turn ${turn.causedByTurn}.`,
        ]),
    ...(kinds.length === 0 ? [] : [`By source: ${kinds.join(", ")}.`]),
    "Largest blocks:",
    ...entries.map(
      ({ blockId, toolName, tokens, enteredTurn }) =>
        `- ${nameText(blockId, ID_CHARS)}${toolName === null ? "" : ` (${nameText(toolName)})`}: ${tokens === null ? "size unknown" : `${formatDigits(tokens)} tokens`}, since turn ${enteredTurn}`,
    ),
  ].join("\n");
}

const USES_OPEN = "Who needed some of it later is not known yet: the session is being analysed.";

/** In place of an answer while nothing of a session is worked out. @param since in ISO 8601 */
export function writePending(since: string): string {
  return `Nothing of this session can be read yet: what was received is being worked out since ${since}. Ask again in some seconds.`;
}

export function writeEvictions({
  session,
  evictions,
  total,
}: {
  readonly session: string;
  readonly evictions: readonly NeededEviction[];
  readonly total: number;
}): string {
  if (total === 0) return "Nothing has left the window.";
  const lines = evictions.map((eviction) => {
    const { turn, blockId, toolName, how, cause, tokensFreed, neededBy, reenteredTurn } = eviction;
    const size = tokensFreed === null ? "" : `, ${formatDigits(tokensFreed)} tokens`;
    const by =
      cause.policy === null
        ? `, ${cause.provenance}`
        : `, by ${nameText(cause.policy)}${cause.rule === null ? "" : ` (${nameText(cause.rule)})`}`;
    const needed =
      (neededBy ?? []).length === 0 ? "" : `, needed later by ${formatCount((neededBy ?? []).length, "use")}`;
    const back = reenteredTurn === null ? "" : `, back at turn ${reenteredTurn}`;
    return `- turn ${turn}: ${nameText(blockId, ID_CHARS)}${toolName === null ? "" : ` (${nameText(toolName)})`} ${how}${size}${by}${needed}${back}. restore ${writeReference({ session, block: blockId })}`;
  });
  const more = total > evictions.length ? [`The newest ${evictions.length} of ${formatDigits(total)}.`] : [];
  const isOpen = evictions.some(({ neededBy }) => neededBy === null);
  return [...more, ...lines, ...(isOpen ? [USES_OPEN] : [])].join("\n");
}

const CAUSES_MAX = 20;

export function writeCauses({ analysedUpTo, causes }: Pick<FindingList, "analysedUpTo" | "causes">): string {
  const { asOfTurn, done } = analysedUpTo;
  if (asOfTurn === null) return "The session is not analysed yet: what is wrong with it is not known.";
  const counting = causes.filter(({ severity }) => severity !== null);
  const upTo = done ? [] : [`As of turn ${asOfTurn}; there may be more.`];
  if (counting.length === 0) return [...upTo, `Nothing was found up to turn ${asOfTurn}.`].join("\n");
  return [
    ...upTo,
    ...counting
      .slice(0, CAUSES_MAX)
      .map(
        ({ severity, fromTurn, sentence }) =>
          `- ${severity}, turn ${fromTurn}: ${quoteLine(sentence, PREVIEW_CHARS * 6)}`,
      ),
    ...(counting.length > CAUSES_MAX ? [`and ${counting.length - CAUSES_MAX} more causes.`] : []),
  ].join("\n");
}

export function writeFacts({
  session,
  facts: { query, level, lanes, lanesTotal, events, runs },
}: {
  readonly session: string;
  readonly facts: FactsResult;
}): string {
  if (level === null || lanes.length === 0)
    return `${quoteLine(query, PREVIEW_CHARS)} is nowhere in the session.`;
  const now = runs.at(-1)?.state ?? "gone";
  return [
    `${quoteLine(query, PREVIEW_CHARS)} (${level} match): ${NOW[now]}.`,
    ...lanes.slice(0, LANES_MAX).map(({ blockId, kind, createdTurn, quote }) => {
      const since = createdTurn === null ? "" : `, turn ${createdTurn}`;
      return `- ${nameText(blockId, ID_CHARS)} (${kind}${since}): ${quoteLine(quote, PREVIEW_CHARS)} restore ${writeReference({ session, block: blockId })}`;
    }),
    ...(lanesTotal > LANES_MAX ? [`and ${lanesTotal - LANES_MAX} more blocks.`] : []),
    ...events
      .slice(-EVENTS_MAX)
      .map(({ turn, text }) => `- turn ${turn}: ${quoteLine(text, PREVIEW_CHARS * 2)}`),
  ].join("\n");
}

const NOW = {
  full: "it stands in the newest window",
  part: "a part of it is in the newest window",
  summary: "only a summary in the newest window still says it",
  own_words: "only the model's own words in the newest window still say it",
  gone: "it is not in the newest window",
} as const;

export function writeWhyResult({ turn, verdict, layer, answer, departure, subject }: WhyResult): string {
  return [
    `Turn ${turn}: ${verdict}${layer === null ? "" : ` (${layer})`}.`,
    quoteLine(answer, PREVIEW_CHARS * 6),
    ...(departure === null ? [] : [`It left at turn ${departure.turn}: ${departure.how}.`]),
    ...(subject === null ? [] : [`It is ${nameText(subject.sourceId, ID_CHARS)}.`]),
  ].join("\n");
}

export function writeBill({
  session,
  bill,
}: {
  readonly session: string;
  readonly bill: CostAnswer;
}): string {
  return listCostLines(bill, session).join("\n");
}

export function replayText({ status, progress, results, recommendation }: ReplayAnswer): string {
  if (status === "failed") return "The replay failed.";
  const lines = results.map(({ policy, summary }) => {
    const peak = summary.peak === null ? "unknown" : formatDigits(summary.peak);
    return `- ${policy.title}: peak ${peak} tokens, ${formatCount(summary.evictions, "eviction")}, ${describeUsesWithoutEvidence(summary.dangling)}, ${formatCount(summary.turnsOverBudget, "turn")} over budget`;
  });
  const state =
    status === "running"
      ? [`Still running, ${Math.floor((100 * progress.done) / Math.max(1, progress.of))} % done. Ask again.`]
      : [];
  return [...state, ...lines, ...(recommendation === null ? [] : [recommendation.reason])].join("\n");
}

/** A name of the trace: as it is where it is one word, else in quotes and cut, because anybody may have written it. */
function nameText(name: string, charsMax = NAME_CHARS): string {
  return /^[\w:.#@/+-]+$/.test(name) && name.length <= charsMax ? name : quoteLine(name, charsMax);
}
