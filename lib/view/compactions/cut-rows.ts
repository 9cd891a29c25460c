import type { CutTrigger } from "@/lib/core/compaction/trigger";
import { describeCause } from "@/lib/core/ledger/reason";
import type { CompactionInput, CompactionsInput } from "../answers";
import { plural, formatTokens } from "../format/format";
import { revealText } from "../format/trace-text";
import { listCauseNumbers } from "../lanes/cause-numbers";
import { cutHeadline, describeWanted } from "./headline";

/** One line of the list of cuts. */
export interface CutRow {
  readonly no: number;
  /** The turn whose window first shows it; the last turn when no call followed. */
  readonly turn: number;
  readonly when: string;
  readonly trigger: string;
  /** `window 166,874 → 32,015 tokens` */
  readonly size: string;
  readonly removed: string;
  readonly needed: string | null;
  readonly cause: string;
  readonly numbers: readonly { readonly label: string; readonly value: string }[];
  readonly headline: string | null;
  /** What somebody asked the summary to do; `null` where nobody did. */
  readonly asked: string | null;
  /** Which of the session's compactions it is; `null` for the only one and for other cuts. */
  readonly which: string | null;
  readonly cut: CompactionInput;
}

export interface CutRows {
  readonly title: string;
  readonly rows: readonly CutRow[];
  /** Those that stand before a reader asks for the others. */
  readonly first: readonly CutRow[];
  /** Clearings that took nothing that was wanted again; the list leaves them out. */
  readonly quiet: number;
  /** What to say of an address that names a cut that is not there; `null` where it does not. */
  readonly missing: string | null;
  readonly currency: string | null;
}

export const TRIGGER_WORDS: Readonly<Record<CutTrigger, string>> = {
  automatic: "automatic",
  manual: "by hand",
  provider: "the provider's own",
  hidden: "only the windows show it",
};

/** The lanes below are what the page is for. */
const FIRST_MAX = 6;

/**
 * In the order in which they happened. A clearing has a line where something that it took was wanted again, and where it is open.
 * @param lastTurn the session's last call
 * @param open the number of the cut that is open
 */
export function cutRows(
  { compactions, currency }: CompactionsInput,
  lastTurn: number | null,
  open: number | null,
): CutRows {
  const shown = compactions.filter(
    (cut) => cut.is !== "clearing" || (cut.wantedTotal ?? 0) > 0 || cut.no === open,
  );
  const rows = shown.map((cut) => ({
    ...cutRow(cut, lastTurn, currency),
    which: describeWhich(cut, compactions),
  }));
  const worst = new Set(rows.toSorted(compareByHarm).slice(0, FIRST_MAX));
  return {
    title: titleOf(shown),
    rows,
    first: rows.filter((row) => worst.has(row) || row.no === open),
    quiet: compactions.length - shown.length,
    missing:
      open === null || rows.length === 0 || rows.some(({ no }) => no === open)
        ? null
        : "What the address would open is not in this list.",
    currency,
  };
}

function titleOf(cuts: readonly CompactionInput[]): string {
  const clearings = cuts.filter(({ is }) => is === "clearing").length;
  if (clearings === 0) return "Compactions";
  return clearings === cuts.length ? "Clearings" : "Compactions and clearings";
}

/** What took much at once stands before clearings, and among them those of which most was wanted again. */
function compareByHarm({ cut: a }: CutRow, { cut: b }: CutRow): number {
  const isClearing = Number(a.is === "clearing") - Number(b.is === "clearing");
  return isClearing !== 0 ? isClearing : (b.wantedTotal ?? 0) - (a.wantedTotal ?? 0);
}

/** "2 of 3" for a compaction of several; `null` for the only one and for other cuts. */
function describeWhich({ is, no }: CompactionInput, all: readonly CompactionInput[]): string | null {
  const alike = all.filter((cut) => cut.is === "compaction");
  if (is !== "compaction" || alike.length < 2) return null;
  return `${alike.findIndex((cut) => cut.no === no) + 1} of ${alike.length}`;
}

export function describeQuiet(quiet: number): string {
  return `${plural(quiet, "clearing")} took nothing that was wanted again.`;
}

function cutRow(
  cut: CompactionInput,
  lastTurn: number | null,
  currency: string | null,
): Omit<CutRow, "which"> {
  const { cause } = cut;
  return {
    no: cut.no,
    turn: Math.min(cut.turn, lastTurn ?? cut.turn),
    when: lastTurn !== null && cut.turn > lastTurn ? `after turn ${lastTurn}` : `turn ${cut.turn}`,
    trigger:
      cut.trigger === null
        ? cause.provenance === "reported"
          ? "recorded by the harness"
          : TRIGGER_WORDS.hidden
        : TRIGGER_WORDS[cut.trigger],
    asked: cut.instructions == null ? null : `asked: “${revealText(cut.instructions)}”`,
    size: sizeWords(cut),
    removed: describeRemoved(cut),
    needed: describeWanted(cut),
    cause: revealText(describeCause(cause)),
    numbers: listCauseNumbers(cause),
    headline: cutHeadline(cut, currency),
    cut,
  };
}

function describeRemoved({ is, removed, summaryBlockId }: CompactionInput): string {
  const blocks = plural(removed, "block");
  if (is === "clearing") return `${blocks} cleared`;
  if (is === "restart") return `${blocks} left at a restart`;
  return `${blocks} became ${summaryBlockId === null ? "a summary that is not stored" : "a summary"}`;
}

function sizeWords({ before, after }: CompactionInput): string {
  const then = `window ${formatTokens(before.value, before.provenance)}`;
  return after.value === null
    ? `${then} tokens before`
    : `${then} → ${formatTokens(after.value, after.provenance)} tokens`;
}
