import { groupBy } from "@/lib/core/group-by";
import type { ConversationInput, SpokenLineInput } from "../answers";
import { USER_KINDS } from "@/lib/core/vocabulary";
import { kindColor, kindLabel } from "../chart/palette";
import { compact, count, plural, signed, tokens } from "../format/format";
import { visibleText } from "../format/trace-text";
import { blockHref, evictionsHref, turnHref } from "../questions/links";

export interface SpokenText {
  /** The first lines, which always stand there. */
  readonly head: string;
  /** What is folded; empty where the head is all. */
  readonly rest: string;
  /** Says how much more the block holds than is here; `null` where all is here. */
  readonly cut: string | null;
}

export interface ReadLine extends SpokenText {
  readonly key: string;
  readonly form: "prompt" | "answer" | "folded";
  readonly name: string;
  readonly color: string;
  readonly href: string;
  readonly isUntrusted: boolean;
  readonly isError: boolean;
  /** What the call brought; `null` where it is no call, or nothing came back. */
  readonly result: ReadLine | null;
}

export interface ReadTurn {
  readonly key: number;
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
  readonly outline: readonly {
    readonly key: string;
    readonly words: string;
    readonly turn: string;
    readonly href: string;
    readonly isHere: boolean;
  }[];
  /** Says how many prompts the outline leaves out; `null` for none. */
  readonly unlisted: string | null;
  readonly turns: readonly ReadTurn[];
  readonly previous: string | null;
  readonly next: string | null;
}

/** Of a prompt or an answer that stand open. */
const SPOKEN_CHARS = 4_000;
const FOLDED_LINES = 3;
const FOLDED_CHARS = 300;

export function readModel(input: ConversationInput, sessionId: string): ReadModel {
  const { from, to, prompts, promptsTotal, previous, next } = input;
  const lines = groupBy(input.lines, ({ turn }) => turn);
  const page = (turn: number | null) => (turn === null ? null : readHref(sessionId, turn));
  const isHere = (turn: number) => from !== null && to !== null && turn >= from && turn <= to;
  return {
    empty: from === null,
    summary:
      from === null || to === null
        ? ""
        : `${plural(promptsTotal, "prompt")}; ${from === to ? `turn ${from}` : `turns ${from} to ${to}`} stand here.`,
    outline: prompts.map(({ turn, blockId, preview }) => ({
      key: blockId,
      words: visibleText(preview) || "(no text)",
      turn: `turn ${turn}`,
      href: isHere(turn) ? `#${turnAnchor(turn)}` : `${readHref(sessionId, turn)}#${turnAnchor(turn)}`,
      isHere: isHere(turn),
    })),
    unlisted:
      promptsTotal > prompts.length
        ? `The first ${count(prompts.length)} of ${count(promptsTotal)} are listed.`
        : null,
    turns: input.turns.map((turn) => ({
      key: turn.turn,
      label: `Turn ${turn.turn}`,
      href: turnHref(sessionId, turn.turn),
      at: turn.at,
      marks: marksOf(turn, sessionId),
      lines: linesOf(lines.get(turn.turn) ?? [], sessionId),
    })),
    previous: page(previous),
    next: page(next),
  };
}

export function turnAnchor(turn: number): string {
  return `turn-${turn}`;
}

function readHref(sessionId: string, turn: number): string {
  return `/sessions/${encodeURIComponent(sessionId)}/read?turn=${turn}`;
}

function marksOf(
  {
    turn,
    windowTokens,
    provenance,
    delta,
    evictions,
    evictedTokens,
    compactions,
  }: ConversationInput["turns"][number],
  sessionId: string,
): ReadTurn["marks"] {
  const evicted = evictionsHref(sessionId, turn, {});
  const change = delta === null ? "" : ` (${signed(delta)})`;
  return [
    ...(windowTokens === null
      ? []
      : [{ text: `${tokens(windowTokens, provenance)} tokens${change}`, href: turnHref(sessionId, turn) }]),
    ...(compactions === 0 ? [] : [{ text: "compacted here", href: evicted }]),
    ...(evictions === 0
      ? []
      : [{ text: `${plural(evictions, "block")} left, ${compact(evictedTokens)} tokens`, href: evicted }]),
  ];
}

/** A call and its result are one line. */
function linesOf(lines: readonly SpokenLineInput[], sessionId: string): ReadLine[] {
  const results = new Map(
    lines.flatMap((line) =>
      line.sourceKind === "tool_result" && line.toolCallId !== null ? [[line.toolCallId, line]] : [],
    ),
  );
  const taken = new Set<string>();
  return lines.flatMap((line) => {
    if (taken.has(line.blockId)) return [];
    const result = line.sourceKind === "tool_call" ? results.get(line.toolCallId ?? "") : undefined;
    if (result !== undefined) taken.add(result.blockId);
    return [
      {
        ...lineOf(line, sessionId),
        result: result === undefined ? null : { ...lineOf(result, sessionId), name: "result", result: null },
      },
    ];
  });
}

function lineOf(line: SpokenLineInput, sessionId: string): ReadLine {
  const { blockId, sourceKind, toolName, trust, isError } = line;
  const form = formOf(line);
  return {
    key: blockId,
    form,
    name: visibleText(toolName ?? kindLabel(sourceKind)),
    color: kindColor(sourceKind),
    href: blockHref(sessionId, blockId),
    isUntrusted: trust === "untrusted",
    isError: isError === true,
    result: null,
    ...textOf(line, form),
  };
}

function formOf({ sourceKind }: SpokenLineInput): ReadLine["form"] {
  if (USER_KINDS.has(sourceKind)) return "prompt";
  return sourceKind === "assistant_text" ? "answer" : "folded";
}

function textOf({ text, chars }: SpokenLineInput, form: ReadLine["form"]): SpokenText {
  if (text === null) return { head: "(its text was not recorded)", rest: "", cut: null };
  const shown = visibleText(text);
  const head = form === "folded" ? firstLines(shown) : shown.slice(0, SPOKEN_CHARS);
  const missing = (chars ?? text.length) - text.length;
  return {
    head,
    rest: shown.slice(head.length).replace(/^\n/, ""),
    cut: missing > 0 ? `${compact(missing)} more characters in the block` : null,
  };
}

/** A few lines, or fewer characters. */
function firstLines(text: string): string {
  let end = -1;
  for (let line = 0; line < FOLDED_LINES; line++) {
    end = text.indexOf("\n", end + 1);
    if (end < 0) break;
  }
  return text.slice(0, Math.min(end < 0 ? text.length : end, FOLDED_CHARS));
}
