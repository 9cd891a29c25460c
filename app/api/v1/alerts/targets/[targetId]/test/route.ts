import { testAlertTarget } from "@/lib/api/endpoints/alerts";
import { testTarget } from "@/lib/commands/alerts/deliver";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";

export const POST = serve(testAlertTarget, ({ caller, params }) =>
  testTarget(database(), caller, params.targetId),
);
