import { exportSession as endpoint } from "@/lib/api/endpoints/sessions";
import { noteSessionExport } from "@/lib/commands/note-use";
import { database } from "@/lib/db/client";
import { streamedAttachment } from "@/lib/http/attachment";
import { serve } from "@/lib/http/serve";
import { exportSession } from "@/lib/queries/export-session";
import { awaitSession } from "@/lib/queries/reading";

export const GET = serve(endpoint, async ({ caller, params, query }) => {
  await awaitSession(database(), caller.project, params.id, query.wait);
  const { externalId, publicId, text } = await exportSession(database(), caller.project, params.id);
  noteSessionExport(database(), caller, publicId);
  return streamedAttachment(`${fileName(externalId)}.jsonl`, "application/x-ndjson; charset=utf-8", text);
});

/** File systems and headers reject some characters of a session id. */
function fileName(id: string): string {
  return id.replaceAll(/[^A-Za-z0-9._-]+/g, "-").slice(0, 80) || "session";
}
