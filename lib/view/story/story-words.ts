import type { Story } from "@/lib/core/story/story-schema";
import { describeMoney } from "../format/cost";
import { listWords, listWantedParts } from "../format/wanted-parts";
import { formatCompact, count, plural } from "../format/format";

/** A stretch of a sentence. A number leads to what proves it. */
export interface StoryPart {
  readonly text: string;
  readonly place: StoryPlace | null;
}

/** The view that proves a number. */
export interface StoryPlace {
  readonly view: "overview" | "turn" | "block" | "evictions" | "plan" | "cost" | "replay";
  readonly turn: number;
  readonly compaction?: number;
  readonly block?: string;
}

/** A view that was frozen by an older program told less. */
export function fillStory(story: Partial<Story> & Omit<Story, "missed" | "prompts" | "checkpoints">): Story {
  const { cost, compacted } = story;
  return {
    missed: [],
    prompts: [],
    checkpoints: [],
    ...story,
    compacted: compacted === null ? null : { ...NOT_WANTED, ...compacted },
    cost: cost === null ? null : { ...NOTHING_PAID, ...cost },
  };
}

const NOT_WANTED = { after: 0, again: { overwritten: 0, wrong: 0, used: 0, asked: 0, fetched: 0 } };
const NOTHING_PAID = { remedy: null, lost: null, parts: null };

export type StorySentence = readonly StoryPart[];

/**
 * At most three sentences: what left the window, what broke, what it cost. Example:
 *
 *   Compacted twice (turns 173, 303): 700 blocks became 2 summaries; 39 were needed later and 33 fetched again.
 *   The plan has been out of the window since turn 303.
 *   $42.60, of it $6.00 avoidable.
 */
export function listStorySentences(story: Story): StorySentence[] {
  return [describeWindowSentence(story), describeHarmSentence(story), describeCostSentence(story)].filter(
    (sentence) => sentence.length > 0,
  );
}

/** The same words without links, for a place that has none. */
export function writeStoryText(story: Story): string {
  return listStorySentences(story)
    .map((sentence) => sentence.map(({ text }) => text).join(""))
    .join(" ");
}

function describeWindowSentence({ turns, windows, compacted, left }: Story): StorySentence {
  if (turns === 0) return [];
  if (compacted === null && left === null) return [writePart(describeQuiet(turns, windows))];
  return [...listCompactedParts(compacted), ...listLeftParts(left, compacted !== null), writePart(".")];
}

/** What is not known is not called quiet. */
function describeQuiet(turns: number, windows: number): string {
  if (windows === 0) return `The windows of its ${plural(turns, "turn")} are not recorded.`;
  if (windows < turns)
    return `Nothing left the ${plural(windows, "window")} that are known, of ${plural(turns, "turn")}.`;
  return turns === 1
    ? "One turn: nothing could leave its window."
    : `Nothing left the window in ${count(turns)} turns.`;
}

function listCompactedParts(compacted: Story["compacted"]): StoryPart[] {
  if (compacted === null) return [];
  const { times, turns, after, blocks, summaries } = { ...NOT_WANTED, ...compacted };
  const place: StoryPlace = { view: "evictions", turn: turns[0] ?? 0 };
  const became = summaries === 0 ? "left" : `became ${plural(summaries, "summary", "summaries")}`;
  const took =
    after === times
      ? ""
      : blocks === 0
        ? ": what went into it is not recorded"
        : `: ${plural(blocks, "block")} ${became}`;
  return [
    linkPart(`Compacted ${describeTimes(times)} (${describeWhen(times, turns, after)})`, {
      ...place,
      compaction: 0,
    }),
    writePart(took),
    ...listFateParts(describeCompactedFate(compacted), place),
  ];
}

function describeWhen(times: number, turns: readonly number[], after: number): string {
  const isFirst = times - after > turns.length;
  const during = isFirst ? `first at turn ${turns[0]}` : describeTurns(turns);
  if (after === 0) return during;
  const later = `${after === 1 ? "" : `${describeTimes(after)} `}after the last call`;
  return after === times ? later : `${during}${isFirst ? ", " : " and "}${later}`;
}

function listLeftParts(leftFacts: Story["left"], isMore: boolean): StoryPart[] {
  if (leftFacts === null) return [];
  const { blocks, tokens, from, to } = leftFacts;
  const size = tokens === null ? "" : ` (${formatCompact(tokens)} tokens)`;
  const place: StoryPlace = { view: "evictions", turn: from };
  return [
    ...(isMore ? [writePart("; ")] : []),
    linkPart(`${plural(blocks, isMore ? "more block" : "block")}${size} left`, place),
    writePart(from === to ? ` at turn ${from}` : ` between turns ${from} and ${to}`),
    ...listFateParts(describeCountedFate(leftFacts), place),
  ];
}

/** What became of what left, in the words of the story; none where nothing was wanted again. */
export function describeFate({ compacted, left }: Pick<Story, "compacted" | "left">): string[] {
  return [
    ...(compacted === null ? [] : describeCompactedFate(compacted)),
    ...(left === null ? [] : describeCountedFate(left)),
  ];
}

/** As the compactions' cards say it; by blocks where no card says anything. */
function describeCompactedFate(compacted: NonNullable<Story["compacted"]>): string[] {
  const wantedWords = listWantedParts(compacted.again).map(({ words }) => words);
  return wantedWords.length > 0 ? wantedWords : describeCountedFate(compacted);
}

function describeCountedFate({ wanted, fetched }: { wanted: number; fetched: number }): string[] {
  return [
    ...(wanted > 0 ? [`${count(wanted)} ${wanted === 1 ? "was" : "were"} needed later`] : []),
    ...(fetched > 0 ? [`${count(fetched)} fetched again`] : []),
  ];
}

function listFateParts(words: readonly string[], place: StoryPlace): StoryPart[] {
  return words.length === 0 ? [] : [writePart("; "), linkPart(listWords(words), place)];
}

/** What the windows and the money do not tell: the plan, the gravest finding, calls that failed. */
function describeHarmSentence({ turns, plan, worst, serious, warnings, failed }: Story): StorySentence {
  if (turns === 0) return [];
  const harmParts = [planPart(plan), makeWorstPart(worst), makeFailedPart(failed)].flat();
  if (harmParts.length > 0)
    return [
      ...harmParts.flatMap((part, n) => (n === 0 ? [capitalisePart(part)] : [writePart("; "), part])),
      writePart("."),
    ];
  return serious + warnings === 0 ? [writePart("No serious finding and no warning.")] : [];
}

function planPart(plan: Story["plan"]): StoryPart[] {
  if (plan === null) return [];
  const { from, to, open, isOutNow } = plan;
  const when = isOutNow
    ? `has been out of the window since turn ${from}`
    : `was out of the window from turn ${from} to ${to}`;
  return [linkPart(`the plan ${when}, with ${plural(open, "step")} open`, { view: "plan", turn: from })];
}

function makeWorstPart(worst: Story["worst"]): StoryPart[] {
  if (worst === null) return [];
  const { title, turn } = worst;
  return [
    linkPart(`${title.charAt(0).toLowerCase()}${title.slice(1)} (turn ${turn})`, { view: "overview", turn }),
  ];
}

/** Fewer are the day's work of an agent. */
const FAILED_SHARE = 0.1;

function makeFailedPart(failed: Story["failed"]): StoryPart[] {
  if (failed === null || failed.calls < failed.of * FAILED_SHARE) return [];
  const { calls, of, turn } = failed;
  return [linkPart(`${count(calls)} of ${plural(of, "call")} failed`, { view: "turn", turn })];
}

/** Less of the whole is not worth a change. */
const AVOIDABLE_SHARE = 0.01;

function describeCostSentence({ cost }: Story): StorySentence {
  if (cost === null) return [];
  const { currency, total, avoidable, losses, lost: paidAgain } = cost;
  const again = paidAgain == null ? "" : ` (${describeMoney(paidAgain, currency)} written again)`;
  const lossText = losses > 0 ? `; the prompt cache was lost ${describeTimes(losses)}${again}` : "";
  return [
    linkPart(describeMoney(total, currency), { view: "cost", turn: 0 }),
    writePart(
      avoidable > total * AVOIDABLE_SHARE
        ? `, of it ${describeMoney(avoidable, currency)} avoidable${lossText}.`
        : `${lossText}.`,
    ),
  ];
}

function describeTurns(turns: readonly number[]): string {
  return turns.length === 1 ? `turn ${turns[0]}` : `turns ${turns.join(", ")}`;
}

function describeTimes(times: number): string {
  return times === 1 ? "once" : times === 2 ? "twice" : `${count(times)} times`;
}

function capitalisePart({ text, place }: StoryPart): StoryPart {
  return { text: `${text.charAt(0).toUpperCase()}${text.slice(1)}`, place };
}

/** A stretch that leads nowhere. */
export function writePart(text: string): StoryPart {
  return { text, place: null };
}

/** A stretch that leads to its proof. */
export function linkPart(text: string, place: StoryPlace): StoryPart {
  return { text, place };
}
