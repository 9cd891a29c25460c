import { postMcp } from "@/lib/api/endpoints/mcp";
import { answerMcp } from "@/lib/commands/mcp/server";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import packageJson from "@/package.json";

export const POST = serve(postMcp, ({ request, caller }) =>
  answerMcp(database(), caller, request, packageJson.version),
);
