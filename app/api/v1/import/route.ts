import { postImport } from "@/lib/api/endpoints/import";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { withReceivedFiles } from "@/lib/pipeline/receive/import/receive-files";
import { runImport } from "@/lib/pipeline/receive/import/run-import";

export const POST = serve(postImport, ({ request, caller, query }) =>
  withReceivedFiles(request, query.name, (files) =>
    runImport(database(), caller.project, files, query.format),
  ),
);
