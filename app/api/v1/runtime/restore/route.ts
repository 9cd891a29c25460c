import { restoreBodySchema, postRestore } from "@/lib/api/endpoints/runtime/restore";
import { askRestore } from "@/lib/commands/runtime/ask-restore";
import { database } from "@/lib/db/client";
import { runtimeBody } from "@/lib/http/json-body";
import { serve } from "@/lib/http/serve";

export const POST = serve(postRestore, async ({ request, caller }) =>
  askRestore(database(), caller.project, await runtimeBody(request, restoreBodySchema)),
);
