import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { ImportFile } from "@/lib/importers/reading/importer";
import { HEAD_CHARS, sniffFile } from "@/lib/importers/reading/sniff";

const CHUNK_BYTES = 1 << 20;

/** A file on disk as importers see it. `name` is what it is called there, which need not be what it is called on disk. */
export async function diskFile(path: string, name: string): Promise<ImportFile> {
  const handle = await open(path, "r");
  try {
    const head = Buffer.alloc(HEAD_CHARS);
    const { bytesRead } = await handle.read(head, 0, HEAD_CHARS, 0);
    const { size } = await handle.stat();
    const chunks = () =>
      createReadStream(path, { encoding: "utf8", highWaterMark: CHUNK_BYTES }) as AsyncIterable<string>;
    const text = head.toString("utf8", 0, bytesRead);
    return { name, sniff: await sniffFile(name, text, size <= HEAD_CHARS ? undefined : chunks), chunks };
  } finally {
    await handle.close();
  }
}
