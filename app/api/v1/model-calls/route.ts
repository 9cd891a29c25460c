import { postModelCalls } from "@/lib/api/endpoints/model-calls";
import { database } from "@/lib/db/client";
import { json } from "@/lib/http/respond";
import { serve } from "@/lib/http/serve";
import { admit, sizeOfBody } from "@/lib/pipeline/receive/admission";
import { readBatch } from "@/lib/pipeline/receive/read-batch";
import { ingestModelCalls } from "@/lib/pipeline/receive/telemetry/model-calls";

export const POST = serve(postModelCalls, ({ request, caller }) => {
  const size = sizeOfBody(request);
  return admit(async () => {
    const items = await readBatch(request, "calls");
    const report = await ingestModelCalls(database(), caller.project, items, size);
    if (items.length === 0 || report.accepted + report.duplicates > 0) return report;
    const message = "no call of this batch was acceptable; `rejected` says why for each";
    return json({ ...report, error: { code: "unprocessable", message } }, 422);
  }, size);
});
