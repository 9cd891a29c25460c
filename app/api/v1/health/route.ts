import packageJson from "@/package.json";
import { getHealth } from "@/lib/api/endpoints/service";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";

export const GET = serve(getHealth, async () => {
  await database().$queryRawUnsafe("SELECT 1");
  return { status: "ok", database: "ok", version: packageJson.version };
});
