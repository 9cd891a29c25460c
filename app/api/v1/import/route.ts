import { postImport } from "@/lib/api/endpoints/import";
import { importUpload } from "@/lib/commands/import-upload";
import { database } from "@/lib/db/client";
import { json } from "@/lib/http/respond";
import { serve } from "@/lib/http/serve";
import { withReceivedFiles } from "@/lib/pipeline/receive/import/receive-files";

export const POST = serve(postImport, async ({ request, caller, query }) => {
  const answer = await withReceivedFiles(request, query.name, (files, folder) =>
    importUpload(database(), caller, files, folder, query),
  );
  return "status" in answer ? json(answer, 202) : answer;
});
