import type { TraceEvent } from "@/lib/core/trace/event";
import type { Importer, ImportFile, ImportReport } from "./reading/importer";
import type { Damage } from "./reading/mend-text";

/**
 * The events of files that belong together, and what is damaged in the files, named with its place.
 * @throws SyntaxError where a file stops being what its format asks for; what came before has been given
 */
export async function* convertFiles(
  importer: Importer,
  files: readonly ImportFile[],
  report: ImportReport,
): AsyncGenerator<TraceEvent> {
  try {
    yield* importer.convert(files, report);
  } finally {
    for (const { name, damage } of files)
      for (const item of damage?.() ?? []) report.warn(item.kind, describeDamage(name, item));
  }
}

/** One sentence: what is damaged, how much of it, and where it begins. */
export function describeDamage(name: string, { kind, count, line }: Damage): string {
  switch (kind) {
    case "zero_bytes":
      return `${name} holds ${count} zero bytes, as a crash leaves them, the first at line ${line}; they are passed over`;
    case "not_utf8":
      return `${name} has bytes that are no text, in ${count === 1 ? "one line" : `${count} lines`}, the first at line ${line}; a mark stands in their place`;
    case "cut_archive":
      return `${name} was packed and its archive is cut off or broken after ${count} bytes; what comes before is read`;
    case "leading_lines":
      return `${name} begins with ${count === 1 ? "a line that is" : `${count} lines that are`} no record; what comes after is read`;
    case "no_log":
      return `${name} is a database whose newest rows may stand in a file ${name}-wal, which was not given`;
  }
}
