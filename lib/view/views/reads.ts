import { apiRead } from "@/lib/api/request/request";
import type { LanePage } from "../lanes/pages";
import { lanePages } from "../lanes/pages";
import { TURN_PAGE_ENTRIES } from "../turn/window-pages";
import type { LedgerState } from "../url-state";

/** Points of a chart of the series: about one per two pixels of a wide screen. */
export const SERIES_POINTS = 600;
/** Edges in one plan read. Those with missing evidence come first. */
const EDGES = 1_000;
const FINDINGS = 1_000;
export const LEDGER_PAGE_ROWS = 200;
const PANEL_ENTRIES = 8;
const BLOCK_CHARS = 60_000;

export const sessionRead = (id: string) => apiRead("/api/v1/sessions/{id}", { id });

/** The series of a session or of a range, thinned out only as far as the chart needs. */
export const turnsRead = (id: string, range: { from?: number; to?: number } = {}) =>
  apiRead("/api/v1/sessions/{id}/turns", { id }, { maxPoints: SERIES_POINTS, ...range });

export const findingsRead = (id: string) =>
  apiRead("/api/v1/sessions/{id}/findings", { id }, { limit: FINDINGS });

export const judgedRead = (id: string) => apiRead("/api/v1/sessions/{id}/judge", { id });

export const windowRead = (id: string, turn: number, offset = 0) =>
  apiRead(
    "/api/v1/sessions/{id}/turns/{turn}/window",
    { id, turn },
    { ...(offset > 0 && { offset }), limit: TURN_PAGE_ENTRIES },
  );

export const windowTextsRead = (id: string, turn: number) =>
  apiRead(
    "/api/v1/sessions/{id}/turns/{turn}/window",
    { id, turn },
    { limit: TURN_PAGE_ENTRIES, content: "1" },
  );

export const windowPanelRead = (id: string, turn: number) =>
  apiRead(
    "/api/v1/sessions/{id}/turns/{turn}/window",
    { id, turn },
    { order: "tokens", limit: PANEL_ENTRIES },
  );

export const blockRead = (id: string, blockId: string) =>
  apiRead("/api/v1/sessions/{id}/blocks/{blockId}", { id, blockId }, { limit: BLOCK_CHARS });

export const blockLifeRead = (id: string, blockId: string, value: string | null = null) =>
  apiRead(
    "/api/v1/sessions/{id}/blocks/{blockId}",
    { id, blockId },
    { limit: 1, ...(value !== null && value !== "" && { value }) },
  );

export const blockTextRead = (id: string, blockId: string, part: { offset: number; limit: number }) =>
  apiRead("/api/v1/sessions/{id}/blocks/{blockId}", { id, blockId }, part);

export const lanesRead = (id: string, page: LanePage) =>
  apiRead("/api/v1/sessions/{id}/lanes", { id }, { ...page });

export const allLanesReads = (id: string, blocks: number) =>
  lanePages(blocks).map((page) => lanesRead(id, page));

export const compactionsRead = (id: string) => apiRead("/api/v1/sessions/{id}/compactions", { id });

export const summaryRead = (id: string, compaction: number) =>
  apiRead("/api/v1/sessions/{id}/compactions/{compaction}/summary", { id, compaction });

export const ledgerRead = (
  id: string,
  { sel: _marked, ...state }: LedgerState,
  page = { offset: 0, limit: LEDGER_PAGE_ROWS },
) => apiRead("/api/v1/sessions/{id}/ledger", { id }, { ...state, ...page });

const CHANGES = 1_000;

/** The ledger of a turn against the one before. */
export const ledgerChangesRead = (id: string, turn: number) =>
  apiRead(
    "/api/v1/sessions/{id}/ledger",
    { id },
    { turn, against: Math.max(0, turn - 1), by: "none", limit: CHANGES },
  );

export const planRead = (id: string) => apiRead("/api/v1/sessions/{id}/plan", { id }, { limit: EDGES });

export const checkpointsRead = (id: string) => apiRead("/api/v1/sessions/{id}/checkpoints", { id });

export const replayRead = (id: string, replayId: string) =>
  apiRead("/api/v1/sessions/{id}/replays/{replayId}", { id, replayId });

export const whyRead = (id: string, asked: { turn: number | null; block: string | null; q: string | null }) =>
  apiRead("/api/v1/sessions/{id}/why", { id }, asked);

export const factsRead = (id: string, q: string) => apiRead("/api/v1/sessions/{id}/facts", { id }, { q });
