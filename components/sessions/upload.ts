import type { NamedFile } from "./dropped-files";

export interface ImportedSession {
  readonly id: string;
  readonly externalId: string;
  readonly name: string | null;
  readonly role: string;
  readonly turns: number;
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

/** Why an import was refused, with what was wrong with each file. */
export class ImportRefused extends Error {
  override name = "ImportRefused";

  constructor(
    message: string,
    readonly details: readonly { readonly path: string; readonly message: string }[],
  ) {
    super(message);
  }
}

/** Uploads files for import. `onProgress` gets the share that is sent, 0 to 1; at 1 the server is at work. */
export function uploadFiles(
  files: readonly NamedFile[],
  onProgress: (share: number) => void,
): Promise<ImportAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const only = files.length === 1 ? files[0] : undefined;
    request.open("POST", `/api/v1/import?name=${encodeURIComponent(only?.path ?? "folder")}`);
    request.responseType = "json";
    request.upload.onprogress = (event) =>
      onProgress(event.lengthComputable ? event.loaded / event.total : 0);
    request.upload.onload = () => onProgress(1);
    request.onerror = () => reject(new ImportRefused("The server cannot be reached.", []));
    request.onload = () => {
      const body = request.response as
        | (Partial<ImportAnswer> & {
            error?: { message: string; details?: { path: string; message: string }[] };
          })
        | null;
      if (request.status < 300 && body?.sessions !== undefined) resolve(body as ImportAnswer);
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

function formOf(files: readonly NamedFile[]): FormData {
  const form = new FormData();
  for (const { file, path } of files) form.append("file", file, path);
  return form;
}
