import { getAlertNews as endpoint } from "@/lib/api/endpoints/alerts";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { getAlertNews } from "@/lib/queries/access/get-alert-news";

export const GET = serve(endpoint, ({ caller, query }) =>
  getAlertNews(database(), caller.project, query.after),
);
