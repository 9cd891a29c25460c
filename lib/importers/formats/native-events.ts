import { EVENT_TYPES } from "@/lib/core/trace/event-schema";
import type { ParsedEvent } from "@/lib/core/trace/parse-event";
import { parseEvent } from "@/lib/core/trace/parse-event";
import { verdictLineSchema } from "@/lib/core/findings/verdict";
import type { TraceEvent } from "@/lib/core/trace/event";
import type { Importer, ImportFile, ImportReport } from "../reading/importer";
import { streamJsonObjects } from "../reading/json-stream";
import { also, signs } from "../reading/sniff";
import { noteUnfinished } from "../shared/records";

const TYPES: ReadonlySet<unknown> = new Set(EVENT_TYPES);

/** The product's own events, as `POST /api/v1/events` takes them and as a session is exported, with what people said of its findings. */
export const nativeEvents: Importer = {
  id: "sightglass-events",
  label: "Sightglass events (JSON or NDJSON)",
  checked: null,
  recognise: (sniff) => {
    const isBatch = sniff.shape === "object" && sniff.paths.has("events");
    const at = isBatch ? "events[]." : "";
    const found = signs(
      sniff,
      ["lines", "array", "object"],
      [`${at}type`, `${at}id`, `${at}session`, `${at}at`],
    );
    const types = sniff.head.matchAll(/"type"\s*:\s*"([a-z.]+)"/g);
    return also(
      found,
      [...types].some(([, type]) => TYPES.has(type)),
      "an event of a known type",
    );
  },
  convert,
};

async function* convert(files: readonly ImportFile[], report: ImportReport): AsyncGenerator<TraceEvent> {
  for (const file of files) {
    let place = 0;
    for await (const record of recordsOf(file, report)) {
      place++;
      const said = verdictLineSchema.safeParse(record);
      if (said.success) {
        report.verdict(said.data);
        continue;
      }
      const parsed = parseKnown(record, (key) =>
        report.warn("unknown_key", `record ${place}: ${key} is no field of an event and was left out`),
      );
      if (!parsed.ok) {
        const { path, code, message } = parsed.issue;
        const where = path === "" ? `record ${place}` : `record ${place}: ${path}`;
        report.passOver(`event_${code}`, `${where}: ${message}; the event was left out`);
        continue;
      }
      for (const { code, message, path } of parsed.warnings)
        if (!(code === "time_not_believed" && isSaidUnknown(record)))
          report.warn(code, path === "" ? message : `${path}: ${message}`);
      yield parsed.event;
    }
  }
}

const UNKNOWN_KEYS_MAX = 100;

/** Reports and drops unknown keys: one of them must not cost the event. */
function parseKnown(record: Record<string, unknown>, onUnknown: (key: string) => void): ParsedEvent {
  const known = structuredClone(record);
  for (let i = 0; i < UNKNOWN_KEYS_MAX; i++) {
    const parsed = parseEvent(known);
    if (parsed.ok || parsed.issue.code !== "unrecognized_keys" || !removeAt(known, parsed.issue.path))
      return parsed;
    onUnknown(parsed.issue.path);
  }
  return parseEvent(known);
}

function removeAt(value: Record<string, unknown>, path: string): boolean {
  const keys = path.split(/[.[\]]+/).filter((key) => key !== "");
  const last = keys.pop();
  let place: unknown = value;
  for (const key of keys) place = (place as Record<string, unknown> | undefined)?.[key];
  if (last === undefined || typeof place !== "object" || place === null || !(last in place)) return false;
  return Reflect.deleteProperty(place, last);
}

async function* recordsOf(file: ImportFile, report: ImportReport): AsyncGenerator<Record<string, unknown>> {
  const onBroken = (excerpt: string) => {
    report.found(1);
    report.passOver("broken_record", `a record is no JSON object and was left out: ${excerpt}`);
  };
  const onUnfinished = () => noteUnfinished(file, report);
  for await (const value of streamJsonObjects(file.chunks(), { onBroken, onUnfinished })) {
    if (!Array.isArray(value.events) || value.type !== undefined) {
      report.found(1);
      yield value;
      continue;
    }
    for (const event of value.events as unknown[]) {
      if (event !== null && typeof event === "object") {
        report.found(1);
        yield event as Record<string, unknown>;
      } else onBroken(String(event).slice(0, 80));
    }
  }
}

function isSaidUnknown({ at }: Record<string, unknown>): boolean {
  return typeof at === "string" && at.startsWith("0001-01-01");
}
