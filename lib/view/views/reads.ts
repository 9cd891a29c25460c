import { apiRead } from "@/lib/api/request/request";
import type { LanePage } from "../lanes/pages";
import { lanePages } from "../lanes/pages";

/** Points of a chart of the series: about one per two pixels of a wide screen. */
export const SERIES_POINTS = 600;
const FINDINGS = 1_000;

export const sessionRead = (id: string) => apiRead("/api/v1/sessions/{id}", { id });

/** The series of a session or of a range, thinned out only as far as the chart needs. */
export const turnsRead = (id: string, range: { from?: number; to?: number } = {}) =>
  apiRead("/api/v1/sessions/{id}/turns", { id }, { maxPoints: SERIES_POINTS, ...range });

export const findingsRead = (id: string) =>
  apiRead("/api/v1/sessions/{id}/findings", { id }, { limit: FINDINGS });

export const costRead = (id: string) => apiRead("/api/v1/sessions/{id}/cost", { id });

export const blockLifeRead = (id: string, blockId: string, value: string | null = null) =>
  apiRead(
    "/api/v1/sessions/{id}/blocks/{blockId}",
    { id, blockId },
    { limit: 1, ...(value !== null && value !== "" && { value }) },
  );

export const lanesRead = (id: string, page: LanePage) =>
  apiRead("/api/v1/sessions/{id}/lanes", { id }, { ...page });

export const allLanesReads = (id: string, blocks: number) =>
  lanePages(blocks).map((page) => lanesRead(id, page));
