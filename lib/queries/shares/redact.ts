import type { PreviewBody } from "@/lib/api/endpoints/shares";
import { cutTexts } from "@/lib/incident/snapshot";
import { withoutContent } from "@/lib/incident/texts";
import type { Database } from "@/lib/db/client";
import type { Hit } from "@/lib/redaction/find-hits";
import { maskSnapshot } from "@/lib/redaction/mask";
import type { Shared } from "@/lib/view/share/view-snapshot";
import { findRecording } from "../find-recording";
import { awaitSession } from "../reading";
import { freeze } from "../incidents/freeze";
import { freezeView } from "./freeze-view";
import { redactedView } from "./redacted-view";
import { getRedactionRules } from "./redaction-rules";

export interface Redacted {
  readonly snapshot: Shared;
  readonly hits: readonly Hit[];
}

/** How long a share waits for data that was just received. Later data is not part of it. */
const WAIT_MS = 5_000;

/**
 * What a share would hold, redacted, and what was found in it. Without content, texts that people wrote are still
 * scanned. Anything new since a preview is masked: only values named in `reveal` are not.
 * @throws AppError `not_found`, `invalid_body`
 */
export async function redact(
  db: Database,
  project: string,
  id: string,
  { incident, page, from, to, view, content, reveal }: PreviewBody,
): Promise<Redacted> {
  await awaitSession(db, project, id, WAIT_MS);
  if (page !== null) {
    const [frozen, recording, rules] = await Promise.all([
      freezeView(db, project, id, page),
      findRecording(db, project, id),
      getRedactionRules(db, project),
    ]);
    return redactedView(frozen, recording, { content, rules, reveal: new Set(reveal) });
  }
  const [whole, rules] = await Promise.all([
    freeze(db, project, id, { incident, from, to }, view),
    getRedactionRules(db, project),
  ]);
  const subject =
    content === "off" ? withoutContent(incident === null ? { ...whole, title: "Session" } : whole) : whole;
  const { snapshot, hits } = await maskSnapshot(subject, rules, new Set(reveal));
  return { snapshot: { ...cutTexts(snapshot), content }, hits };
}
