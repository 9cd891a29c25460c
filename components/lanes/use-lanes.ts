import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { Lane } from "@/lib/view/lanes/decode";
import { decodeLanes } from "@/lib/view/lanes/decode";
import type { LanePage } from "@/lib/view/lanes/pages";
import { listLanePages } from "@/lib/view/lanes/pages";
import { askLanes } from "@/lib/view/views/reads";
import type { AnswerReader } from "../data/reader";
import { useRead } from "../data/reader";

/** `total` is the number of blocks in the session. */
export interface Lanes {
  readonly lanes: readonly Lane[];
  readonly total: number;
  readonly isComplete: boolean;
  readonly analysed: boolean;
  readonly firstTurn: number;
  readonly lastTurn: number;
}

const UNANALYSED_MS = 3_000;

/**
 * Reads the residencies of a session's blocks. The first part fills a screen, so a long session appears as fast as a
 * short one; the rest follows. `version` changes when there may be more.
 */
export function useLanes(sessionId: string, version: number | string, enabled = true) {
  const read = useRead();
  const first = useQuery({
    queryKey: ["lanes", sessionId, version],
    queryFn: ({ signal }) => readPages(read, sessionId, listLanePages(0), signal),
    placeholderData: (before, of) => (of?.queryKey[1] === sessionId ? before : undefined),
    enabled,
    // What was needed after it had left is known once the session is analysed.
    refetchInterval: ({ state }) => (state.data?.analysed === false ? UNANALYSED_MS : false),
  });
  const [, ...pages] = listLanePages(first.data?.total ?? 0);
  const others = useQuery({
    queryKey: ["lanes beyond", sessionId, version, pages.length, first.data?.analysed],
    queryFn: ({ signal }) => readPages(read, sessionId, pages, signal),
    placeholderData: (before, of) => (of?.queryKey[1] === sessionId ? before : undefined),
    enabled: enabled && pages.length > 0,
  });
  const isWanting = pages.length > 0 && others.data === undefined;
  const data = useMemo(
    (): Lanes | undefined =>
      first.data && {
        ...first.data,
        lanes: pages.length === 0 ? first.data.lanes : [...first.data.lanes, ...(others.data?.lanes ?? [])],
        isComplete: !isWanting,
      },
    [first.data, others.data, pages.length, isWanting],
  );
  const [readFirst, readOthers] = [first.refetch, others.refetch];
  const refetch = useCallback(async () => {
    const { data: now } = await readFirst();
    if (now !== undefined && listLanePages(now.total).length > 1) await readOthers();
  }, [readFirst, readOthers]);
  return { data, error: first.error ?? others.error, refetch };
}

async function readPages(
  read: AnswerReader,
  sessionId: string,
  pages: readonly LanePage[],
  signal: AbortSignal,
): Promise<Omit<Lanes, "isComplete">> {
  const lanes: Lane[] = [];
  let about = { total: 0, analysed: true, firstTurn: 0, lastTurn: 0 };
  for (const page of pages) {
    const columns = await read(askLanes(sessionId, page), signal);
    for (const lane of decodeLanes(columns)) lanes.push(lane);
    const { total, analysed, firstTurn, lastTurn } = columns;
    about = { total, analysed, firstTurn: firstTurn ?? 0, lastTurn: lastTurn ?? 0 };
  }
  return { lanes, ...about };
}
