import { getRuntimeBlock } from "@/lib/api/endpoints/runtime/restore";
import { runtimeBlock } from "@/lib/commands/runtime/ask-restore";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";

export const GET = serve(getRuntimeBlock, ({ caller, params, query }) =>
  runtimeBlock(database(), caller.project, query.session, params.blockId, query),
);
