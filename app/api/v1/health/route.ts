import packageJson from "@/package.json";
import { getHealth } from "@/lib/api/endpoints/service";
import { pulseDatabase } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { readHealth } from "@/lib/queries/read-health";

export const GET = serve(getHealth, () => readHealth(pulseDatabase(), packageJson.version));
