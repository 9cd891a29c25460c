import type { z } from "zod";
import type { getFacts as route } from "@/lib/api/endpoints/questions";
import { trackFact } from "@/lib/core/questions/facts/track-fact";
import type { Database } from "@/lib/db/client";
import { findRecording } from "./find-recording";

export type FactsResult = z.output<(typeof route)["response"]>;

export async function getFacts(
  db: Database,
  project: string,
  id: string,
  { q }: { q: string },
): Promise<FactsResult> {
  const { runs, lanes, events, ...line } = trackFact(await findRecording(db, project, id), q);
  return {
    ...line,
    runs: [...runs],
    lanes: lanes.map((lane) => ({ ...lane, spans: [...lane.spans] })),
    events: [...events],
  };
}
