import { getReady } from "@/lib/api/endpoints/service";
import { pulseDatabase } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { readReady } from "@/lib/queries/read-health";

export const GET = serve(getReady, () => readReady(pulseDatabase()));
