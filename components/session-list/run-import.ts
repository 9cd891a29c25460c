import type { NamedFile } from "./dropped-files";
import type { ImportState } from "./import-status";
import type { ImportAnswer, ImportJob } from "./upload";
import { followImport, ImportRefused, uploadFiles } from "./upload";

type Show = (phase: "sending" | "reading", share: number | null) => void;
type OnState = (state: ImportState) => void;

/** `onState` gets every state, the last one included. */
export function importFiles(files: readonly NamedFile[], onState: OnState): Promise<void> {
  const what = files.length === 1 ? (files[0]?.path ?? "") : `${files.length} files`;
  return watched(what, onState, async (show, signal) => {
    show("sending", 0);
    const sent = await uploadFiles(
      files,
      (share) => (share < 1 ? show("sending", share) : show("reading", null)),
      signal,
    );
    return "status" in sent ? followImport(sent, shownBy(show), signal) : sent;
  });
}

export function watchImport(job: ImportJob, onState: OnState): Promise<void> {
  return watched(job.name, onState, (show, signal) => followImport(job, shownBy(show), signal));
}

async function watched(
  what: string,
  onState: OnState,
  work: (show: Show, signal: AbortSignal) => Promise<ImportAnswer>,
): Promise<void> {
  const stop = new AbortController();
  const cancel = () => stop.abort();
  try {
    const answer = await work((phase, share) => onState({ phase, what, share, cancel }), stop.signal);
    onState({ phase: "done", what, answer });
  } catch (error) {
    const refused = error instanceof ImportRefused ? error : new ImportRefused("The import failed.", []);
    onState({ phase: "refused", what, message: refused.message, details: refused.details });
  }
}

function shownBy(show: Show): (job: ImportJob) => void {
  return ({ progress: { done, of } }) => show("reading", of === 0 ? null : done / of);
}
