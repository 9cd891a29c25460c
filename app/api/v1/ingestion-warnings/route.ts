import { listIngestionWarnings as endpoint } from "@/lib/api/endpoints/telemetry";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { listIngestionWarnings } from "@/lib/queries/list-ingestion-warnings";

export const GET = serve(endpoint, ({ caller }) => listIngestionWarnings(database(), caller.project));
