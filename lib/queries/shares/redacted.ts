import type { PreviewBody } from "@/lib/api/endpoints/shares";
import type { Database } from "@/lib/db/client";
import { readApart } from "../read-apart";
import type { Redacted } from "./redact";
import { redact } from "./redact";
import { WorkQueue } from "./work-queue";

/**
 * Freezing reads whole sessions and scans all of their texts. Only a few run at a time, or other requests would have to
 * wait.
 */
const queue = new WorkQueue({ running: 3, callers: 5_000, retryAfterS: 15 });

const redactApart = readApart("redact", redact);

/**
 * What a share would hold, redacted, and what was found in it, wherever the session is read.
 * @throws AppError `not_found`, `invalid_body`; `unavailable` while too many share at once
 */
export function redacted(
  db: Database,
  project: string,
  id: string,
  { incident, page, from, to, view, content, reveal }: PreviewBody,
): Promise<Redacted> {
  const body = { incident, page, from, to, view, content, reveal };
  return queue.run(JSON.stringify([project, id, body]), () => redactApart(db, project, id, body));
}
