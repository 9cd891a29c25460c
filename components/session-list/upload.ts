import type { NamedFile } from "./dropped-files";

export interface ImportedSession {
  readonly id: string;
  readonly externalId: string;
  readonly name: string | null;
  readonly role: string;
  /** `null` while they are being worked out. */
  readonly turns: number | null;
}

export interface ImportAnswer {
  readonly format: string;
  readonly sessions: readonly ImportedSession[];
  readonly events: { readonly accepted: number; readonly duplicates: number };
  readonly warnings: readonly {
    readonly file: string;
    readonly code: string;
    readonly message: string;
    readonly count: number;
  }[];
}

export class ImportRefused extends Error {
  override name = "ImportRefused";

  constructor(
    message: string,
    readonly details: readonly { readonly path: string; readonly message: string }[],
  ) {
    super(message);
  }
}

export interface ImportJob {
  readonly id: string;
  readonly name: string;
  readonly status: "running" | "done" | "cancelled" | "failed";
  readonly progress: { readonly done: number; readonly of: number };
  readonly error: { readonly message: string; readonly details: ImportRefused["details"] } | null;
  readonly report: (ImportAnswer & { readonly waiting: number }) | null;
}

const CANCELLED = "It was cancelled. What was stored by then stays.";

interface Refusal {
  readonly error?: { message: string; details?: { path: string; message: string }[] };
}

/**
 * `onProgress` gets the sent share, 0 to 1; at 1 the server works on the files.
 * @returns the imported sessions, or the job of a worker for a large import
 */
export function uploadFiles(
  files: readonly NamedFile[],
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<ImportAnswer | ImportJob> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const only = files.length === 1 ? files[0] : undefined;
    request.open("POST", `/api/v1/import?background=true&name=${encodeURIComponent(only?.path ?? "folder")}`);
    request.responseType = "json";
    request.upload.onprogress = (event) =>
      onProgress(event.lengthComputable ? event.loaded / event.total : 0);
    request.upload.onload = () => onProgress(1);
    request.onerror = () => reject(new ImportRefused("The server cannot be reached.", []));
    request.onabort = () => reject(new ImportRefused(CANCELLED, []));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.onload = () => {
      const body = request.response as (Partial<ImportAnswer> & Partial<ImportJob> & Refusal) | null;
      if (request.status < 300 && (body?.sessions !== undefined || body?.status !== undefined))
        resolve(body as ImportAnswer | ImportJob);
      else
        reject(
          new ImportRefused(
            body?.error?.message ?? `The server answered ${request.status}.`,
            body?.error?.details ?? [],
          ),
        );
    };
    request.send(only?.file ?? formOf(files));
  });
}

const LOOK_MS = 700;
const AWAY_MS = 3_000;

/**
 * Polls an import until everything can be read.
 * @param signal cancels the import; data that is already stored stays
 * @throws ImportRefused when it failed or was cancelled
 */
export async function followImport(
  job: ImportJob,
  onChange: (job: ImportJob) => void,
  signal: AbortSignal,
): Promise<ImportAnswer> {
  const path = `/api/v1/jobs/${encodeURIComponent(job.id)}`;
  for (let now = job; ;) {
    if (now.error !== null) throw new ImportRefused(now.error.message, now.error.details);
    if (now.status === "cancelled") throw new ImportRefused(CANCELLED, []);
    if (now.report?.waiting === 0) return now.report;
    onChange(now);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const method = signal.aborted && now.status === "running" ? "DELETE" : "GET";
    const answer = await fetch(path, { method }).catch(() => null);
    if (answer?.ok === true) now = (await answer.json()) as ImportJob;
    else if (answer?.status === 404) throw new ImportRefused("This import no longer exists.", []);
    else await new Promise((resolve) => setTimeout(resolve, AWAY_MS));
  }
}

function formOf(files: readonly NamedFile[]): FormData {
  const form = new FormData();
  for (const { file, path } of files) form.append("file", file, path);
  return form;
}
