import type { TraceEvent } from "@/lib/core/trace/event";
import { groupBy } from "@/lib/core/group-by";
import type { Recording } from "@/lib/core/trace/fold/recording";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import { chooseImporter } from "@/lib/importers/choose";
import { convertFiles } from "@/lib/importers/convert-files";
import { CountingReport } from "@/lib/importers/reading/report";
import { HEAD_CHARS, sniffFile } from "@/lib/importers/reading/sniff";

/**
 * A part of a transcript as a recording, stored nowhere. Its blocks have the ids that they get when the file is imported.
 * @param session whose transcript it is; sub-agents in it are left out
 * @returns `null` where the text is no session of a known format
 */
export async function readTranscript({
  session,
  text,
}: {
  readonly session: string;
  readonly text: string;
}): Promise<Recording | null> {
  async function* chunks() {
    await Promise.resolve();
    yield text;
  }
  const name = `${session}.jsonl`;
  const sniff = await sniffFile(
    name,
    text.slice(0, HEAD_CHARS),
    text.length <= HEAD_CHARS ? undefined : chunks,
  );
  const { importer } = chooseImporter(sniff);
  if (importer === null) return null;
  const events: TraceEvent[] = [];
  const unheard = new CountingReport(() => undefined);
  for await (const event of convertFiles(importer, [{ name, sniff, chunks }], unheard)) events.push(event);
  const sessions = groupBy(events, (event) => event.session);
  const own = sessions.get(session) ?? [...sessions.values()].find(isMain);
  return own === undefined ? null : foldRecording(own);
}

function isMain(events: readonly TraceEvent[]): boolean {
  return events.every((event) => event.type !== "session.started" || (event.role ?? "main") === "main");
}
