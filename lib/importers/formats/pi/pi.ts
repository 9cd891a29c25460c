import type { Importer, ImportFile, ImportReport } from "../../reading/importer";
import type { Sniff } from "../../reading/sniff";
import { also, signs } from "../../reading/sniff";
import { eventsOf, readSessionFile } from "./session-file";

/** `null` without such a header. A header without a version is of version 1. */
export function versionOf({ records }: Sniff): number | null {
  const header = records.find(({ type, id }) => type === "session" && typeof id === "string");
  if (header === undefined) return null;
  return typeof header.version === "number" ? header.version : 1;
}

export const pi: Importer = {
  id: "pi",
  label: "pi session (version 1)",
  recognise: (sniff) =>
    also(
      signs(sniff, ["lines", "object"], ["type", "id", "timestamp", "cwd"]),
      versionOf(sniff) === 1,
      "session header without a version",
    ),
  convert,
};

const UNSEEN = "The system prompt and the tool schemas were in the window and are not in the file.";

async function* convert(files: readonly ImportFile[], report: ImportReport) {
  for (const file of files) {
    const session = await readSessionFile(file, report);
    yield* eventsOf(session, () => ({
      agent: "pi",
      source: { format: "pi", file: file.name },
      notes: [UNSEEN],
    }));
  }
}
