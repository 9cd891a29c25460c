import type { TraceEvent } from "@/lib/core/trace/event";
import { decodeEvent } from "@/lib/db/log/encode";
import type { WrittenSession } from "@/lib/db/log/plan-session";

export function asLogged({ externalId, events }: WrittenSession): TraceEvent[] {
  return events.map(({ json, texts }) => {
    const textOf = new Map(texts.map(({ hash, text }) => [hash, text]));
    const body = JSON.parse(json) as Record<string, unknown>;
    return decodeEvent(externalId, body, (hash) => textOf.get(hash));
  });
}
