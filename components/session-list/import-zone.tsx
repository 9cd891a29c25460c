import { Upload } from "lucide-react";
import { useRouter } from "next/navigation";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { DragEvent, ReactNode } from "react";
import { useCommands } from "../commands/use-commands";
import type { Dropped, NamedFile } from "./dropped-files";
import type { ImportState } from "./import-status";
import type { AnswerAt } from "@/lib/api/request/request";
import { makeAddress, makeApiRead } from "@/lib/api/request/request";
import { fetchAnswer } from "../data/fetch-answer";
import type { ImportJob } from "./upload";

const runs = () => import("./run-import");
const ImportStatus = lazy(() => import("./import-status"));

export function ImportZone({ children }: { children: ReactNode }) {
  const router = useRouter();
  const [over, setOver] = useState(false);
  const [state, setState] = useState<ImportState | null>(null);
  const depth = useRef(0);

  const show = (next: ImportState) => {
    setState(next);
    if (next.phase === "done") router.refresh();
  };
  const importFiles = (files: readonly NamedFile[]) => {
    if (files.length > 0) void runs().then((run) => run.importFiles(files, show));
  };

  const importDropped = async (dropped: Dropped) => {
    const { readDropped } = await import("./dropped-files");
    importFiles(await readDropped(dropped));
  };

  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void runningImport().then(async (job) => {
      if (job !== null) await (await runs()).watchImport(job, show);
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
        void importDropped(holdDrop(event.dataTransfer));
      }}
    >
      <FilePicker onPick={importFiles} />
      {state !== null && (
        <Suspense>
          <ImportStatus state={state} onClose={() => setState(null)} />
        </Suspense>
      )}
      {children}
      {over && (
        <div className="pointer-events-none absolute inset-2 z-20 grid place-items-center rounded-md border-2 border-dashed border-accent bg-surface/85">
          <p className="text-base font-medium">Drop to import. The format is recognised by content.</p>
        </div>
      )}
    </div>
  );
}

function holdDrop({ items, files }: DataTransfer): Dropped {
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  return { entries, files: [...files] };
}

function FilePicker({ onPick }: { onPick: (files: NamedFile[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  useCommands({ import: () => input.current?.click() });
  return (
    <div className="flex items-center gap-3 border-b border-line bg-sunken px-4 py-2 text-xs text-ink-2 print:hidden">
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

/** An import that a worker still runs from before the page opened; `null` when there is none. */
async function runningImport(): Promise<ImportJob | null> {
  const answer = await fetchAnswer(makeAddress(makeApiRead("/api/v1/jobs", {}))).catch(() => null);
  if (answer === null) return null;
  const { jobs } = (await answer.json()) as AnswerAt<"/api/v1/jobs">;
  return jobs.find(({ kind, status }) => kind === "import" && status === "running") ?? null;
}
