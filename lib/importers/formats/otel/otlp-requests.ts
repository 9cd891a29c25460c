import { decodeJson } from "../../otel/decode-json";
import { DecodeError } from "../../otel/decoded";
import type { OtelRecord } from "../../otel/spans/record";
import type { Loose } from "../../shared/values";
import { recordOf, recordsOf } from "../../shared/values";

/**
 * From an export request that was written to a file. Stores that return traces use names of older versions
 * (`batches`, `instrumentationLibrarySpans`).
 */
export function recordsOfRequest(request: Loose): OtelRecord[] {
  const groups = request.resourceSpans ?? request.batches ?? recordOf(request.trace).resourceSpans;
  const spans = recordsOf(groups).map((group) => ({
    ...group,
    scopeSpans: recordsOf(group.scopeSpans ?? group.instrumentationLibrarySpans).map((scoped) => ({
      ...scoped,
      scope: scoped.scope ?? scoped.instrumentationLibrary,
    })),
  }));
  return [...decoded({ resourceSpans: spans }, "traces"), ...decoded(request, "logs")];
}

function decoded(request: Loose, signal: "traces" | "logs"): readonly OtelRecord[] {
  if (signal === "logs" && request.resourceLogs === undefined) return [];
  try {
    return decodeJson(request, signal).records;
  } catch (error) {
    if (error instanceof DecodeError) return [];
    throw error;
  }
}
