import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { constants, createGzip } from "node:zlib";
import type { ImportReportBody } from "@/lib/api/endpoints/import";
import { importReportSchema } from "@/lib/api/endpoints/import";
import type { ImportFile } from "@/lib/importers/reading/importer";
import type { Remote } from "./remote";
import { askJson } from "./remote";

type SentFile = Pick<ImportFile, "name" | "chunks">;

/** Sends files that belong together to a running instance, packed and without holding them in memory. @throws RemoteError */
export function importAt(
  remote: Remote,
  files: readonly SentFile[],
  format: string,
): Promise<ImportReportBody> {
  const boundary = `sightglass-${randomUUID()}`;
  return askJson(remote, `/api/v1/import?format=${encodeURIComponent(format)}`, importReportSchema, {
    method: "POST",
    headers: { "content-type": `multipart/form-data; boundary=${boundary}`, "content-encoding": "gzip" },
    body: Readable.toWeb(
      Readable.from(writeParts(files, boundary)).pipe(createGzip({ level: constants.Z_BEST_SPEED })),
    ) as ReadableStream,
    duplex: "half",
  } as RequestInit);
}

async function* writeParts(files: readonly SentFile[], boundary: string): AsyncGenerator<Buffer> {
  for (const { name, chunks } of files) {
    const quoted = name.replaceAll(/["\r\n]/g, "_");
    yield Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quoted}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    );
    for await (const chunk of chunks()) yield Buffer.from(chunk);
    yield Buffer.from("\r\n");
  }
  yield Buffer.from(`--${boundary}--\r\n`);
}
