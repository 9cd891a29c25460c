import { postImport } from "@/lib/api/endpoints/import";
import { database } from "@/lib/db/client";
import { json } from "@/lib/http/respond";
import { serve } from "@/lib/http/serve";
import { withReceivedFiles } from "@/lib/pipeline/receive/import/receive-files";
import { BUSY_ROUTES } from "@/lib/pipeline/routes/busy-routes";
import { importUpload } from "./import-upload";
import { RUNTIME_ROUTES } from "./runtime/routes";

export const takeImport = serve(postImport, async ({ request, caller, query }) => {
  const answer = await withReceivedFiles(request, query.name, (files, folder) =>
    importUpload(database(), caller, files, folder, query),
  );
  return "status" in answer ? json(answer, 202) : answer;
});

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

/** What takes large bodies, by its path. The server answers it without the framework of the pages. */
export const POSTED_ROUTES: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ...BUSY_ROUTES,
  ...RUNTIME_ROUTES,
  [postImport.path, takeImport],
]);
