import type { z } from "zod";
import type { getFacts as route } from "@/lib/api/endpoints/facts";
import { trackFact } from "@/lib/core/questions/facts/track-fact";
import type { Database } from "@/lib/db/client";
import { readInProcess } from "../reading/read-in-process";
import { findRecording } from "../reading/find-recording";

export type FactsResult = z.output<(typeof route)["response"]>;

/** The life of a text in a session; see {@link getFacts}. @throws AppError `not_found` */
export async function readFacts(
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

/** The life of a text in a session, wherever it is read. @throws AppError `not_found`, `unavailable` */
export const getFacts = readInProcess("facts", readFacts);
