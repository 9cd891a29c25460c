import { hashContent } from "@/lib/core/hash";
import type { Database } from "@/lib/db/client";
import { streamWithText } from "@/lib/db/raw/find-text";
import type { RequestSummary } from "@/lib/importers/otel/raw/request-summary";
import { parseSessionStream } from "../../records/stream-of";
import type { InputCall } from "./take-calls";

const SUMMARIES_MAX = 10_000;

const sessionBySummary = new Map<string, string>();

/**
 * Calls without a session that begin with a conversation's summary join the session in which the summary was
 * written. `calls` and `summaries` are parallel; calls are changed in place.
 */
export async function joinSummarised(
  db: Database,
  project: string,
  calls: InputCall[],
  summaries: readonly RequestSummary[],
): Promise<void> {
  for (const [i, call] of calls.entries()) {
    const { begins = null, leaves = [] } = summaries[i] ?? {};
    const session = begins === null ? null : await readSessionOfSummary(db, project, begins);
    if (session !== null) calls[i] = { ...call, session };
    for (const text of leaves) note(makeKey(project, text), session ?? call.session);
  }
}

async function readSessionOfSummary(db: Database, project: string, text: string): Promise<string | null> {
  const summary = sessionBySummary.get(makeKey(project, text));
  if (summary !== undefined) return summary;
  const stream = await streamWithText(db, project, text);
  return stream === null ? null : parseSessionStream(stream);
}

function makeKey(project: string, text: string): string {
  return `${project} ${hashContent(text)}`;
}

function note(key: string, session: string): void {
  sessionBySummary.delete(key);
  sessionBySummary.set(key, session);
  for (const oldest of sessionBySummary.keys()) {
    if (sessionBySummary.size <= SUMMARIES_MAX) break;
    sessionBySummary.delete(oldest);
  }
}
