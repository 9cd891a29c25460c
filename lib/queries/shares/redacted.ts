import type { PreviewBody } from "@/lib/api/endpoints/shares";
import type { Snapshot } from "@/lib/core/incident/snapshot";
import { cutTexts } from "@/lib/core/incident/snapshot";
import { withoutContent } from "@/lib/core/incident/texts";
import type { Database } from "@/lib/db/client";
import type { Hit } from "@/lib/redaction/find-hits";
import { maskSnapshot } from "@/lib/redaction/mask";
import { freeze } from "../incidents/freeze";
import { getRedactionRules } from "./redaction-rules";

/**
 * What a share would hold, redacted, and what was found in it. Without content, what people wrote is still looked
 * through. Whatever is new since a preview was seen is masked: only what is named in `reveal` is not.
 * @throws AppError `not_found`, `invalid_body`
 */
export async function redacted(
  db: Database,
  project: string,
  id: string,
  { incident, from, to, view, content, reveal }: PreviewBody,
): Promise<{ snapshot: Snapshot; hits: Hit[] }> {
  const [whole, rules] = await Promise.all([
    freeze(db, project, id, { incident, from, to }, view),
    getRedactionRules(db, project),
  ]);
  const subject =
    content === "off" ? withoutContent(incident === null ? { ...whole, title: "Session" } : whole) : whole;
  const { snapshot, hits } = await maskSnapshot(subject, rules, new Set(reveal));
  return { snapshot: { ...cutTexts(snapshot), content }, hits };
}
