import type { PreviewBody } from "@/lib/api/endpoints/shares";
import { cutTexts } from "@/lib/incident/snapshot";
import { stripContent } from "@/lib/incident/texts";
import type { Database } from "@/lib/db/client";
import type { MaskRun } from "@/lib/core/marks";
import { splitMarks } from "@/lib/core/marks";
import type { SearchProgress } from "@/lib/redaction/find-hits";
import type { ShownHit } from "@/lib/redaction/mask";
import { maskSnapshot } from "@/lib/redaction/mask";
import { makeChosenRule } from "@/lib/view/share/last-look";
import type { Shared } from "@/lib/view/share/view-snapshot";
import { findRecording } from "../reading/find-recording";
import { freeze } from "../incidents/freeze";
import { freezeView } from "./freeze-view";
import { redactView } from "./redacted-view";
import { readMaskedRules } from "./redaction-rules";

export interface Redacted {
  readonly snapshot: Shared;
  readonly hits: readonly ShownHit[];
  /** Whose value each mask in the snapshot hides. */
  readonly masks: readonly MaskRun[];
}

/**
 * What a share would hold, redacted, and what was found in it. Reads the whole session and searches all of its texts, so
 * it is the work of a job. Without content, texts that people wrote are still searched. Anything new since a preview is
 * masked: only values named in `reveal` are not.
 * @throws AppError `not_found`, `invalid_body`; what `onProgress` throws
 */
export async function redactSnapshot(
  db: Database,
  project: string,
  id: string,
  { incident, page, from, to, view, content, reveal, mask }: PreviewBody,
  onProgress?: SearchProgress,
): Promise<Redacted> {
  const rules = await readMaskedRules(db, project);
  const chosen = { ...rules, rules: [...rules.rules, ...mask.map(makeChosenRule)] };
  const masking = { rules: chosen, reveal: new Set(reveal), onProgress };
  if (page !== null) {
    const [frozen, recording] = await Promise.all([
      freezeView(db, project, id, page),
      findRecording(db, project, id),
    ]);
    return describeShown(await redactView(frozen, recording, { content, ...masking }));
  }
  const whole = await freeze(db, project, id, { incident, from, to }, view);
  const subject =
    content === "off" ? stripContent(incident === null ? { ...whole, title: "Session" } : whole) : whole;
  const { snapshot, ...found } = await maskSnapshot(subject, masking);
  return describeShown({ ...found, snapshot: { ...cutTexts(snapshot), content } });
}

function describeShown({
  snapshot,
  hits,
  marks,
}: Pick<Redacted, "snapshot" | "hits"> & { readonly marks: ReadonlyMap<string, number> }): Redacted {
  const { value, runs } = splitMarks(snapshot, marks);
  return { snapshot: value, hits, masks: runs };
}
