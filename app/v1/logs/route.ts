import { postLogs } from "@/lib/api/endpoints/otlp";
import { database } from "@/lib/db/client";
import { serveOtlp } from "@/lib/pipeline/receive/otlp/serve-otlp";

export const POST = serveOtlp(postLogs, "logs", database);
