import type { Story } from "@/lib/core/story/story-schema";
import { COST_PARTS, STACKED_PARTS } from "../chart/part-looks";
import { describeMoney } from "../format/cost";
import { revealText } from "../format/trace-text";
import { formatCompact, count, formatPercent, plural } from "../format/format";
import type { StoryPart, StorySentence } from "./story-words";
import { describeFate, linkPart, writePart } from "./story-words";
import { listWords } from "../format/wanted-parts";

/** One of the three answers below a story: what was lost, what was wasted, what to do. */
export interface StoryCard {
  readonly kind: "missed" | "wasted" | "remedy";
  readonly title: string;
  readonly headline: StorySentence;
  readonly lines: readonly StorySentence[];
  /** What speaks against it; `null` for nothing. */
  readonly caution: string | null;
  readonly picture: CardPicture | null;
}

export type CardPicture =
  | { readonly form: "arcs"; readonly arcs: readonly Arc[]; readonly label: string }
  | { readonly form: "bar"; readonly pieces: readonly BarPiece[]; readonly label: string };

/** From where a block left to where it was wanted, as shares of the session. */
export interface Arc {
  readonly from: number;
  readonly to: number;
  readonly how: "needed" | "fetched";
}

/** `share` is of the whole. */
export interface BarPiece {
  readonly label: string;
  readonly color: string;
  readonly share: number;
}

interface Counts {
  readonly toolCalls: number | null;
  readonly repeatedToolCalls: number | null;
}

const LINES_MAX = 2;

/**
 * What a session lost, what it wasted and what to do, in this order unless more was wasted than lost. Example: a session in which
 * 39 blocks were wanted after they had left and $6 of $42.60 could have been saved has
 *
 *   Lost and missed  "39 blocks were wanted after they had left"    arcs from leaving to use
 *   Wasted           "$6.00 of $42.60 avoidable"                    a bar of what was paid for
 *   Do this          "Clear old tool results, keep the newest 20"   saves $6.00
 *
 * No card for a session without a turn.
 */
export function listStoryCards(story: Story, counts: Counts): StoryCard[] {
  if (story.turns === 0) return [];
  const [missedCard, wastedCard, remedy] = [
    makeMissedCard(story),
    makeWastedCard(story, counts),
    makeRemedyCard(story),
  ];
  const isLost = story.missed.length > 0 || story.plan !== null || story.serious > 0;
  return isLost || story.cost === null || story.cost.avoidable === 0
    ? [missedCard, wastedCard, remedy]
    : [wastedCard, missedCard, remedy];
}

/**
 * What left and was wanted again.
 * @param names of blocks by their ids, for a reader who may know them: a story has none
 */
export function makeMissedCard(story: Story, names: Readonly<Record<string, string>> = {}): StoryCard {
  const { plan, missed, turns } = story;
  const lines = missed.map(({ blockId, left, wanted, how, tokens }): StorySentence => [
    ...nameLeaving(revealText(names[blockId] ?? ""), left, blockId),
    writePart(`${tokens === null ? "" : ` (${formatCompact(tokens)} tokens)`}, `),
    linkPart(`${how === "needed" ? "needed" : "fetched again"} at turn ${wanted}`, {
      view: "turn",
      turn: wanted,
    }),
  ]);
  return {
    kind: "missed",
    title: "Lost and missed",
    headline: [writePart(describeMissed(story))],
    lines: [...planLine(plan), ...lines].slice(0, LINES_MAX),
    caution: null,
    picture:
      missed.length === 0
        ? null
        : {
            form: "arcs",
            label: "From where a block left to where it was wanted",
            arcs: missed.map(({ left, wanted, how }) => ({
              from: left / Math.max(1, turns),
              to: Math.min(1, wanted / Math.max(1, turns)),
              how,
            })),
          },
  };
}

function nameLeaving(name: string, leftTurn: number, block: string): StorySentence {
  const place = { view: "block", turn: leftTurn, block } as const;
  return name === ""
    ? [linkPart(`left at turn ${leftTurn}`, place)]
    : [linkPart(name, place), writePart(` left at turn ${leftTurn}`)];
}

function describeMissed(story: Story): string {
  const { windows, compacted, left, plan } = story;
  if (windows === 0) return "The windows are not recorded, so nobody can say";
  const fate = listWords(describeFate(story));
  if (fate !== "") return `${fate.charAt(0).toUpperCase()}${fate.slice(1)}`;
  if (plan !== null) return "The plan went out while steps were open";
  return compacted === null && left === null
    ? "Nothing left the window"
    : "Nothing that left was wanted again";
}

function planLine(plan: Story["plan"]): StorySentence[] {
  if (plan === null) return [];
  const { from, to, open, isOutNow } = plan;
  return [
    [
      linkPart(`plan out ${isOutNow ? `since turn ${from}` : `from turn ${from} to ${to}`}`, {
        view: "plan",
        turn: from,
      }),
      writePart(`, ${plural(open, "step")} open`),
    ],
  ];
}

function makeWastedCard(story: Story, { toolCalls, repeatedToolCalls }: Counts): StoryCard {
  const { cost, failed } = story;
  const money = cost === null ? null : (value: number) => describeMoney(value, cost.currency);
  const lossSentences: StorySentence[] =
    cost === null || money === null || cost.losses === 0
      ? []
      : [
          [
            linkPart(`prompt cache lost ${plural(cost.losses, "time")}`, { view: "cost", turn: 0 }),
            writePart(cost.lost === null ? "" : `: ${money(cost.lost)} written again`),
          ],
        ];
  const again: StorySentence[] =
    repeatedToolCalls === null || repeatedToolCalls === 0
      ? []
      : [[writePart(`${count(repeatedToolCalls)} of ${plural(toolCalls ?? 0, "call")} repeated another`)]];
  const refused: StorySentence[] =
    failed === null
      ? []
      : [
          [
            linkPart(`${count(failed.calls)} of ${plural(failed.of, "call")} failed`, {
              view: "turn",
              turn: failed.turn,
            }),
          ],
        ];
  return {
    kind: "wasted",
    title: "Wasted",
    headline: describeWasted(cost, money),
    lines: [...lossSentences, ...refused, ...again].slice(0, LINES_MAX),
    caution: null,
    picture: cost === null ? null : makeBar(cost),
  };
}

function describeWasted(cost: Story["cost"], money: ((value: number) => string) | null): StorySentence {
  if (cost === null || money === null) return [writePart("The price is not known")];
  const total = linkPart(money(cost.total), { view: "cost", turn: 0 });
  return cost.avoidable > 0
    ? [writePart(`${money(cost.avoidable)} of `), total, writePart(" avoidable")]
    : [writePart("Nothing avoidable was found in "), total];
}

function makeBar({ parts }: NonNullable<Story["cost"]>): CardPicture | null {
  if (parts === null) return null;
  const paid = STACKED_PARTS.filter((part) => parts[part] > 0);
  const sum = paid.reduce((total, part) => total + parts[part], 0);
  const pieces = paid.map((part) => ({ ...COST_PARTS[part], share: parts[part] / sum }));
  const words = pieces.map(({ label, share }) => `${label.toLowerCase()} ${formatPercent(share)}`).join(", ");
  return { form: "bar", pieces, label: `What was paid for: ${words}` };
}

function makeRemedyCard({ cost, missed, worst, plan, left, compacted }: Story): StoryCard {
  const keeps = missed.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0);
  const lines: StorySentence[] = [
    ...(missed.length === 0 && plan === null
      ? []
      : [
          [
            linkPart("see what would have kept it", {
              view: "replay",
              turn: missed[0]?.left ?? plan?.from ?? 0,
            }),
            writePart(keeps === 0 ? "" : `: ${formatCompact(keeps)} tokens to keep`),
          ],
        ]),
    ...(worst === null
      ? []
      : [
          [
            linkPart(`look at turn ${worst.turn}`, { view: "overview", turn: worst.turn } as const),
            writePart(`: ${lowerTitle(worst.title)}`),
          ],
        ]),
  ];
  const saves: StorySentence[] =
    cost === null || cost.remedy === null
      ? []
      : [
          [
            linkPart("the lines to change", { view: "cost", turn: 0 }),
            writePart(`: saves ${describeMoney(cost.avoidable, cost.currency)}`),
          ],
        ];
  const isQuiet = lines.length + saves.length === 0;
  const [first] = lines;
  return {
    kind: "remedy",
    title: "Do this",
    headline:
      cost?.remedy != null
        ? [writePart(cost.remedy)]
        : isQuiet || first === undefined
          ? [writePart(left === null && compacted === null ? "Nothing to do" : "Nothing to change was found")]
          : capitaliseSentence(first),
    lines: [...saves, ...(cost?.remedy == null ? lines.slice(1) : lines)].slice(0, LINES_MAX),
    caution: cost?.remedy == null ? null : cost.risk,
    picture: null,
  };
}

function capitaliseSentence([first, ...rest]: StorySentence): StorySentence {
  if (first === undefined) return [];
  const part: StoryPart = { ...first, text: `${first.text.charAt(0).toUpperCase()}${first.text.slice(1)}` };
  return [part, ...rest];
}

function lowerTitle(title: string): string {
  return `${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}
