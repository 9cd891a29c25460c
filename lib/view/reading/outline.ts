import type { ConversationInput } from "../answers";
import { count } from "../format/format";
import { revealText } from "../format/trace-text";

/** The prompts of a session, and between them where it was compacted. */
export interface ReadOutline {
  readonly rows: readonly OutlineRow[];
  /** Says which prompts are listed; `null` where all are. */
  readonly listed: string | null;
  /** The number of a prompt that stands before those that are listed; `null` for none. */
  readonly earlier: number | null;
  readonly later: number | null;
}

export interface OutlineRow {
  readonly key: string;
  readonly is: "prompt" | "compaction";
  readonly words: string;
  readonly turn: string;
  readonly href: string;
  readonly isHere: boolean;
}

/** Some prompts that follow one another, of all of a session. */
export type ListedPrompts = Pick<ConversationInput, "prompts" | "promptsFrom" | "promptsTotal">;

/** Joins lists of prompts that overlap or touch. */
export function joinPrompts(lists: readonly ListedPrompts[]): ListedPrompts {
  const placed = new Map(
    lists.flatMap(({ prompts, promptsFrom = 0 }) => prompts.map((one, n) => [promptsFrom + n, one] as const)),
  );
  const numbers = [...placed.keys()].sort((a, b) => a - b);
  return {
    prompts: numbers.flatMap((number) => placed.get(number) ?? []),
    promptsFrom: numbers[0] ?? 0,
    promptsTotal: Math.max(0, ...lists.map(({ promptsTotal }) => promptsTotal)),
  };
}

/** @param page the turns that are shown, and all compactions */
export function makeOutline(
  { prompts, promptsFrom = 0, promptsTotal }: ListedPrompts,
  { from, to, compacted = [] }: Pick<ConversationInput, "from" | "to" | "compacted">,
  sessionId: string,
): ReadOutline {
  const isHere = (turn: number) => from !== null && to !== null && turn >= from && turn <= to;
  const place = (turn: number) => ({
    turn: `turn ${turn}`,
    href: isHere(turn) ? `#${turnAnchor(turn)}` : `${makeReadHref(sessionId, turn)}#${turnAnchor(turn)}`,
    isHere: isHere(turn),
  });
  const end = promptsFrom + prompts.length;
  const isWhole = promptsFrom === 0 && end >= promptsTotal;
  const [firstTurn, lastTurn] = [prompts[0]?.turn ?? 0, prompts.at(-1)?.turn ?? 0];
  const cuts = compacted.filter(
    (turn) => (promptsFrom === 0 || turn >= firstTurn) && (end >= promptsTotal || turn <= lastTurn),
  );
  const rows = [
    ...prompts.map(({ turn, blockId, preview }) => ({
      at: turn,
      row: {
        key: blockId,
        is: "prompt" as const,
        words: revealText(preview) || "(no text)",
        ...place(turn),
      },
    })),
    ...cuts.map((turn) => ({
      at: turn,
      row: { key: `compacted ${turn}`, is: "compaction" as const, words: "compacted", ...place(turn) },
    })),
  ];
  return {
    rows: rows.toSorted((a, b) => a.at - b.at).map(({ row }) => row),
    listed: isWhole ? null : `Prompts ${count(promptsFrom + 1)} to ${count(end)} of ${count(promptsTotal)}.`,
    earlier: promptsFrom === 0 ? null : promptsFrom - 1,
    later: end >= promptsTotal ? null : end,
  };
}

export function turnAnchor(turn: number): string {
  return `turn-${turn}`;
}

/** The page of a turn. */
export function makeReadHref(sessionId: string, turn: number): string {
  return `/sessions/${encodeURIComponent(sessionId)}/read?turn=${turn}`;
}
