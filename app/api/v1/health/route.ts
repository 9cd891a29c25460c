import packageJson from "@/package.json";
import { getHealth } from "@/lib/api/endpoints/service";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { readHealth } from "@/lib/queries/read-health";

export const GET = serve(getHealth, () => readHealth(database(), packageJson.version));
