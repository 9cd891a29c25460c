import { postEvents } from "@/lib/api/endpoints/events";
import { database } from "@/lib/db/client";
import { json } from "@/lib/http/respond";
import { serve } from "@/lib/http/serve";
import { admit, sizeOfBody } from "@/lib/pipeline/receive/admission";
import { ingestEvents } from "@/lib/pipeline/receive/ingest-events";
import { readBatch } from "@/lib/pipeline/receive/read-batch";

export const POST = serve(postEvents, ({ request, caller }) =>
  admit(async () => {
    const items = await readBatch(request);
    const report = await ingestEvents(database(), caller.project, items);
    const nothingUsable = items.length > 0 && report.accepted + report.duplicates === 0;
    if (!nothingUsable) return report;
    const error = {
      code: "unprocessable",
      message: "no event of this batch was acceptable; `rejected` says why for each",
    };
    return json({ ...report, error }, 422);
  }, sizeOfBody(request)),
);
