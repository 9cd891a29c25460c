"use client";

import { useQuery } from "@tanstack/react-query";
import type { Lane, LaneColumns } from "@/lib/view/lanes/decode";
import { lanesOf } from "@/lib/view/lanes/decode";
import type { AnswerReader } from "../data/reader";
import { useRead } from "../data/reader";

/** All lanes that are at hand; `total` is how many blocks the session has. */
export interface Lanes {
  readonly lanes: readonly Lane[];
  readonly total: number;
  /** Whether it has been worked out who needed what. */
  readonly analysed: boolean;
  readonly firstTurn: number;
  readonly lastTurn: number;
}

const PER_PAGE = 10_000;
const PAGES_MAX = 5;

/** Reads the lives of a session's blocks, page by page up to a bound. `version` changes when there may be more. */
export function useLanes(sessionId: string, version: number | string, enabled = true) {
  const read = useRead();
  return useQuery({
    queryKey: ["lanes", sessionId, version],
    queryFn: ({ signal }) => readLanes(read, sessionId, signal),
    placeholderData: (before) => before,
    enabled,
  });
}

async function readLanes(read: AnswerReader, sessionId: string, signal: AbortSignal): Promise<Lanes> {
  const lanes: Lane[] = [];
  for (let page = 0; ; page++) {
    const path = `/api/v1/sessions/${sessionId}/lanes?limit=${PER_PAGE}&offset=${page * PER_PAGE}`;
    const columns = await read<LaneColumns>(path, signal);
    lanes.push(...lanesOf(columns));
    const { total, analysed, firstTurn, lastTurn } = columns;
    if (columns.blocks.id.length < PER_PAGE || page + 1 >= PAGES_MAX)
      return { lanes, total, analysed, firstTurn: firstTurn ?? 0, lastTurn: lastTurn ?? 0 };
  }
}
