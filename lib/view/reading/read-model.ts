import { groupBy } from "@/lib/core/group-by";
import type { ConversationInput, SpokenLineInput } from "../answers";
import { TOOL_KINDS, USER_KINDS } from "@/lib/core/vocabulary";
import { pickKindColor, labelKind } from "../chart/palette";
import type { Story } from "@/lib/core/story/story-schema";
import type { LossMark } from "../losses/loss-marks";
import { describeMoney } from "../format/cost";
import { formatCompact, count, formatDuration, plural, formatSigned, formatTokens } from "../format/format";
import { revealText } from "../format/trace-text";
import { makeBlockHref, makeEvictionsHref, turnHref } from "../questions/links";
import { makeStoryHref } from "../questions/story-href";
import type { SessionDetail } from "../session-header";
import { readRequestedTurn } from "../requested-turns";
import { makeReadHref } from "./outline";
import type { SpokenText } from "./spoken-text";
import { buildSpokenText } from "./spoken-text";

export interface ReadLine extends SpokenText {
  readonly key: string;
  readonly form: "prompt" | "answer" | "folded";
  /** What programs wrote or are to read stands in columns; what people and the model say does not. */
  readonly isCode: boolean;
  readonly name: string;
  readonly color: string;
  readonly href: string;
  readonly isUntrusted: boolean;
  readonly isError: boolean;
  /** What the call brought; `null` where it is no call, or nothing came back. */
  readonly result: ReadLine | null;
  /** The sub-agents that the call started. */
  readonly agents: readonly ReadAgent[];
}

/** A session that unfolds where it was started. */
export interface ReadAgent {
  readonly id: string;
  readonly name: string;
  readonly calls: string;
  /** Its own page. */
  readonly href: string;
}

/** What stands above the first turn of an exchange. */
export interface ReadChapter {
  /** "Exchange 2 of 5" */
  readonly title: string;
  /** "8 calls, 4 min, 310k tokens sent, $4.20, 3 blocks left" */
  readonly facts: string;
  /** Whether it began on an earlier page. */
  readonly goesOn: boolean;
}

export interface ReadTurn {
  readonly key: number;
  /** `null` within an exchange. */
  readonly chapter: ReadChapter | null;
  /** What is another one from here on, such as the model; `null` for nothing. */
  readonly seam: string | null;
  readonly label: string;
  readonly href: string;
  readonly at: string | null;
  /** What happened to the window, for the margin. */
  readonly marks: readonly { readonly text: string; readonly href: string }[];
  readonly lines: readonly ReadLine[];
}

export interface ReadModel {
  readonly empty: boolean;
  readonly summary: string;
  /** What to say of a turn that was asked for and is not there; `null` where it is. */
  readonly note: string | null;
  readonly turns: readonly ReadTurn[];
  readonly previous: string | null;
  readonly next: string | null;
}

/** What the page knows besides the conversation. */
export interface ReadAside {
  /** The turn of the address. */
  readonly asked: number | null;
  readonly losses: readonly LossMark[];
  readonly missed: Story["missed"];
  /** The first turn that is no copy of another session's; `null` where none is. */
  readonly ownFrom: number | null;
  readonly children: SessionDetail["children"];
}

const NOTHING_ASIDE: ReadAside = { asked: null, losses: [], missed: [], ownFrom: null, children: [] };

/** A page holds the turn that was asked for, or else the nearest one: then it begins or ends with that. */
function describeAsked(askedTurn: number | null, { from, to }: ConversationInput): string | null {
  return from === null || to === null ? null : readRequestedTurn(askedTurn, { from, to }).note;
}

export function readModel(
  input: ConversationInput,
  sessionId: string,
  partialAside: Partial<ReadAside> = {},
): ReadModel {
  const aside = { ...NOTHING_ASIDE, ...partialAside };
  const { from, to, promptsTotal, previous, next } = input;
  const exchanges = countExchanges(input);
  // Two prompts that were sent together begin one exchange.
  const apart = [0, promptsTotal].includes(exchanges) ? "" : ` in ${plural(exchanges, "exchange")}`;
  const lines = groupBy(input.lines, ({ turn }) => turn);
  const page = (turn: number | null) => (turn === null ? null : makeReadHref(sessionId, turn));
  return {
    empty: from === null,
    summary:
      from === null || to === null
        ? ""
        : `${plural(promptsTotal, "prompt")}${apart}. On this page: ${from === to ? `turn ${from}` : `turns ${from} to ${to}`}.`,
    note: describeAsked(aside.asked, input),
    turns: input.turns.map((turn, n) => ({
      key: turn.turn,
      chapter: findChapterAt(turn.turn, n === 0, input),
      seam: findSeamAt(turn, input.turns[n - 1], aside),
      label: `Turn ${turn.turn}`,
      href: turnHref(sessionId, turn.turn),
      at: turn.at,
      marks: [
        ...listMarks(turn, input.turns[n - 1], sessionId),
        ...listLaterMarks(turn.turn, sessionId, aside),
        ...listFailedMarks(turn.turn, lines.get(turn.turn) ?? [], sessionId),
      ],
      lines: listLines(lines.get(turn.turn) ?? [], sessionId, aside),
    })),
    previous: page(previous),
    next: page(next),
  };
}

/** An older answer, as of a frozen view, has no exchanges. */
function findChapterAt(
  turn: number,
  isFirstHere: boolean,
  input: Partial<ConversationInput>,
): ReadChapter | null {
  const { exchanges = [], exchangesBefore = 0, currency = null } = input;
  const at = exchanges.findIndex((candidate) => turn >= candidate.from && turn <= candidate.to);
  const exchange = exchanges[at];
  if (exchange === undefined || (exchange.from !== turn && !isFirstHere)) return null;
  const { from, to, startedAt, endedAt, tokens: sentTokens, evictions, compactions, cost } = exchange;
  const lasted = startedAt === null || endedAt === null ? 0 : Date.parse(endedAt) - Date.parse(startedAt);
  return {
    title: `Exchange ${count(exchangesBefore + at + 1)} of ${count(countExchanges(input))}`,
    goesOn: from !== turn,
    facts: [
      plural(to - from + 1, "call"),
      ...(lasted > 0 ? [formatDuration(lasted)] : []),
      ...(sentTokens > 0 ? [`${formatCompact(sentTokens)} tokens sent`] : []),
      ...(cost === null || currency === null ? [] : [describeMoney(cost, currency)]),
      ...(compactions === 0 ? [] : [`compacted ${compactions === 1 ? "once" : plural(compactions, "time")}`]),
      ...(evictions === 0 ? [] : [`${plural(evictions, "block")} left`]),
    ].join(", "),
  };
}

/** A frozen view may be of a time when all were listed. */
function countExchanges({ exchanges = [], exchangesTotal = null }: Partial<ConversationInput>): number {
  return exchangesTotal ?? exchanges.length;
}

type TurnInput = ConversationInput["turns"][number];

function findSeamAt(
  { turn, model = null }: TurnInput,
  before: TurnInput | undefined,
  { ownFrom }: ReadAside,
): string | null {
  const seams = [
    ...(ownFrom === turn ? ["what stands above was copied from another session"] : []),
    ...(before !== undefined && model !== null && before.model != null && before.model !== model
      ? [`answered by ${revealText(model)} from here on`]
      : []),
  ];
  return seams.length === 0 ? null : seams.join("; ");
}

/** What left here and was wanted later, what was wanted here after it had left, and a lost cache. */
function listLaterMarks(turn: number, sessionId: string, { missed, losses }: ReadAside): ReadTurn["marks"] {
  const marks = [
    ...missed
      .filter(({ left }) => left === turn)
      .map(({ blockId, wanted, how }) => ({
        text: `left here, ${how === "needed" ? "needed" : "fetched again"} at turn ${wanted}`,
        href: makeBlockHref(sessionId, blockId),
      })),
    ...missed
      .filter(({ wanted }) => wanted === turn)
      .map(({ blockId, left, how }) => ({
        text: `${how === "needed" ? "needed here" : "fetched again here"}, gone since turn ${left}`,
        href: makeBlockHref(sessionId, blockId),
      })),
    ...losses
      .filter((loss) => loss.turn === turn)
      .map(() => ({
        text: "the prompt cache was lost",
        href: makeStoryHref(sessionId, { view: "cost", turn }),
      })),
  ];
  return [...groupBy(marks, ({ text }) => text).values()].flatMap(([first, ...otherMarks]) =>
    first === undefined
      ? []
      : {
          ...first,
          text: otherMarks.length === 0 ? first.text : `${first.text}: ${otherMarks.length + 1} blocks`,
        },
  );
}

function listFailedMarks(
  turn: number,
  lines: readonly SpokenLineInput[],
  sessionId: string,
): ReadTurn["marks"] {
  const failed = lines.filter(({ isError }) => isError === true).length;
  return failed === 0 ? [] : [{ text: `${plural(failed, "call")} failed`, href: turnHref(sessionId, turn) }];
}

function listMarks(
  { turn, windowTokens, provenance, delta, evictions, evictedTokens, compactions }: TurnInput,
  before: TurnInput | undefined,
  sessionId: string,
): ReadTurn["marks"] {
  const evicted = makeEvictionsHref(sessionId, turn, {});
  const change = delta === null ? "" : ` (${formatSigned(delta)})`;
  return [
    ...(windowTokens === null
      ? []
      : [
          {
            text: `${formatTokens(windowTokens, provenance)} tokens${change}`,
            href: turnHref(sessionId, turn),
          },
        ]),
    ...(compactions === 0
      ? []
      : [
          { text: `compacted here${shrinkWords(before?.windowTokens ?? null, windowTokens)}`, href: evicted },
        ]),
    ...(evictions === 0
      ? []
      : [
          {
            text: `${plural(evictions, "block")} left, ${formatCompact(evictedTokens)} tokens`,
            href: evicted,
          },
        ]),
  ];
}

/** ": 167k → 34k" */
function shrinkWords(before: number | null, now: number | null): string {
  return before === null || now === null || now >= before
    ? ""
    : `: ${formatCompact(before)} → ${formatCompact(now)}`;
}

/** A call and its result are one line. */
function listLines(
  lines: readonly SpokenLineInput[],
  sessionId: string,
  { children }: Pick<ReadAside, "children">,
): ReadLine[] {
  const results = new Map(
    lines.flatMap((line) =>
      line.sourceKind === "tool_result" && line.toolCallId !== null ? [[line.toolCallId, line]] : [],
    ),
  );
  const takenResults = new Set<string>();
  return lines.flatMap((line) => {
    if (takenResults.has(line.blockId) || isBlankAnswer(line)) return [];
    const result = line.sourceKind === "tool_call" ? results.get(line.toolCallId ?? "") : undefined;
    if (result !== undefined) takenResults.add(result.blockId);
    return [
      {
        ...buildLine(line, sessionId),
        result: result === undefined ? null : { ...buildLine(result, sessionId), name: "result" },
        agents: line.sourceKind === "tool_call" ? listAgents(line.toolCallId, children) : [],
      },
    ];
  });
}

function listAgents(toolCallId: string | null, children: ReadAside["children"]): ReadAgent[] {
  if (toolCallId === null) return [];
  return children
    .filter((child) => child.toolCallId === toolCallId)
    .map(({ id, name, turns }) => ({
      id,
      name: revealText(name ?? id),
      calls: turns === null ? "being worked out" : plural(turns, "call"),
      href: `/sessions/${encodeURIComponent(id)}/read`,
    }));
}

function buildLine(line: SpokenLineInput, sessionId: string): ReadLine {
  const { blockId, sourceKind, toolName, trust, isError } = line;
  const form = buildForm(line);
  return {
    key: blockId,
    form,
    isCode: TOOL_KINDS.has(sourceKind),
    name: revealText(toolName ?? SPOKEN_NAMES[form] ?? labelKind(sourceKind)),
    color: pickKindColor(sourceKind),
    href: makeBlockHref(sessionId, blockId),
    isUntrusted: trust === "untrusted",
    isError: isError === true,
    result: null,
    agents: [],
    ...buildSpokenText(line, form === "folded"),
  };
}

/** In a conversation. */
const SPOKEN_NAMES: Partial<Record<ReadLine["form"], string>> = { prompt: "Prompt", answer: "Answer" };

/** Some programs record an empty text before each call. */
function isBlankAnswer({ sourceKind, text }: SpokenLineInput): boolean {
  return sourceKind === "assistant_text" && text !== null && text.trim() === "";
}

function buildForm({ sourceKind }: SpokenLineInput): ReadLine["form"] {
  if (USER_KINDS.has(sourceKind)) return "prompt";
  return sourceKind === "assistant_text" ? "answer" : "folded";
}
