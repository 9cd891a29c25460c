import { makeApiRead } from "@/lib/api/request/request";
import type { LanePage } from "../lanes/pages";
import { listLanePages } from "../lanes/pages";

/** Points of a chart of the series: about one per two pixels of a wide screen. */
export const SERIES_POINTS = 600;
const FINDINGS = 1_000;

export const askSession = (id: string) => makeApiRead("/api/v1/sessions/{id}", { id });

/** The series of a session or of a range, thinned out only as far as the chart needs. */
export const askTurns = (id: string, range: { from?: number; to?: number } = {}) =>
  makeApiRead("/api/v1/sessions/{id}/turns", { id }, { maxPoints: SERIES_POINTS, ...range });

export const askFindings = (id: string) =>
  makeApiRead("/api/v1/sessions/{id}/findings", { id }, { limit: FINDINGS });

export const askCost = (id: string) => makeApiRead("/api/v1/sessions/{id}/cost", { id });

export const askBlockLife = (id: string, blockId: string, value: string | null = null) =>
  makeApiRead(
    "/api/v1/sessions/{id}/blocks/{blockId}",
    { id, blockId },
    { limit: 1, ...(value !== null && value !== "" && { value }) },
  );

export const askLanes = (id: string, page: LanePage) =>
  makeApiRead("/api/v1/sessions/{id}/lanes", { id }, { ...page });

export const listAllLanesReads = (id: string, blocks: number) =>
  listLanePages(blocks).map((page) => askLanes(id, page));
