import type { BlockUseInput } from "../answers";
import type { UseState } from "@/lib/core/evidence/use-state";
import { useStateOf } from "@/lib/core/evidence/use-state";
import { groupBy } from "@/lib/core/group-by";
import { count, plural } from "../format/format";
import { revealText } from "../format/trace-text";

export interface BlockUseRow {
  readonly key: string;
  readonly turn: number;
  readonly who: string;
  readonly blockId: string | null;
  /** What stood for it then; empty where it stood in the window itself. */
  readonly words: string;
  readonly missing: boolean;
  /** "2 ×" for two alike in one turn, else empty. */
  readonly times: string;
}

export interface BlockUses {
  readonly summary: string;
  readonly rows: readonly BlockUseRow[];
  /** The place of each use on the life line, 0 to 1. */
  readonly marks: readonly { readonly at: number; readonly missing: boolean; readonly label: string }[];
}

const WORDS: Record<UseState, string> = {
  live: "it stood in the window",
  pinned: "it was pinned in the window",
  referenced: "only a reference to it stood in the window",
  refetched: "it had left and was fetched again",
  residual: "it had left, and only a summary or the model's own words said it",
  dangling: "it had left, and nothing stood for it",
};

/** `axis` is the session's first turn and its number of turns. */
export function buildBlockUses(
  uses: readonly BlockUseInput[] | null | undefined,
  total: number | null,
  axis: { first: number; span: number },
): BlockUses {
  if (uses === undefined)
    return { summary: "Who used this block is not part of this view.", rows: [], marks: [] };
  if (uses === null)
    return { summary: "The analysis of who used this block is still under way.", rows: [], marks: [] };
  const all = uses.map((use, i) => ({
    key: `${use.turn}-${i}`,
    turn: use.turn,
    who: revealText(use.step === null ? (use.name ?? "the answer of the model") : `step ${use.step}`),
    blockId: use.blockId,
    words: WORDS[useStateOf(use)],
    missing: isMissing(use),
  }));
  const alike = groupBy(all, ({ turn, who, blockId, words }) => JSON.stringify([turn, who, blockId, words]));
  const rows = [...alike.values()].flatMap(([first, ...more]) =>
    first === undefined
      ? []
      : [
          {
            ...first,
            words: first.words === WORDS.live ? "" : first.words,
            times: more.length === 0 ? "" : `${count(more.length + 1)} ×`,
          },
        ],
  );
  return {
    summary: writeSummary(uses, total ?? uses.length),
    // What was used while it was gone did harm.
    rows: rows.toSorted((a, b) => Number(b.missing) - Number(a.missing) || a.turn - b.turn),
    marks: all.map(({ turn, who, words, missing }) => ({
      at: (turn - axis.first + 0.5) / axis.span,
      missing,
      label: `turn ${turn}: used by ${who}; ${words}`,
    })),
  };
}

function isMissing({ state }: BlockUseInput): boolean {
  return state === "dangling" || state === "referenced" || state === "refetched";
}

function writeSummary(uses: readonly BlockUseInput[], total: number): string {
  if (total === 0) return "No later step, call or answer is known to have used a value of it.";
  const missing = uses.filter(isMissing).length;
  const shown = total > uses.length ? ` The first ${count(uses.length)} are listed.` : "";
  return missing === 0
    ? `Used ${plural(total, "time")}, each time while it stood in the window.${shown}`
    : `Used ${plural(total, "time")}, ${count(missing)} of them when it was no longer in the window.${shown}`;
}
