import type { z } from "zod";
import { getLedger as route } from "@/lib/api/endpoints/ledger";
import { compareLedgers } from "@/lib/core/ledger/compare";
import type { LedgerRow, TurnLedger } from "@/lib/core/ledger/ledger-rows";
import { buildLedgerOfTurn } from "@/lib/core/ledger/ledger-of-turn";
import type { LedgerLine } from "@/lib/core/ledger/select";
import { groupOfLine, selectLines } from "@/lib/core/ledger/select";
import type { Recording } from "@/lib/core/trace/fold/recording";
import { nameOfBlock } from "@/lib/core/findings/rule/subject";
import { computeBudgetUses } from "@/lib/core/window/budget-use";
import { indexResidencies } from "@/lib/core/window/residency-index";
import { turnAt } from "@/lib/core/window/turn-at";
import type { Database } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { isLedgerFolded } from "@/lib/view/questions/ledger-changes";
import { askLedgerChanges } from "@/lib/view/views/ledger";
import { readInProcess } from "../reading/read-in-process";
import { readRecordedHints } from "../reading/block-hints";
import { findRecording, turnAsked, turnRange } from "../reading/find-recording";

export type LedgerQuery = z.output<(typeof route)["query"]>;
export type LedgerResult = z.output<(typeof route)["response"]>;

export interface LedgerPage {
  /** With one row only where the page folds the list. */
  readonly first: LedgerResult;
  /** `null` where nothing came before the turn, and in a comparison. */
  readonly changes: LedgerResult | null;
}

const SHOWN_CHARS_MAX = 1_000;

export async function readLedger(
  db: Database,
  project: string,
  id: string,
  query: LedgerQuery,
): Promise<LedgerResult> {
  return buildLedger(await findRecording(db, project, id), query);
}

/** A turn's ledger and what changed at it, from one reading of the session. */
export async function readLedgerPage(
  db: Database,
  project: string,
  id: string,
  query: LedgerQuery,
): Promise<LedgerPage> {
  const recording = await findRecording(db, project, id);
  const whole = buildLedger(recording, { ...query, limit: 1 });
  const isFolded = isLedgerFolded(whole, { against: query.against ?? null, sel: null });
  const first = isFolded ? whole : buildLedger(recording, query);
  if (query.against !== undefined || first.turn <= first.firstTurn) return { first, changes: null };
  const { query: asked } = askLedgerChanges(id, first.turn);
  return { first, changes: buildLedger(recording, route.query.parse(asked)) };
}

function buildLedger(recording: Recording, query: LedgerQuery): LedgerResult {
  const ledger = findLedgerAt(recording, turnAsked(recording, query.turn).index);
  const against = query.against === undefined ? null : findLedgerAt(recording, query.against);
  const lines: readonly LedgerLine[] =
    against === null
      ? ledger.rows.map((after) => ({ change: null, before: null, after }))
      : compareLedgers(against, ledger);
  const { lines: selected, facets } = selectLines(lines, query);
  const page = selected.slice(query.offset, query.offset + query.limit);
  const hints = readHints(recording, page);
  return {
    turn: ledger.turn,
    against: against?.turn ?? null,
    provenance: ledger.provenance,
    againstProvenance: against?.provenance ?? null,
    windowKnown: ledger.windowKnown,
    head: ledger.head,
    budgets: ledger.budgets,
    budgetUses: findBudgetUses(recording, ledger.turn),
    remarks: [...ledger.remarks],
    disagreements: ledger.disagreements,
    rows: page.map((line) => ({
      change: line.change,
      group: groupOfLine(line, query.by),
      before: line.before === null ? null : describeRow(line.before, hints),
      after: line.after === null ? null : describeRow(line.after, hints),
    })),
    total: selected.length,
    unfiltered: lines.length,
    facets,
    ...turnRange(recording),
  };
}

export const getLedger = readInProcess("ledger", readLedger);
export const getLedgerPage = readInProcess("ledger-page", readLedgerPage);

function findBudgetUses(recording: Recording, turn: number): LedgerResult["budgetUses"] {
  const { session } = recording;
  const at = turnAt(session.turns, turn);
  if (at === undefined || at.budgets === null) return [];
  return computeBudgetUses(session, at, indexResidencies(session)).map(({ largest, ...use }) => ({
    ...use,
    largest:
      largest === null
        ? null
        : {
            blockId: session.blocks[largest.block]?.id ?? "",
            name: nameOfBlock({ session, recording }, largest.block).slice(0, SHOWN_CHARS_MAX),
            tokens: largest.tokens,
          },
  }));
}

function findLedgerAt({ session }: Recording, turn: number): TurnLedger {
  const ledger = buildLedgerOfTurn(session, turn);
  if (ledger === null) throw notFound(`turn ${turn}`);
  return ledger;
}

function readHints(recording: Recording, lines: readonly LedgerLine[]): ReadonlyMap<number, string> {
  const places = [
    ...new Set(lines.flatMap(({ before, after }) => [before?.block ?? [], after?.block ?? []].flat())),
  ];
  const hints = readRecordedHints(recording, places);
  return new Map(places.map((place, i) => [place, hints[i] ?? ""]));
}

function describeRow({ block, tokens, reason, text, ...row }: LedgerRow, hints: ReadonlyMap<number, string>) {
  return {
    ...row,
    hint: block === null ? "" : (hints.get(block) ?? ""),
    reason: reason === null ? null : { ...reason, text: reason.text.slice(0, SHOWN_CHARS_MAX) },
    text: text?.slice(0, SHOWN_CHARS_MAX) ?? null,
    originalRef: row.originalRef?.slice(0, SHOWN_CHARS_MAX) ?? null,
    inSession: block !== null,
    tokens: tokens.value,
    provenance: tokens.provenance,
  };
}
