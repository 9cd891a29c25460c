import { Upload } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import type { DragEvent, ReactNode } from "react";
import { useCommands } from "../commands/use-commands";
import type { NamedFile } from "./dropped-files";
import { filesOfDrop } from "./dropped-files";
import { ImportStatus } from "./import-status";
import type { ImportState } from "./import-status";
import type { ImportAnswer, ImportJob } from "./upload";
import { followImport, ImportRefused, runningImport, uploadFiles } from "./upload";

type Show = (phase: "sending" | "reading", share: number | null) => void;

function shownBy(show: Show): (job: ImportJob) => void {
  return ({ progress: { done, of } }) => show("reading", of === 0 ? null : done / of);
}

export function ImportZone({ children }: { children: ReactNode }) {
  const router = useRouter();
  const [over, setOver] = useState(false);
  const [state, setState] = useState<ImportState | null>(null);
  const depth = useRef(0);

  const importFiles = (files: readonly NamedFile[]) => {
    if (files.length === 0) return;
    const what = files.length === 1 ? (files[0]?.path ?? "") : `${files.length} files`;
    void watched(what, async (show, signal) => {
      show("sending", 0);
      const sent = await uploadFiles(
        files,
        (share) => (share < 1 ? show("sending", share) : show("reading", null)),
        signal,
      );
      return "status" in sent ? followImport(sent, shownBy(show), signal) : sent;
    });
  };

  async function watched(
    what: string,
    work: (show: Show, signal: AbortSignal) => Promise<ImportAnswer>,
  ): Promise<void> {
    const stop = new AbortController();
    const cancel = () => stop.abort();
    try {
      const answer = await work((phase, share) => setState({ phase, what, share, cancel }), stop.signal);
      setState({ phase: "done", what, answer });
      router.refresh();
    } catch (error) {
      const refused = error instanceof ImportRefused ? error : new ImportRefused("The import failed.", []);
      setState({ phase: "refused", what, message: refused.message, details: refused.details });
    }
  }

  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void runningImport().then((job) => {
      if (job !== null) void watched(job.name, (show, signal) => followImport(job, shownBy(show), signal));
    });
  });

  function onDrag(event: DragEvent, by: number) {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  }

  return (
    <div
      className="relative min-h-[calc(100vh-2.75rem)]"
      onDragEnter={(event) => onDrag(event, 1)}
      onDragOver={(event) => onDrag(event, 0)}
      onDragLeave={(event) => onDrag(event, -1)}
      onDrop={(event) => {
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        void filesOfDrop(event.dataTransfer).then(importFiles);
      }}
    >
      <FilePicker onPick={importFiles} />
      {state !== null && <ImportStatus state={state} onClose={() => setState(null)} />}
      {children}
      {over && (
        <div className="pointer-events-none absolute inset-2 z-20 grid place-items-center rounded-md border-2 border-dashed border-accent bg-surface/85">
          <p className="text-base font-medium">Drop to import. The format is recognised by content.</p>
        </div>
      )}
    </div>
  );
}

function FilePicker({ onPick }: { onPick: (files: NamedFile[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  useCommands({ import: () => input.current?.click() });
  return (
    <div className="flex items-center gap-3 border-b border-line bg-sunken px-4 py-2 text-xs text-ink-2">
      <button type="button" className="btn" onClick={() => input.current?.click()}>
        <Upload size={13} aria-hidden /> Import a session
      </button>
      <span className="max-sm:hidden">or drop exported files, a folder or a zip anywhere here</span>
      <input
        ref={input}
        type="file"
        multiple
        className="sr-only"
        tabIndex={-1}
        aria-label="Files to import"
        onChange={(event) => {
          onPick([...(event.target.files ?? [])].map((file) => ({ file, path: file.name })));
          event.target.value = "";
        }}
      />
    </div>
  );
}
