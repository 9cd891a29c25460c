import type { ImportFile, ImportReport } from "../reading/importer";
import { jsonObjects } from "../reading/json-stream";
import type { Loose } from "./values";
import { isRecord } from "./values";

/** How a stretch of a file that is no record is named: by a code, and in words. */
interface Broken {
  readonly code: string;
  readonly what: string;
}

const EXCERPT_CHARS = 80;

/** The records of a file of lines or of one array, each of which is counted; what is none is named in a warning. */
export async function* recordsIn(
  file: ImportFile,
  report: ImportReport,
  { code, what }: Broken,
): AsyncGenerator<Record<string, unknown>> {
  const onBroken = (excerpt: string) => {
    report.found(1);
    report.passOver(code, `${what}: ${excerpt}`);
  };
  for await (const record of jsonObjects(file.chunks(), onBroken)) {
    report.found(1);
    yield record;
  }
}

/**
 * The records of the list that a document is made of, each of which is counted; what is none is named in a warning. The list
 * may also come as JSON text.
 */
export function entriesOf(value: unknown, report: ImportReport, { code, what }: Broken): Loose[] {
  const list = listOf(value);
  report.found(list.length);
  return list.filter((entry): entry is Loose => {
    if (isRecord(entry)) return true;
    const excerpt = (JSON.stringify(entry) ?? "nothing").slice(0, EXCERPT_CHARS);
    report.passOver(code, `${what}: ${excerpt}`);
    return false;
  });
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  if (typeof value !== "string") return [];
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? (parsed as unknown[]) : [];
  } catch {
    return [];
  }
}
