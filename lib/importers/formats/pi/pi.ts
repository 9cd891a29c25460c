import { isRecord } from "@/lib/core/is-record";
import type { Importer, ImportFile, ImportReport } from "../../reading/importer";
import type { Sniff } from "../../reading/sniff";
import { also, signs } from "../../reading/sniff";
import type { Loose } from "../../shared/values";
import { recordOf } from "../../shared/values";
import { writeEvents, readSessionFile } from "./session-file";

/**
 * `null` for no session of pi. A header without a version is of version 1. Where the header is lost, the records tell: from version
 * 2 on they name the record before.
 */
export function findVersion({ records }: Sniff): number | null {
  const header = records.find(({ type, id }) => type === "session" && typeof id === "string");
  if (header !== undefined) return typeof header.version === "number" ? header.version : 1;
  const answers = records.filter(isAnswer);
  if (answers.length === 0) return null;
  return answers.some(({ parentId }) => parentId !== undefined) ? 2 : 1;
}

/** A reply with what pi keeps of each: the form of its provider's API, and its usage. */
function isAnswer({ type, message }: Loose): boolean {
  const { role, api, usage, content } = recordOf(message);
  return (
    type === "message" &&
    role === "assistant" &&
    typeof api === "string" &&
    isRecord(usage) &&
    Array.isArray(content)
  );
}

export const pi: Importer = {
  id: "pi",
  label: "pi session (version 1)",
  checked: { on: "2026-11-29", against: "pi-mono 83378aad, large-session.jsonl" },
  recognise: (sniff) =>
    also(
      signs(sniff, ["lines", "object"], ["type", "timestamp"]),
      findVersion(sniff) === 1,
      "session header without a version",
    ),
  convert,
};

const UNSEEN = "The system prompt and the tool schemas were in the window and are not in the file.";

async function* convert(files: readonly ImportFile[], report: ImportReport) {
  for (const file of files) {
    const session = await readSessionFile(file, report);
    yield* writeEvents(session, () => ({
      agent: "pi",
      source: { format: "pi", file: file.name },
      notes: [UNSEEN],
    }));
  }
}
