import { createHash, timingSafeEqual } from "node:crypto";
import { getPulseDatabase } from "@/lib/db/client";
import type { Instance } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { answerError } from "@/lib/http/respond";
import type { OtherProcesses } from "@/lib/metrics";
import { meters, METRICS_TYPE, metricsText } from "@/lib/metrics";
import { readStateNow } from "@/lib/queries/metrics/state-now";

export const METRICS_PATH = "/metrics";
const BEARER = /^Bearer +(\S+)$/i;

/**
 * Answers with what this process, its workers and its database have to say, in the OpenMetrics form. In team mode only to
 * whoever sends the key of SIGHTGLASS_METRICS_KEY.
 */
export async function answerMetrics(
  authorization: string | undefined,
  { mode, metricsKey }: Pick<Instance, "mode" | "metricsKey">,
  others: OtherProcesses,
): Promise<Response> {
  if (metricsKey === null && mode === "team")
    return answerError(
      new AppError("not_found", "there are no metrics here; SIGHTGLASS_METRICS_KEY opens them"),
    );
  const [, sent = ""] = BEARER.exec(authorization ?? "") ?? [];
  if (metricsKey !== null && !isSame(sent, metricsKey))
    return answerError(
      new AppError("unauthorized", "expected the key of SIGHTGLASS_METRICS_KEY as a bearer token"),
    );
  const own = await meters().registry.getMetricsAsJSON();
  const text = await metricsText([own, ...others.counted(), await readStateNow(getPulseDatabase())]);
  return new Response(text, { headers: { "content-type": METRICS_TYPE } });
}

function isSame(sent: string, key: string): boolean {
  const [a, b] = [sent, key].map((text) => createHash("sha256").update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
