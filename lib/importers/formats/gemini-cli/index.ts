import type { TraceEvent } from "@/lib/core/trace/event";
import { SessionWriter } from "@/lib/core/trace/session-writer";
import type { Importer, ImportFile, ImportReport } from "../../reading/importer";
import { cutStem } from "../../reading/importer";
import { streamRecords } from "../../shared/records";
import type { Loose } from "../../shared/values";
import type { Sniff } from "../../reading/sniff";
import { also, signs } from "../../reading/sniff";
import { GeminiHistory } from "./history";
import { GEMINI_CONTENT } from "../../messages/gemini-records";

/**
 * The history of Gemini CLI: the contents that its next request would carry. A compression has replaced
 * earlier contents by a snapshot. A masked result is a stub with the path of the full one.
 */
export const geminiCli: Importer = {
  id: "gemini_cli",
  label: "Gemini CLI history",
  checked: { on: "2026-11-29", against: "gemini-cli 19b9e3e8, trajectory.json" },
  recognise: (sniff) =>
    also(signs(sniff, ["array"], ["role", "parts[].text"]), isGemini(sniff), "contents of user and model"),
  convert,
};

function isGemini({ records }: Sniff): boolean {
  const known = records.filter(isContent);
  return known.length * 2 > records.length && known.some(({ role }) => role === "model");
}

const ROLES: ReadonlySet<unknown> = new Set(["user", "model", "function"]);

function isContent({ role, parts }: Loose): boolean {
  return ROLES.has(role) && Array.isArray(parts);
}

async function* convert(files: readonly ImportFile[], report: ImportReport): AsyncGenerator<TraceEvent> {
  for (const file of files) {
    const name = cutStem(file.name);
    const writer = new SessionWriter(`${name}-${file.sniff.fingerprint}`);
    writer.write("session.started", {
      at: null,
      name,
      agent: "Gemini CLI",
      source: { format: "gemini_cli", file: file.name },
      notes: [
        "The file is the history as it stood at the end, without times and usage: every call is taken to have read all that came before it.",
        "The system prompt and the tools' declarations were in every window and are not in the file.",
        "When a result was masked is not recorded: it is shown whole to the call that followed it and masked from then on.",
      ],
    });
    const history = new GeminiHistory(writer);
    for await (const content of streamRecords(file, report, {
      code: "broken_entry",
      what: "not a content",
      keys: GEMINI_CONTENT,
    })) {
      if (!isContent(content))
        report.passOver("unknown_record", "a record is no content: expected a role and a list of parts");
      history.take(content);
      yield* writer.take();
    }
    history.end();
    yield* writer.take();
  }
}
