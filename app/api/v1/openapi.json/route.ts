import packageJson from "@/package.json";
import { getOpenApi } from "@/lib/api/endpoints/service";
import { openApi } from "@/lib/api/openapi";
import { serve } from "@/lib/http/serve";

export const GET = serve(getOpenApi, () => Promise.resolve(openApi(packageJson.version) as never));
