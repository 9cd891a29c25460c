import type { Fate, SurvivalKind } from "@/lib/core/compaction/kinds";
import { FATES, SURVIVAL_KINDS, computeSurvivingShare } from "@/lib/core/compaction/kinds";
import type { CompactionDetail, CompactionInput } from "../answers";
import { describeMoney, roundSum } from "../format/cost";
import { count, formatPercent, formatTokens, plural, formatShortDuration } from "../format/format";
import type { LinkedTable } from "../format/linked-table";
import { revealText } from "../format/trace-text";
import { makeBlockHref, turnHref } from "../questions/links";
import { WANTED_WORDS } from "./wanted-words";

export const KIND_WORDS: Readonly<Record<SurvivalKind, string>> = {
  path: "File paths",
  command: "Commands that ran",
  identifier: "Identifiers",
  address: "Addresses",
  number: "Numbers with a unit",
  error: "Error messages",
  message: "The user's messages",
  step: "Plan steps",
  constraint: "Listed constraints",
};

export const FATE_WORDS: Readonly<Record<Fate, string>> = {
  inSummary: "in the summary",
  kept: "kept",
  attached: "attached again",
  inNamedFile: "in a named file",
  unreadable: "unreadable",
  lost: "lost",
};

export interface CutCardModel {
  readonly facts: readonly { readonly label: string; readonly value: string; readonly hint: string }[];
  /** What is not shown, and why. */
  readonly notes: readonly string[];
  readonly tables: readonly LinkedTable[];
}

/** What a cut kept by kind, what it cost, and what was wanted again. */
export function cutCardModel(cut: CompactionInput, currency: string | null, session: string): CutCardModel {
  return {
    facts: buildFacts(cut, currency),
    notes: listNotes(cut),
    tables: [
      buildSurvivalTable(cut),
      buildWantedTable(cut, session),
      buildAttachedTable(cut, session),
    ].filter(({ rows }) => rows.length > 0),
  };
}

function buildFacts(cut: CompactionInput, currency: string | null): CutCardModel["facts"] {
  const money = (value: number | null) =>
    value === null || currency === null ? null : describeMoney(value, currency);
  const [paid, saved] = [money(cut.paid), money(cut.saved)];
  const facts: [label: string, value: string | null, hint: string][] = [
    [
      "paid",
      paid,
      "the call that wrote the summary, what was written again behind it, and what was fetched again",
    ],
    ["saved", saved, "what would have been read again until the next compaction or the end"],
    ["paid for itself", paid === null ? null : describePayback(cut), "when it had saved what it cost"],
    [
      "first call behind",
      describeBehind(cut),
      "the window that was sent next, as it was measured: what a program states of it may leave out instructions and tools",
    ],
    [
      "floor after",
      cut.floor === null ? null : `${count(cut.floor)} tokens`,
      "instructions, tool schemas and memory",
    ],
    ["took", cut.durationMs === null ? null : formatShortDuration(cut.durationMs), "how long it lasted"],
    [
      "of what the first compaction had",
      cut.drift === null ? null : `${count(cut.drift.still)} of ${count(cut.drift.first)} still said`,
      "values that stood before the session's first compaction and that something still says behind this one",
    ],
  ];
  return facts.flatMap(([label, value, hint]) => (value === null ? [] : [{ label, value, hint }]));
}

/** Where it says something else than the size that the list shows. */
function describeBehind({ after, behind }: CompactionInput): string | null {
  return behind == null || behind.provenance !== "measured" || behind.value === after.value
    ? null
    : `${formatTokens(behind.value, behind.provenance)} tokens`;
}

function describePayback({ paidOffAfter }: CompactionInput): string {
  return paidOffAfter === null ? "never" : `after ${plural(paidOffAfter, "turn")}`;
}

function listNotes({ survival, partly, wanted, wantedTotal }: CompactionInput): string[] {
  if (survival === null)
    return [
      wanted === null
        ? "What it kept is not worked out yet."
        : "The record does not show what stood in the window before, so nothing can be said of what it kept.",
    ];
  const notes = [];
  if ((partly ?? 0) > 0)
    notes.push(
      `Of ${plural(partly ?? 0, "lost message")} of the user at least a sentence still stands word by word.`,
    );
  if (wanted !== null && (wantedTotal ?? 0) > wanted.length)
    notes.push(`The first ${count(wanted.length)} of ${count(wantedTotal)} are listed.`);
  return notes;
}

function buildSurvivalTable({ survival }: CompactionInput): LinkedTable {
  const kinds = survival === null ? [] : SURVIVAL_KINDS.filter((kind) => survival[kind].before > 0);
  const columns = ["kind", "before", "still there", ...FATES.map((fate) => FATE_WORDS[fate])];
  const rows = kinds.flatMap((kind) => {
    const counts = survival?.[kind];
    if (counts === undefined) return [];
    const share = computeSurvivingShare(counts);
    return [{ kind, before: counts.before, share, fates: FATES.map((fate) => counts[fate]) }];
  });
  return {
    id: "survival",
    title: "What it kept",
    note: "Distinct values, each once, in the first column that holds. What cannot be read is not counted as lost.",
    columns: columns.map((label, n) => ({ label, numeric: n > 0 })),
    rows: rows.map(({ kind, before, share, fates }) => ({
      key: kind,
      turn: null,
      cells: [
        KIND_WORDS[kind],
        count(before),
        formatPercent(share),
        ...fates.map((value) => count(value)),
      ].map(makePlainCell),
    })),
    data: {
      columns: columns.map((label, n) => ({ key: label, label, numeric: n > 0 })),
      rows: rows.map(({ kind, before, share, fates }) => [
        KIND_WORDS[kind],
        before,
        share === null ? null : roundSum(share),
        ...fates,
      ]),
    },
  };
}

function makePlainCell(text: string) {
  return { text, href: null };
}

function buildWantedTable({ wanted }: CompactionInput, session: string): LinkedTable {
  const columns = ["what", "how", "turn", "tokens"];
  const rows = (wanted ?? []).map((want, n) => ({ n, ...want, words: describeWanted(want) }));
  return {
    id: "wanted",
    title: "Wanted again",
    note: "What it took and somebody needed afterwards.",
    columns: columns.map((label, n) => ({ label, numeric: n > 1 })),
    rows: rows.map(({ n, text, from, by, turn, tokens, words }) => ({
      key: String(n),
      turn,
      cells: [
        { text: revealText(text), href: from === null ? null : makeBlockHref(session, from, text) },
        { text: words, href: by === null ? null : makeBlockHref(session, by) },
        { text: String(turn), href: turnHref(session, turn) },
        makePlainCell(count(tokens)),
      ],
    })),
    data: {
      columns: columns.map((label, n) => ({ key: label, label, numeric: n > 1 })),
      rows: rows.map(({ text, words, turn, tokens }) => [text, words, turn, tokens]),
    },
  };
}

function describeWanted({ how, instead }: NonNullable<CompactionInput["wanted"]>[number]): string {
  return instead === null ? WANTED_WORDS[how] : `${WANTED_WORDS[how]}: ${revealText(instead)}`;
}

function buildAttachedTable({ attached }: CompactionInput, session: string): LinkedTable {
  const columns = ["block", "source", "tokens"];
  const rows = attached ?? [];
  return {
    id: "attached",
    title: "Attached again",
    note: "What came into the window with it, besides the summary and the user's words.",
    columns: columns.map((label, n) => ({ label, numeric: n > 1 })),
    rows: rows.map(({ blockId, source, label, tokens }) => ({
      key: blockId,
      turn: null,
      cells: [
        { text: revealText(label ?? blockId), href: makeBlockHref(session, blockId) },
        makePlainCell(source.replaceAll("_", " ")),
        makePlainCell(count(tokens)),
      ],
    })),
    data: {
      columns: columns.map((label, n) => ({ key: label, label, numeric: n > 1 })),
      rows: rows.map(({ blockId, source, label, tokens }) => [label ?? blockId, source, tokens]),
    },
  };
}

/** Every value that stood before, the lost ones first. @param fate only these; `null` for all */
export function buildValuesTable(
  { values, total }: CompactionDetail,
  session: string,
  fate: Fate | null,
): LinkedTable {
  const columns = ["value", "kind", "now", "came at turn", "wanted at turn"];
  const shownValues = values.filter((detail) => fate === null || detail.fate === fate);
  const moreText =
    total > values.length ? ` The first ${count(values.length)} of ${count(total)} are listed.` : "";
  return {
    id: "values",
    title: "Every value",
    note: `Each leads to a block that said it before.${moreText}`,
    columns: columns.map((label, n) => ({ label, numeric: n > 2 })),
    rows: shownValues.map(({ kind, text, fate: now, partly, blockId, turn, wantedTurn }, n) => ({
      key: `${kind} ${n}`,
      turn: null,
      cells: [
        {
          text: revealText(text),
          href: blockId === null ? null : makeBlockHref(session, blockId, text),
        },
        makePlainCell(kind),
        makePlainCell(partly ? "lost in part" : FATE_WORDS[now]),
        turn === null ? makePlainCell("–") : { text: String(turn), href: turnHref(session, turn) },
        wantedTurn === null
          ? makePlainCell("–")
          : { text: String(wantedTurn), href: turnHref(session, wantedTurn) },
      ],
    })),
    data: {
      columns: columns.map((label, n) => ({ key: label, label, numeric: n > 2 })),
      rows: shownValues.map(({ kind, text, fate: now, turn, wantedTurn }) => [
        text,
        kind,
        FATE_WORDS[now],
        turn,
        wantedTurn,
      ]),
    },
  };
}

/** How many of the listed values each fate has, for the buttons that choose one. */
export function listFateChoices({ values }: CompactionDetail): { fate: Fate; label: string }[] {
  return FATES.toReversed().flatMap((fate) => {
    const found = values.filter((detail) => detail.fate === fate).length;
    return found === 0 ? [] : [{ fate, label: `${FATE_WORDS[fate]} ${count(found)}` }];
  });
}

export function openSummaryWords(chars: number): string {
  return `Open the summary, ${count(chars)} characters`;
}
