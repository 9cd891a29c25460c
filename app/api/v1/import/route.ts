import { postImport } from "@/lib/api/endpoints/import";
import { noteImport } from "@/lib/commands/note-use";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { withReceivedFiles } from "@/lib/pipeline/receive/import/receive-files";
import { runImport } from "@/lib/pipeline/receive/import/run-import";

export const POST = serve(postImport, async ({ request, caller, query }) => {
  const answer = await withReceivedFiles(request, query.name, (files) =>
    runImport(database(), caller.project, files, query.format),
  );
  await noteImport(database(), caller, query.name, answer.sessions.length);
  return answer;
});
